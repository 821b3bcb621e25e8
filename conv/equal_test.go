package conv_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convo/conv"
)

// What went through JSON is equal to itself, also to go-cmp. With another message it is not.
func TestEqual(t *testing.T) {
	files, err := filepath.Glob("../testdata/formats/*/*/conversation.json")
	if err != nil || len(files) < 500 {
		t.Fatal(len(files), err)
	}
	for i := 0; i < len(files); i += 7 {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		var a, b conv.Conversation
		if err := a.UnmarshalJSON(text); err != nil {
			t.Fatal(files[i], err)
		}
		again, err := a.MarshalJSON()
		if err != nil {
			t.Fatal(files[i], err)
		}
		if err := b.UnmarshalJSON(again); err != nil {
			t.Fatal(files[i], err)
		}
		if !a.Equal(&b) || !cmp.Equal(&a, &b) || !cmp.Equal(a.Messages, b.Messages) {
			t.Errorf("%s is not equal to itself", files[i])
		}
		b.Messages = append(b.Messages, conv.UserText("And now?"))
		if a.Equal(&b) || cmp.Equal(a.Messages, b.Messages) {
			t.Errorf("%s is equal to one with another message", files[i])
		}
	}
}

func TestEqualTellsDifferences(t *testing.T) {
	text := func(s string) *conv.UserMessage { return conv.UserText(s) }
	with := text("Hi.")
	with.Extensions.Set("anthropic", "cache_control", "{}")
	call := func(arguments conv.Raw) *conv.ToolCall {
		return &conv.ToolCall{ID: "c1", Name: "tide", Arguments: arguments}
	}
	for name, equal := range map[string]bool{
		"text":      text("Hi.").Equal(text("Ho.")),
		"field":     text("Hi.").Equal(with),
		"nil":       text("Hi.").Equal(nil),
		"arguments": call(`{}`).Equal(call(`{"day":1}`)),
		"block":     cmp.Equal(call(`{}`), call(`{"day":1}`)),
	} {
		if equal {
			t.Errorf("another %s is no difference", name)
		}
	}
	if a, b := text("Hi."), text("Hi."); !a.Equal(b) || !cmp.Equal(conv.Message(a), conv.Message(b)) || !call("").Equal(call("")) {
		t.Error("the same is a difference")
	}
}
