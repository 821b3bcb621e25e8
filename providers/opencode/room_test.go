package opencode

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"github.com/google/go-cmp/cmp"
)

func room() *format.Format { return &Formats()[0] }

func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

func written(c *conv.Conversation, notes *note.Notes) conv.Raw {
	w := rawjson.NewWriter(nil)
	write(w, fit.To(c, room(), notes))
	return conv.Raw(bytes.Clone(w.Bytes()))
}

func decoded(data string) (*conv.Conversation, error) {
	for c, err := range decode([]byte(data), nil) {
		return c, err
	}
	return nil, nil
}

func TestErrorsSayWhere(t *testing.T) {
	const info = `{"info":{"id":"ses_1"},"messages":`
	for _, test := range []struct{ input, want string }{
		{`7`, `offset 0: want a session, got a number`},
		{`{"info":{}}`, `offset 0: a session has info and messages`},
		{`{"info":7,"messages":[]}`, `offset 8: want the info of a session, got a number`},
		{info + `{}}`, `offset 34: want the messages as an array, got an object`},
		{info + `[7]}`, `offset 35: want a message, got a number`},
		{info + `[{"parts":[]}]}`, `offset 35: a message without info`},
		{info + `[{"info":{}}]}`, `offset 43: a message without a role`},
		{info + `[{"info":{"role":"user"},"parts":{}}]}`, `offset 67: want the parts of a message as an array, got an object`},
		{info + `[{"info":{"role":"user"}`, `offset 58: unexpected end of JSON`},
	} {
		got := ""
		if _, err := decoded(test.input); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.input, got, test.want)
		}
	}
}

// A signature stands under the name of the vendor that issued it, and comes back.
// One whose vendor nobody knows is left out, with a note.
func TestSignaturesNameTheirVendor(t *testing.T) {
	item := format.ItemSignature{ID: "rs_1", EncryptedContent: "ZW5j"}.Of(format.ReasoningItem, "openai-responses")
	const google, anthropic = "EgIBAQ==", "EgQKAggB"
	for _, test := range []struct{ provider, signature, want string }{
		{"anthropic", "c2ln", `{"anthropic":{"signature":"c2ln"}}`},
		{"amazon-bedrock", anthropic, `{"bedrock":{"signature":"EgQKAggB"}}`},
		{"openai", anthropic, `{"anthropic":{"signature":"EgQKAggB"}}`},
		{"", anthropic, `{"anthropic":{"signature":"EgQKAggB"}}`},
		{"google", "c2ln", `{"google":{"thoughtSignature":"c2ln"}}`},
		{"openai", item, `{"openai":{"itemId":"rs_1","reasoningEncryptedContent":"ZW5j"}}`},
		{"openai", `{"type":"reasoning","id":"rs_1","encrypted_content":"ZW5j"}`, `{"openai":{"itemId":"rs_1","reasoningEncryptedContent":"ZW5j"}}`},
		{"openai", "c2ln", ""},
		{"", "c2ln", ""},
		{"groq", "reasoning_content", ""},
	} {
		a := conv.AssistantText("Noon.")
		a.Provider = test.provider
		a.Content = append([]conv.AssistantContent{&conv.ThinkingContent{Thinking: "Hm.", ThinkingSignature: test.signature}}, a.Content...)
		notes := &note.Notes{}
		body := written(conv.NewConversation(conv.UserText("When?"), a), notes)
		if got := body.Lookup("messages.1.parts.0.metadata"); string(got) != test.want {
			t.Errorf("%s %s: %s, want %s", test.provider, test.signature, got, test.want)
		}
		again, err := decoded(string(body))
		if err != nil {
			t.Fatal(err)
		}
		back := again.Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ThinkingContent).ThinkingSignature
		if told := notes.Losses() > 0; (back != test.signature) != told && back == "" && test.provider != "groq" {
			t.Errorf("%s %s: comes back as %q, losses told: %t", test.provider, test.signature, back, told)
		}
		if strings.HasPrefix(test.signature, "{") {
			back, test.signature = back[:17], item[:17]
		}
		if test.want != "" && back != test.signature {
			t.Errorf("%s: %q comes back as %q", test.provider, test.signature, back)
		}
	}
}

// Results of calls of one step are one message to a model, and stay one.
func TestResultsOfAStepAreOneMessage(t *testing.T) {
	call := func(id string) conv.AssistantContent {
		return &conv.ToolCall{ID: id, Name: "tides", Arguments: "{}"}
	}
	c := conv.NewConversation(conv.UserText("When?"),
		&conv.AssistantMessage{Content: []conv.AssistantContent{call("a"), call("b")}},
		conv.ToolResult("a", "tides", "noon"), conv.ToolResult("b", "tides", "one"),
		&conv.AssistantMessage{Content: []conv.AssistantContent{call("c")}}, conv.ToolResult("c", "tides", "two"))
	again, err := decoded(string(written(c, nil)))
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	for _, m := range again.Messages {
		groups = append(groups, conv.MetaOf(m).Group)
	}
	if got, want := strings.Join(groups, "|"), "||2|2||"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
}

// A session has a megabyte in one text, and deep input is no trouble.
func TestHugeTexts(t *testing.T) {
	c := conv.NewConversation(conv.UserText(strings.Repeat("tide\n", 1<<18)), conv.AssistantText("Yes."))
	fitted := fit.To(c, room(), nil)
	again, err := decoded(string(written(c, nil)))
	if err != nil || native(again) != native(fitted) {
		t.Errorf("a huge text does not come back: %v", err)
	}
}

// The recorded sessions come back, with every field.
func TestRecordedSessions(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("CONVO_CORPUS"), "agents/opencode/*.json"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := decoded(string(data))
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal([]byte(written(c, nil)), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s does not come back (-want +got):\n%s", file, d)
		}
	}
}
