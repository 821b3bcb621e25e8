package codex_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/codex"
	"convo/providers/internal/roomtest"
)

var rollout = codex.Formats()[0]

// head is the first line of a rollout.
const head = `{"timestamp":"2026-03-01T08:00:00.000Z","type":"session_meta","payload":{"id":"019c1f00-0000-7000-8000-000000000001","timestamp":"2026-03-01T08:00:00.000Z","cwd":"/home/mara","originator":"codex_cli_rs","cli_version":"0.98.0"}}`

// read reads a rollout of these lines after a head.
func read(t *testing.T, lines ...string) *conv.Conversation {
	t.Helper()
	return roomtest.Decode(t, &rollout, []byte(strings.Join(append([]string{head}, lines...), "\n")))
}

func item(payload string) string {
	return `{"timestamp":"2026-03-01T08:00:01.000Z","type":"response_item","payload":` + payload + `}`
}

func event(payload string) string {
	return `{"timestamp":"2026-03-01T08:00:01.000Z","type":"event_msg","payload":` + payload + `}`
}

func typed(text string) []string {
	return []string{
		item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}`),
		event(`{"type":"user_message","message":"` + text + `"}`),
	}
}

func written(c *conv.Conversation) string {
	return string(roomtest.Written(&rollout, fit.To(c, &rollout, nil)))
}

// A text that was edited leaves no copy of the old one, and is still what a user
// typed.
func TestEditedTextsHaveNoOldCopies(t *testing.T) {
	c := read(t, typed("Where is the key?")...)
	c.Messages[0] = format.WithMeta(conv.UserText("Where is the lock?"), *conv.MetaOf(c.Messages[0]))
	body := written(c)
	if strings.Contains(body, "key") {
		t.Errorf("the old text is still there:\n%s", body)
	}
	again := roomtest.Decode(t, &rollout, []byte(body))
	if m := again.Messages[0].(*conv.UserMessage); m.Injected || m.Text() != "Where is the lock?" {
		t.Errorf("read %q, injected %v, from\n%s", m.Text(), m.Injected, body)
	}
}

// A conversation of another program is written as Codex demands: the head first,
// each time a string, each message with a type and a list of parts.
func TestWrittenForCodex(t *testing.T) {
	c := conv.NewConversation(conv.UserText("Hello"), &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.TextContent{Text: "Good morning."}}})
	lines := strings.Split(strings.TrimSpace(written(c)), "\n")
	var kinds []string
	for _, l := range lines {
		raw := conv.Raw(l)
		kinds = append(kinds, raw.Lookup("type").Text()+" "+raw.Lookup("payload.type").Text())
		if at := raw.Lookup("timestamp"); !strings.HasPrefix(string(at), `"`) {
			t.Errorf("the time is no string: %s", l)
		}
		if raw.Lookup("payload.role") != "" && (raw.Lookup("payload.type").Text() != "message" || raw.Lookup("payload.content.0.text") == "") {
			t.Errorf("no message with parts: %s", l)
		}
	}
	want := "session_meta |event_msg task_started|response_item message|event_msg user_message|response_item message|event_msg agent_message|event_msg task_complete"
	if got := strings.Join(kinds, "|"); got != want {
		t.Errorf("the lines are\n%s, want\n%s", got, want)
	}
}

// The branches of a file are the active turns, then those that were rolled back.
func TestRolledBackTurnsAreBranches(t *testing.T) {
	lines := append(typed("One?"), typed("Two?")...)
	lines = append(lines, event(`{"type":"thread_rolled_back","num_turns":1}`))
	lines = append(lines, typed("Three?")...)
	whole := read(t, lines...)
	var all []string
	for branch := range format.Branches(whole) {
		var texts []string
		for _, m := range branch.Messages {
			if u, ok := m.(*conv.UserMessage); ok {
				texts = append(texts, u.Text())
			}
		}
		all = append(all, strings.Join(texts, " "))
	}
	if got := strings.Join(all, "|"); got != "One? Three?|One? Two?" {
		t.Errorf("the branches are %s", got)
	}
}

// What is no rollout is refused, and never read as an empty one.
func TestNoRollout(t *testing.T) {
	for _, data := range []string{`0`, `00"`, `{}`, `{"type":"user","message":{"role":"user","content":"Hi"},"timestamp":"2026-03-01T08:00:00.000Z"}`, ``, `[]`} {
		if _, err := roomtest.Decoded(&rollout, []byte(data), nil); err == nil {
			t.Errorf("%q is read", data)
		}
	}
}

// What was rolled back goes, and the events with it that told what users typed. The
// line that rolled it back must not take what was sent then.
func TestRollbackWithoutWhatItRolledBack(t *testing.T) {
	lines := []string{item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"First?"}]}`)}
	lines = append(lines, typed("Second?")...)
	lines = append(lines, event(`{"type":"thread_rolled_back","num_turns":1}`))
	for c, err := range rollout.Branches([]byte(strings.Join(append([]string{head}, lines...), "\n")), nil) {
		if err != nil {
			t.Fatal(err)
		}
		body := written(c)
		if again := roomtest.Decode(t, &rollout, []byte(body)); conv.MetaOf(again.Messages[0]).Excluded {
			t.Errorf("the first turn is rolled back, too:\n%s", body)
		}
	}
}

// A summary stands before the first message that it kept, which only an id names.
func TestSummaryStandsBeforeWhatItKept(t *testing.T) {
	kept := conv.UserText("And low water?")
	kept.ID = "k"
	c := conv.NewConversation(conv.UserText("When is high water?"), kept, &conv.CompactionSummary{Summary: "High water is at noon.", FirstKeptID: "k"}, conv.UserText("And then?"))
	lines := strings.Split(written(c), "\n")
	summary := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"type":"compacted"`) })
	low := slices.IndexFunc(lines, func(l string) bool {
		return strings.Contains(l, `"response_item"`) && strings.Contains(l, "And low water?")
	})
	if summary < 0 || low < summary {
		t.Errorf("the summary is line %d, what it kept line %d:\n%s", summary, low, strings.Join(lines, "\n"))
	}
}

// Questions that a compaction keeps are sent again. They stand in its line, as they
// are now.
func TestCompactionKeepsQuestions(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "formats", "codex", "compaction-keeps-questions", "input.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	c := roomtest.Decode(t, &rollout, data)
	var again []int
	for i, m := range c.Messages {
		if conv.MetaOf(m).Extensions.Get("codex", "~kept") != "" {
			again = append(again, i)
		}
	}
	if !slices.Equal(again, []int{5, 6}) {
		t.Fatalf("the messages that are sent again: %v", again)
	}
	sent := c.Compacted()
	if got := sent[1].(*conv.UserMessage).Text() + sent[2].(*conv.UserMessage).Text(); got != "Which ferries go west?And how long do they take?" {
		t.Errorf("after the summary comes %q", got)
	}
	second := c.Messages[6].(*conv.UserMessage)
	second.Content[0].(*conv.TextContent).Text = "And how far do they go?"
	c.Messages = slices.Delete(c.Messages, 5, 6)
	got := compactedLine(t, c)
	if strings.Contains(got, "Which ferries") || strings.Count(got, "how far") != 1 || !strings.Contains(got, "<environment_context>") {
		t.Errorf("after an edit the line is %s", got)
	}
	c.Messages = append(c.Messages, c.Messages[5]) // far from its compaction, it is an item
	c.Messages = slices.Delete(c.Messages, 5, 6)
	if got := written(c); strings.Count(got, "how far") != 1 || strings.Contains(compactedLine(t, c), "how far") {
		t.Errorf("a question that moved is not an item: %s", got)
	}
}

func compactedLine(t *testing.T, c *conv.Conversation) string {
	t.Helper()
	for l := range strings.Lines(written(c)) {
		if strings.Contains(l, `"type":"compacted"`) {
			return l
		}
	}
	t.Fatal("no line is a compaction")
	return ""
}

// A note on a block of a message names the place of the block in its line.
func TestNotesNameThePlaceOfABlock(t *testing.T) {
	line := item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"See:"},{"type":"input_hologram","of":"quay"}]}`)
	notes := &note.Notes{}
	for _, err := range rollout.Decode([]byte(head+"\n"+line), notes) {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := len(head) + 1 + strings.Index(line, `{"type":"input_hologram"`)
	if list := notes.List(); len(list) != 1 || list[0].Offset != want {
		t.Errorf("want one note at %d: %+v", want, list)
	}
}
