package geminicli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/internal/roomtest"
)

func read(t *testing.T, lines ...string) *conv.Conversation {
	t.Helper()
	return roomtest.Decode(t, &Formats()[0], []byte(strings.Join(lines, "\n")+"\n"))
}

// outlineOf is what messages are, in short: those that are excluded in brackets.
func outlineOf(c *conv.Conversation) string {
	var all []string
	for _, m := range c.Messages {
		said := string(conv.RoleOf(m))
		if u, ok := m.(*conv.UserMessage); ok {
			said += " " + u.Text()
		}
		if conv.MetaOf(m).Excluded {
			said = "(" + said + ")"
		}
		all = append(all, said)
	}
	return strings.Join(all, ", ")
}

const (
	head   = `{"sessionId":"s","projectHash":"h"}`
	one    = `{"id":"1","type":"user","content":"one"}`
	two    = `{"id":"2","type":"user","content":[{"text":"two"}]}`
	three  = `{"id":"3","type":"user","content":{"text":"three"}}`
	called = `{"id":"4","type":"gemini","content":"","toolCalls":[{"id":"c","name":"look","args":{},"result":"here","status":"success"}]}`
	result = `{"id":"5","type":"user","content":[{"functionResponse":{"id":"c","name":"look","response":{"output":"here"}}}]}`
)

func TestLog(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{[]string{head, one, two, three}, "user one, user two, user three"},
		{[]string{head, one, two, `{"$rewindTo":"2"}`, three}, "user one, (user two), user three"},
		{[]string{head, one, two, `{"$rewindTo":"9"}`, three}, "(user one), (user two), user three"},
		{[]string{head, one, two, `{"id":"1","type":"user","content":"other"}`}, "user other, user two"},
		{[]string{head, one, two, `{"$set":{"messages":[` + two + `,` + three + `]}}`}, "(user one), user two, user three"},
		{[]string{head, one, two, head, `{"$set":{"messages":[` + one + `,` + two + `]}}`, three}, "user one, user two, user three"},
		{[]string{head, one, called, result, two}, "user one, assistant, toolResult, user two"},
		{[]string{head, called, result, `{"$set":{"messages":[` + called + `,` + strings.Replace(result, "5", "4_response", 1) + `,` + result + `]}}`}, "assistant, toolResult"},
		{[]string{`{"sessionId":"s","projectHash":"h","messages":[` + one + `,` + two + `]}`}, "user one, user two"},
	} {
		if got := outlineOf(read(t, tt.lines...)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", strings.Join(tt.lines, "\n"), got, tt.want)
		}
	}
}

// A text that is changed is changed in all copies in the log. What the log does
// not say is written anew.
func TestChangedMessages(t *testing.T) {
	long := `{"id":"1","type":"user","content":"The word is mackerel."}`
	c := read(t, head, long, `{"$set":{"messages":[`+long+`]}}`)
	u := c.Messages[0].(*conv.UserMessage)
	u.Content = []conv.UserContent{&conv.TextContent{Text: "The word is a secret."}}
	want := strings.Join([]string{head, long, `{"$set":{"messages":[` + long + `]}}`, ""}, "\n")
	want = strings.ReplaceAll(want, "mackerel", "a secret")
	if got := string(roomtest.Written(&Formats()[0], fit.To(c, &Formats()[0], nil))); got != want {
		t.Errorf("changed:\n%s\nwant\n%s", got, want)
	}
}

// What is appended comes after the lines that were read. A message that is
// changed keeps the lines before the first that says something of it.
func TestEditedSessionsGoOn(t *testing.T) {
	updated := `{"$set":{"lastUpdated":"2026-03-01T08:00:01.000Z"}}`
	first := `{"id":"1","timestamp":"2026-03-01T08:00:00.000Z","type":"user","content":"The word is mackerel."}`
	second := strings.Replace(called, `"content":""`, `"content":"I look at it."`, 1)
	lines := []string{head, first, updated, strings.Replace(called, `"toolCalls"`, `"later"`, 1), second, result, updated, two}
	next := `{"id":"9","type":"user","content":[{"text":"And the next one?"}]}`
	for _, tt := range []struct {
		what string
		edit func(*conv.Conversation)
		want []string
	}{
		{"append", func(c *conv.Conversation) {
			m := conv.UserText("And the next one?")
			m.ID = "9"
			c.Messages = append(c.Messages, m)
		}, append(lines[:8:8], next)},
		{"title", func(c *conv.Conversation) { c.Title = "Fish" }, append(lines[:8:8], `{"$set":{"summary":"Fish"}}`)},
		{"last", func(c *conv.Conversation) {
			m := conv.UserText("And the next one?")
			m.ID = "9"
			c.Messages[len(c.Messages)-1] = m
		}, append(lines[:7:7], next)},
		{"cut", func(c *conv.Conversation) { c.Messages = c.Messages[:1] }, lines[:3]},
	} {
		c := read(t, lines...)
		tt.edit(c)
		fitted := fit.To(c, &Formats()[0], nil)
		got := string(roomtest.Written(&Formats()[0], fitted))
		if want := strings.Join(tt.want, "\n") + "\n"; got != want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.what, got, want)
		}
		if d := roomtest.Diff(roomtest.Native(fit.To(read(t, got), &Formats()[0], nil)), roomtest.Native(fitted)); d != "" {
			t.Errorf("%s: it does not come back:\n%s", tt.what, d)
		}
	}
}

// A file that has what looks like a reference of our log is not misread.
func TestReferencesInAFile(t *testing.T) {
	odd := `{"id":"1","type":"user","content":"Look at this.","extra":{"~":0}}`
	c := read(t, head, odd, `{"$set":{"a":1}}`)
	if got := string(roomtest.Written(&Formats()[0], fit.To(c, &Formats()[0], nil))); !strings.Contains(got, `"extra":{"~":0}`) {
		t.Errorf("written as\n%s", got)
	}
}

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`{"a":1}`, "offset 0: no line of a session: a head, a message, $set or $rewindTo"},
		{`{"id":"1"`, "offset 9: unexpected end of JSON"},
	} {
		got := ""
		for _, err := range decode([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}

// Each line of a recorded session comes back.
func TestRecordedSessions(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("CONVO_CORPUS"), "gemini-cli/transcript/*"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := &Formats()[0]
		got := roomtest.Written(f, fit.To(roomtest.Decode(t, f, data), f, nil))
		c := rawjson.NewCursor(data)
		var want []byte
		for c.Kind() != rawjson.Invalid {
			want = append(append(want, c.Raw()...), '\n')
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s does not come back", file)
		}
	}
}

// The program sends all that its session has, so what a summary replaced is not
// written, and what it kept comes after it.
func TestSummaryStandsForWhatItReplaced(t *testing.T) {
	kept := conv.UserText("And low water?")
	kept.ID = "k"
	c := conv.NewConversation(conv.UserText("When is high water?"), kept, &conv.CompactionSummary{Summary: "High water is at noon.", FirstKeptID: "k"}, conv.UserText("And then?"))
	notes := &note.Notes{}
	text := string(roomtest.Written(&Formats()[0], fit.To(c, &Formats()[0], notes)))
	summary, low, then := strings.Index(text, "High water is at noon."), strings.Index(text, "And low water?"), strings.Index(text, "And then?")
	if strings.Contains(text, "When is high water?") || summary < 0 || low < summary || then < low {
		t.Errorf("the summary, what it kept and what follows are at %d, %d and %d of\n%s", summary, low, then, text)
	}
	if !slices.ContainsFunc(notes.List(), func(n note.Note) bool { return n.Code == note.CodeHistory && n.Severity == note.Loss }) {
		t.Error("no note says that the message before the summary is gone")
	}
}

// Fields that look like hints of ours are fields of the program, and come back.
func TestFieldsThatLookLikeHints(t *testing.T) {
	odd := `{"id":"2","timestamp":"2026-03-01T08:00:02.000Z","type":"gemini","content":"Noon.","tokens":{"input":5,"output":2,"~odd":3},"model":"gemini-3-pro"}`
	c := read(t, `{"sessionId":"s","projectHash":"h","~log":"not ours"}`, one, odd)
	c.Messages = c.Messages[:2:2]
	c.Extensions = c.Extensions.Without(family, hintLog) // written anew, not as it was
	got := string(roomtest.Written(&Formats()[0], fit.To(c, &Formats()[0], nil)))
	for _, want := range []string{`"~log":"not ours"`, `"~odd":3`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// A message of a list may have any id. As a line of its own it would be none: it is
// left out, with a note.
func TestAMessageWithoutATextAsItsIDIsNoLine(t *testing.T) {
	data := []byte(head + "\n" + one + "\n" + `{"$set":{"messages":[` + two + `,{"id":7,"type":"odd","content":"x"}]}}` + "\n")
	roomtest.Survives(t, &Formats()[0], data)
	c, notes := roomtest.Decode(t, &Formats()[0], data), &note.Notes{}
	c.Extensions = nil // as if from elsewhere: without its log
	fit.To(c, &Formats()[0], notes)
	if !slices.ContainsFunc(notes.List(), func(n note.Note) bool { return n.What == "message of another kind" }) {
		t.Errorf("%v", notes.List())
	}
}
