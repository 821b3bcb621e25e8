package pisession

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"github.com/google/go-cmp/cmp"
)

func own() *format.Format { return &Formats()[0] }

func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

func written(c *conv.Conversation) []byte {
	w := rawjson.NewWriter(nil)
	write(w, c)
	return bytes.Clone(w.Bytes())
}

func decoded(data []byte, notes *note.Notes) (all []*conv.Conversation, err error) {
	for c, err := range decode(data, notes) {
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

const header = `{"type":"session","version":3,"id":"s","timestamp":"2026-03-01T08:00:00.000Z","cwd":"/w"}` + "\n"

func TestErrorsSayWhere(t *testing.T) {
	for _, test := range []struct{ input, want string }{
		{``, ``},
		{`[]`, `offset 0: want an entry of a session, got an array`},
		{`{"type":"message"}`, `offset 0: a session must begin with an entry of type session, got "message"`},
		{`{"id":"s"}`, `offset 0: an entry without a type`},
		{header + `{"type":"message","id":"a"}`, `offset 90: a message entry without a message`},
		{header + `{"type":"message","id":"a","message":{"content":"x"}}`, `offset 127: a message without a role`},
		{header + `{"type":"message","id":"a","message":{"role":"user","content":7}}`, `offset 152: want an array, got a number`},
		{header + `{"type":"message` + "\n" + `{"type":"custom"}`, `offset 106: control character byte 0x0a in a string`},
		{header + `{"type":"compaction","summary":[]}`, `offset 121: want a string, got an array`},
	} {
		got := ""
		if _, err := decoded([]byte(test.input), nil); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.input, got, test.want)
		}
	}
}

// Each leaf is a conversation, in the order of the leaves.
func TestBranches(t *testing.T) {
	entry := func(id, parent, text string) string {
		return `{"type":"message","id":"` + id + `","parentId":` + parent + `,"message":{"role":"user","content":"` + text + `"}}` + "\n"
	}
	data := header + entry("a", "null", "one") + entry("b", `"a"`, "two") + entry("c", `"a"`, "three") + entry("d", `"b"`, "four") +
		strings.Replace(header, `"s"`, `"other"`, 1) + entry("a", "null", "elsewhere")
	var got []string
	for c, err := range branches([]byte(data), nil) {
		if err != nil {
			t.Fatal(err)
		}
		said := c.ID
		for _, m := range c.Messages {
			said += " " + m.(*conv.UserMessage).Text()
		}
		got = append(got, said)
	}
	want := []string{"s one three", "s one two four", "other elsewhere"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Several sessions in one input stay several, each with an id of its own for
// each entry.
func TestSeveralSessions(t *testing.T) {
	one := conv.NewConversation(conv.UserText("one"), conv.AssistantText("yes"))
	two := conv.NewConversation(conv.UserText("two"))
	two.Title = "Second"
	data := append(written(fit.To(one, own(), nil)), written(fit.To(two, own(), nil))...)
	all, err := decoded(data, nil)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d conversations, %v", len(all), err)
	}
	if all[1].Title != "Second" || len(all[1].Messages) != 1 || len(all[0].Messages) != 2 {
		t.Errorf("read back:\n%s\n%s", native(all[0]), native(all[1]))
	}
}

// A changed title is written as an entry of its own, which pi shows.
func TestTitle(t *testing.T) {
	all, err := decoded([]byte(header+`{"type":"session_info","id":"i","parentId":null,"timestamp":"2026-03-01T08:00:00.000Z","name":"old"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := all[0]
	if c.Title != "old" || len(c.Messages) != 1 {
		t.Fatalf("read %s", native(c))
	}
	c.Title = "new"
	body := string(written(c))
	if !strings.Contains(body, `"name":"old"`) || !strings.HasSuffix(body, `"name":"new"}`+"\n") {
		t.Errorf("written:\n%s", body)
	}
	if again, err := decoded([]byte(body), nil); err != nil || native(again[0]) != native(c) {
		t.Errorf("read back: %v", err)
	}
}

// An id that an earlier message has is replaced: pi follows ids, and would go
// in circles.
func TestEntriesHaveIDsOfTheirOwn(t *testing.T) {
	a, b, c := conv.UserText("a"), conv.UserText("b"), conv.UserText("c")
	a.ID, b.ID, c.ID = "x", "x", "convo-2"
	notes := &note.Notes{}
	fitted := fit.To(conv.NewConversation(a, b, c), own(), notes)
	if fmt.Sprint(notes.List()) == "[]" {
		t.Error("nothing is said of the id that is there twice")
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(written(fitted))), "\n")[1:] {
		id := rawjson.Raw(line).Lookup("id").Text()
		if seen[id] {
			t.Errorf("%s is there twice", id)
		}
		seen[id] = true
	}
}

// A line may have megabytes.
func TestHugeLines(t *testing.T) {
	c := conv.NewConversation(conv.UserText(strings.Repeat("tide\n", 1<<20)), conv.AssistantText("Yes."))
	fitted := fit.To(c, own(), nil)
	again, err := decoded(written(fitted), nil)
	if err != nil || native(again[0]) != native(fitted) {
		t.Errorf("5 MB in a line do not come back: %v", err)
	}
}

// A line comes back as it was, whatever the order of its fields. A changed text is
// in its place.
func TestLinesKeepTheirOrder(t *testing.T) {
	data := `{"version":3,"id":"s","cwd":"/w","type":"session","timestamp":"2026-03-01T08:00:00Z","by":"claw"}
{"id":"a","type":"message","parentId":null,"message":{"content":[{"text":"When?","type":"text"}],"role":"user"},"timestamp":"2026-03-01T08:00:01Z"}
{"type":"message","id":"b","parentId":"a","timestamp":"2026-03-01T08:00:02.000Z","message":{"role":"assistant","content":[{"id":"c","type":"toolCall","arguments":{"b":1,"a":2},"name":"tides"}],"usage":{"output":1,"input":2,"cacheRead":0,"cacheWrite":0,"cost":{"total":0,"input":0,"output":0,"cacheRead":0,"cacheWrite":0},"totalTokens":0}}}
{"type":"message","id":"d","parentId":"b","timestamp":"2026-03-01T08:00:03.000Z","message":{"role":"toolResult","toolName":"tides","toolCallId":"c","content":"noon"}}
{"type":"custom_message","customType":"note","id":"e","parentId":"d","timestamp":"2026-03-01T08:00:03.000Z","content":"Be brief.","display":true}
{"id":"f","type":"label","parentId":"e","timestamp":"2026-03-01T08:00:03.000Z","label":"x","targetId":"a"}
`
	all, err := decoded([]byte(data), nil)
	if err != nil {
		t.Fatal(err)
	}
	fitted := fit.To(all[0], own(), nil)
	if d := cmp.Diff(data, string(written(fitted))); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	u := fitted.Messages[0].(*conv.UserMessage)
	edited := *u
	edited.Content = []conv.UserContent{&conv.TextContent{Text: "And now?"}, &conv.TextContent{Text: "Soon?"}}
	fitted.Messages[0] = &edited
	want := strings.Replace(data, `{"text":"When?","type":"text"}`, `{"text":"And now?","type":"text"},{"type":"text","text":"Soon?"}`, 1)
	if d := cmp.Diff(want, string(written(fitted))); d != "" {
		t.Errorf("edited (-want +got)\n%s", d)
	}
}

// The header says where and when a session began, and the entries which model it
// began with and when it was last gone on with.
func TestSessionFacts(t *testing.T) {
	all, err := decoded([]byte(header+`{"type":"model_change","id":"m","parentId":null,"timestamp":"2026-03-01T08:00:05.000Z","provider":"p","modelId":"m1"}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := all[0].Session
	if s.Agent != "pi" || s.Cwd != "/w" || s.Started != 1772352000000 || s.Updated != 1772352005000 || s.Model != "m1" {
		t.Errorf("the session is %+v", s)
	}
	other := conv.NewConversation(conv.UserText("When?"))
	other.Session = &conv.Session{Agent: "codex", AgentVersion: "9", Cwd: "/home", Branch: "main", Started: 1772352000000, Parent: &conv.ParentSession{Session: "p"}}
	notes := &note.Notes{}
	body := string(written(fit.To(other, own(), notes)))
	if !strings.Contains(body, `"timestamp":"2026-03-01T08:00:00.000Z","cwd":"/home","session":{"branch":"main","parent":{"session":"p"}}}`) {
		t.Errorf("written:\n%s", body)
	}
	again, err := decoded([]byte(body), nil)
	if err != nil || again[0].Session.Branch != "main" || again[0].Session.Agent != "pi" || again[0].Session.Cwd != "/home" {
		t.Errorf("read back: %v %+v", err, again[0].Session)
	}
}

// A signature goes back to the API that its answer names, in pi's spelling. One that
// another vendor issued is left out, with a note.
func TestSignaturesFitTheirAPI(t *testing.T) {
	item := format.ItemSignature{ID: "rs_1", EncryptedContent: "ZW5j"}.Of(format.ReasoningItem, "openai-responses")
	const anthropic = "EgQKAggB"
	for _, test := range []struct{ api, signature, want string }{
		{"anthropic-messages", anthropic, anthropic},
		{"anthropic-messages", "c2ln", "c2ln"},
		{"anthropic-messages", item, ""},
		{"openai-responses", item, `{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Hm."}],"encrypted_content":"ZW5j"}`},
		{"openai-responses", anthropic, ""},
		{"openai-responses", "c2ln", ""},
		{"openai-completions", "reasoning_content", "reasoning_content"},
		{"google-generative-ai", anthropic, ""},
		{"", item, item},
	} {
		a := conv.AssistantText("Noon.")
		a.Protocol = conv.Protocol(test.api)
		a.Content = append([]conv.AssistantContent{&conv.ThinkingContent{Thinking: "Hm.", ThinkingSignature: test.signature}}, a.Content...)
		notes := &note.Notes{}
		fitted := fit.To(conv.NewConversation(conv.UserText("When?"), a), own(), notes)
		got := fitted.Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ThinkingContent).ThinkingSignature
		if got != test.want || (notes.Losses() > 0) != (got == "") {
			t.Errorf("%s %s: %s and %d losses, want %s", test.api, test.signature, got, notes.Losses(), test.want)
		}
	}
}

// The recorded sessions come back to the byte: all of each.
func TestRecordedSessions(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("CONVO_CORPUS"), "pi-session/transcript/*"))
	more, _ := filepath.Glob(filepath.Join(os.Getenv("CONVO_CORPUS"), "agents/pi/*.jsonl"))
	files = append(files, more...)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all, err := decoded(data, nil)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %d conversations, %v", file, len(all), err)
			continue
		}
		fitted := fit.To(all[0], own(), nil)
		if native(fitted) != native(all[0]) {
			t.Errorf("%s: Fit changes it", file)
		}
		if !bytes.Equal(written(fitted), data) {
			t.Errorf("%s does not come back line by line", file)
		}
	}
}
