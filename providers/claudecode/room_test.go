package claudecode

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/rawjson"
)

func decoded(t *testing.T, data string) (all []*conv.Conversation) {
	t.Helper()
	for c, err := range decode([]byte(data), &note.Notes{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

func written(all ...*conv.Conversation) string {
	var b strings.Builder
	for _, c := range all {
		w := rawjson.NewWriter(nil)
		write(w, fit.To(c, &Formats()[0], nil))
		b.Write(w.Bytes())
	}
	return b.String()
}

func texts(c *conv.Conversation) string {
	var all []string
	for _, m := range conv.Active(c.Messages) {
		switch m := m.(type) {
		case *conv.UserMessage:
			all = append(all, m.Text())
		case *conv.AssistantMessage:
			all = append(all, m.Text())
		case *conv.ToolResultMessage:
			all = append(all, m.Text())
		}
	}
	return strings.Join(all, "|")
}

const helped = `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Look."},"uuid":"u1","sessionId":"s","timestamp":"2026-03-01T08:00:00.000Z"}
{"parentUuid":"u1","isSidechain":false,"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Task","input":{"prompt":"Read."}}]},"uuid":"u2","sessionId":"s","timestamp":"2026-03-01T08:00:01.000Z"}
{"parentUuid":null,"isSidechain":true,"agentId":"a7","type":"user","message":{"role":"user","content":"Read."},"uuid":"h1","sessionId":"s","timestamp":"2026-03-01T08:00:02.000Z"}
{"parentUuid":"h1","isSidechain":true,"agentId":"a7","type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Noon."}]},"uuid":"h2","sessionId":"s","timestamp":"2026-03-01T08:00:03.000Z"}
{"parentUuid":"u2","isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"It is noon."}]},"uuid":"u3","sessionId":"s","timestamp":"2026-03-01T08:00:04.000Z","toolUseResult":{"agentId":"a7"}}
`

// A helper whose lines are in the session's file is a conversation of its own, and
// both sides name the other. An answer's id counts within one of them.
func TestHelpersInOneFile(t *testing.T) {
	all := decoded(t, helped)
	if len(all) != 2 || texts(all[0]) != "Look.||It is noon." || texts(all[1]) != "Read.|Noon." {
		t.Fatalf("%d conversations: %q", len(all), texts(all[0]))
	}
	call := all[0].Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ToolCall)
	p := all[1].Session.Parent
	if call.Conversation != "a7" || all[1].ID != "a7" || p.Session != "s" || p.ToolCallID != "c1" {
		t.Errorf("call of %q, helper %q of %+v", call.Conversation, all[1].ID, p)
	}
	for _, line := range strings.Split(strings.TrimSpace(helped), "\n") {
		if !strings.Contains(written(all...), line+"\n") {
			t.Errorf("does not come back: %s", line)
		}
	}
}

// Two sessions in one output stay two.
func TestTwoSessions(t *testing.T) {
	one, two := conv.NewConversation(conv.UserText("one")), conv.NewConversation(conv.UserText("two"))
	all := decoded(t, written(one)+Formats()[0].Separator+written(two))
	if len(all) != 2 || texts(all[0]) != "one" || texts(all[1]) != "two" {
		t.Errorf("%d conversations", len(all))
	}
}

// A message that is removed leaves a chain without a gap, and its answer's other
// lines are where they were.
func TestRemovedMessages(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "formats", family, "results-between-lines", "input.jsonl")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := decoded(t, string(data))[0]
	c.Messages = append(c.Messages[:2:2], c.Messages[3:]...)
	again := decoded(t, written(c))[0]
	if want := texts(c); texts(again) != want || len(again.Messages) != len(c.Messages) {
		t.Errorf("got %q, want %q", texts(again), want)
	}
}

// An edited text is in its line, and every other line stays.
func TestEditedText(t *testing.T) {
	c := decoded(t, helped)[0]
	u := c.Messages[0].(*conv.UserMessage)
	edited := *u
	edited.Content = []conv.UserContent{&conv.TextContent{Text: "Look there."}}
	c.Messages[0] = &edited
	got := written(c)
	if want := strings.Replace(helped[:strings.IndexByte(helped, '\n')], "Look.", "Look there.", 1); !strings.HasPrefix(got, want) {
		t.Errorf("got %s", got)
	}
}

// Results that follow one another are one group, as the program sends them, and
// so is what stands in one line. A prompt after them is not part of it.
func TestGroups(t *testing.T) {
	line := func(id, parent, kind, content string) string {
		return `{"parentUuid":` + parent + `,"isSidechain":false,"type":"` + kind + `","message":{"id":"m1","role":"` + kind + `","content":` + content +
			`},"uuid":"` + id + `","sessionId":"s"}` + "\n"
	}
	c := decoded(t, line("u1", `null`, "user", `"Look."`)+
		line("u2", `"u1"`, "assistant", `[{"type":"tool_use","id":"a","name":"t","input":{}}]`)+
		line("u3", `"u2"`, "assistant", `[{"type":"tool_use","id":"b","name":"t","input":{}}]`)+
		line("u4", `"u2"`, "user", `[{"type":"tool_result","tool_use_id":"a","content":"1"}]`)+
		`{"type":"queue-operation","operation":"enqueue","sessionId":"s"}`+"\n"+
		line("u5", `"u3"`, "user", `[{"type":"tool_result","tool_use_id":"b","content":"2"},{"type":"text","text":"Both."}]`)+
		line("u6", `"u5"`, "user", `"Go on."`))[0]
	var groups []string
	for _, m := range c.Messages {
		groups = append(groups, conv.MetaOf(m).Group)
	}
	if got := strings.Join(groups, ","); got != ",,2,,2,2," {
		t.Errorf("groups are %q", got)
	}
}

// Recorded sessions come back to the byte.
func TestRecordedSessions(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("CONVO_CORPUS"), "agents/claude-code/*/*.jsonl"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := written(decoded(t, string(data))...); got != string(data) {
			t.Errorf("%s does not come back", file)
		}
	}
}

// Of a field that is there twice, the last value counts, and the line that is
// written has it once.
func TestRepeatedField(t *testing.T) {
	const line = `{"sessionId":"s","type":"mode","mode":"plan","mode":"default"}` + "\n"
	notes := &note.Notes{}
	for c := range decode([]byte(line), notes) {
		if got, want := written(c), `{"sessionId":"s","type":"mode","mode":"default"}`+"\n"; got != want || notes.Losses() != 1 {
			t.Errorf("got %s with %d losses", got, notes.Losses())
		}
	}
}

// Every leaf of a session is a branch, also one that was taken back. The path that
// is sent comes first.
func TestEveryLeafIsABranch(t *testing.T) {
	for file, want := range map[string][]string{
		"rewind":    {"When is high water?|At noon.|No, in Cork.|At three.", "When is high water?|At noon.|And in Dover?||six|At six."},
		"retracted": {"When is high water?|At noon.", "When is high water?|I will not say", "When is high water?|At noon, or"},
	} {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "formats", family, file, "input.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for c, err := range Formats()[0].Branches(data, &note.Notes{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, texts(c))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// A file that a prompt names is read as what the model sees of it, and its line
// says what the message says now.
func TestAttachedFiles(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "formats", family, "attached-files", "input.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for c := range decode(data, &note.Notes{}) {
		if got := written(c); got != string(data) {
			t.Errorf("the session does not come back: %s", got)
		}
		text, image := c.Messages[1].(*conv.UserMessage), c.Messages[2].(*conv.UserMessage)
		text.Content[0].(*conv.TextContent).Text = "high 07:00"
		image.Content[0].(*conv.ImageContent).Data = "QUJD"
		got := written(fit.To(c, &Formats()[0], nil))
		for _, want := range []string{`"content":"high 07:00","numLines":3`, `{"base64":"QUJD","type":"image/png",`} {
			if !strings.Contains(got, want) {
				t.Errorf("%s is not in %s", want, got)
			}
		}
		text.Content = append(text.Content, &conv.TextContent{Text: "more"})
		if got := written(fit.To(c, &Formats()[0], nil)); !strings.Contains(got, `"isMeta":true`) || !strings.Contains(got, `{"type":"text","text":"more"}`) {
			t.Errorf("a message that is no file any more is not one of the user: %s", got)
		}
	}
}
