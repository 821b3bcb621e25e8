package providers_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"convo/conv/note"
	"convo/providers"
)

func convert(t *testing.T, input, from, to string, o providers.ConvertOptions) (string, []note.Note) {
	t.Helper()
	var out bytes.Buffer
	notes, err := providers.Convert(&out, strings.NewReader(input), from, to, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), notes
}

const (
	chatLine = `{"model":"gpt-5.4","messages":[{"role":"user","name":"Ingrid","content":"Is the tide in?"}]}`
	toLine   = `{"model":"gpt-5.4","messages":[{"role":"user","content":"Is the tide in?"}],"max_tokens":4095}`
)

// Every line is a conversation, and the offset of a note counts from the start
// of the input.
func TestConvertLines(t *testing.T) {
	out, notes := convert(t, chatLine+"\n"+chatLine+"\n", "openai-chat", "anthropic", providers.ConvertOptions{})
	if out != toLine+"\n"+toLine+"\n" {
		t.Errorf("got %s", out)
	}
	var losses []int
	for _, n := range notes {
		if n.Severity == note.Loss {
			losses = append(losses, n.Offset)
		}
	}
	first := strings.Index(chatLine, `{"role"`)
	if len(losses) != 2 || losses[0] != first || losses[1] != first+len(chatLine)+1 {
		t.Errorf("losses at %v, want the names at %d and a line later: %v", losses, first, notes)
	}
}

// Without a format, Convert detects it. For adapts to a model.
func TestConvertDetectsAndAdapts(t *testing.T) {
	out, _ := convert(t, toLine[:len(toLine)-1]+`,"stop_sequences":["x"]}`, "", "openai-chat", providers.ConvertOptions{For: "mistral/mistral-large-4"})
	if !strings.Contains(out, `"model":"mistral-large-4"`) || !strings.Contains(out, `"Is the tide in?"`) {
		t.Errorf("got %s", out)
	}
}

// A stream and a session are read whole.
func TestConvertStreamsAndSessions(t *testing.T) {
	stream, err := os.ReadFile(testdata + "replies/anthropic/text/stream.sse")
	if err != nil {
		t.Fatal(err)
	}
	out, _ := convert(t, string(stream), "", "openai-chat-response", providers.ConvertOptions{})
	if !strings.Contains(out, `"object":"chat.completion"`) {
		t.Errorf("got %s", out)
	}
	session, _ := convert(t, chatLine, "openai-chat", "pi-session", providers.ConvertOptions{})
	back, _ := convert(t, session, "", "openai-chat", providers.ConvertOptions{})
	if !strings.Contains(back, "Is the tide in?") {
		t.Errorf("got %s", back)
	}
}

// Conversations before an error are written, and the error has a place.
func TestConvertErrors(t *testing.T) {
	var out bytes.Buffer
	input := chatLine + "\n" + `{"messages":[{"role":7}]}` + "\n"
	_, err := providers.Convert(&out, strings.NewReader(input), "openai-chat", "anthropic", providers.ConvertOptions{})
	var at *providers.ConvertError
	if !errors.As(err, &at) || at.Line != 2 || at.Format != "openai-chat" || !strings.HasPrefix(err.Error(), "2:14: messages[0]: a message without a role") {
		t.Errorf("got %v", err)
	}
	if out.String() != toLine+"\n" {
		t.Errorf("written: %s", out.String())
	}
	for _, c := range []struct{ from, to, model, input, want string }{
		{"openai-chat", "opnai-chat", "", chatLine, `unknown format "opnai-chat"`},
		{"opnai-chat", "anthropic", "", chatLine, `unknown format "opnai-chat"`},
		{"openai-chat", "anthropic", "gpt5", chatLine, "gpt5"},
		{"", "anthropic", "", "{}", "not a format that convo detects"},
		{"", "anthropic", "", "{", "not a format that convo detects"},
		{"openai-chat", "anthropic", "", "{", "1:2: unexpected end of JSON"},
	} {
		_, err := providers.Convert(&out, strings.NewReader(c.input), c.from, c.to, providers.ConvertOptions{For: c.model})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}
