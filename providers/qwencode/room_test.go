package qwencode

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/providers/internal/roomtest"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: no record of a session: each has a uuid, a sessionId and a type"},
		{`{"uuid":"a","type":"user"`, "offset 25: unexpected end of JSON"},
		{`{"uuid":"a","type":"user","parentUuid":"a"}`, ""},
		{`{"uuid":"a","type":"user","parentUuid":"b"}` + "\n" + `{"uuid":"b","type":"user","parentUuid":"a"}`, ""},
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

// Each leaf is a conversation, the one that the program goes on with first.
func TestBranches(t *testing.T) {
	line := func(id, parent, text string) string {
		return `{"uuid":"` + id + `","parentUuid":"` + parent + `","sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"` + text + `"}]}}` + "\n"
	}
	data := line("a", "", "one") + line("b", "a", "two") + line("c", "a", "three") + line("d", "b", "four") + line("e", "c", "five")
	var got []string
	for c, err := range Formats()[0].Branches([]byte(data), nil) {
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, m := range c.Messages {
			said += m.(*conv.UserMessage).Text() + " "
		}
		got = append(got, said)
	}
	if want := "one three five |one two four "; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

// counts is what is in a session.
type counts struct{ texts, thoughts, calls, results, input, output int64 }

// Every text, call, result and count of a recorded session is read, and once.
func TestRecordedSessions(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("CONVO_CORPUS"), "qwen-code/transcript/*"))
	for _, file := range files {
		data := roomtest.Read(t, file)
		if got, want := countsOf(roomtest.Decode(t, &Formats()[0], data)), countsIn(t, data); got != want {
			t.Errorf("%s: got %+v, want %+v", file, got, want)
		}
	}
}

// countsIn counts what is in the lines of a file.
func countsIn(t *testing.T, data []byte) (n counts) {
	type part struct {
		Text                           *string
		Thought                        bool
		FunctionCall, FunctionResponse any
	}
	for line := range bytes.Lines(data) {
		var r struct {
			Message       struct{ Parts []part }
			UsageMetadata struct{ PromptTokenCount, CandidatesTokenCount int64 }
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		n.input += r.UsageMetadata.PromptTokenCount
		n.output += r.UsageMetadata.CandidatesTokenCount
		for _, p := range r.Message.Parts {
			switch {
			case p.FunctionCall != nil:
				n.calls++
			case p.FunctionResponse != nil:
				n.results++
			case p.Text != nil && p.Thought:
				n.thoughts++
			case p.Text != nil:
				n.texts++
			}
		}
	}
	return n
}

// countsOf counts what is in a conversation.
func countsOf(c *conv.Conversation) (n counts) {
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			n.texts += int64(len(m.Content))
		case *conv.ToolResultMessage:
			n.results++
		case *conv.AssistantMessage:
			if m.Usage != nil {
				n.input += m.Usage.Input + m.Usage.CacheRead
				n.output += m.Usage.Output
			}
			for _, b := range m.Content {
				switch b.(type) {
				case *conv.TextContent:
					n.texts++
				case *conv.ThinkingContent:
					n.thoughts++
				case *conv.ToolCall:
					n.calls++
				}
			}
		}
	}
	return n
}
