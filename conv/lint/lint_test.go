package lint

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

// found is what Validate says of a history, as rule@message.
func found(c *conv.Conversation, goals ...Destination) (all []string) {
	at := map[int]string{-1: "-"}
	for i, m := range c.Messages {
		n := string(rune('0' + i))
		at[conv.MetaOf(m).Offset()] = n
		if a, ok := m.(*conv.AssistantMessage); ok {
			for _, b := range a.Content {
				at[conv.NodeOf(b).Offset()] = n
			}
		}
	}
	for _, f := range Validate(c, goals...) {
		all = append(all, f.Rule+"@"+at[f.Offset])
	}
	return all
}

// Messages of the histories below.
const (
	user      = `{"role":"user","content":"look"}`
	call      = `{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"f","arguments":{}}]}`
	calls     = `{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"f","arguments":{}},{"type":"toolCall","id":"b","name":"f","arguments":{}}]}`
	a         = `{"role":"toolResult","toolCallId":"a","toolName":"f","content":"1"}`
	b         = `{"role":"toolResult","toolCallId":"b","toolName":"f","content":"2"}`
	callTwice = `{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"f","arguments":{}},{"type":"toolCall","id":"a","name":"f","arguments":{}}]}`
	answer    = `{"role":"assistant","content":"done"}`
	notice    = `{"role":"custom","customType":"notice","data":1}`
)

func TestValidatePairs(t *testing.T) {
	anthropic := Destination{Format: &conv.Format{Family: "anthropic", Rules: conv.Rules{AnswerCalls: true}}}
	for _, test := range []struct {
		name    string
		history []string
		any     string // what is wrong with it for any reader
		servers string // and for servers that want each call answered at once
	}{
		{"a turn", []string{user, calls, a, b, answer}, "", ""},
		{"results in another order", []string{user, calls, b, a, answer}, "", ""},
		{"calls that wait", []string{user, call}, "", "A001@1"},
		{"one of two waits", []string{user, calls, a}, "", "A001@1"},
		{"calls left open", []string{user, call, user}, "C002@1", "A001@1"},
		{"an orphan", []string{user, a, answer}, "C001@1", "A002@1"},
		{"a result before its call", []string{user, a, call}, "C001@1", "A002@1 A001@2"},
		{"two results", []string{user, call, a, a, answer}, "C003@3", "C003@3"},
		{"a late result", []string{user, call, user, a}, "C004@3", "A001@1 C004@3 A002@3"},
		{"what no model sees is nothing", []string{user, call, notice, a, answer}, "", ""},
		{"an id that is used again", []string{user, call, a, call, a, answer}, "C006@3", "C006@3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := conversation(t, test.history...)
			if d := cmp.Diff(strings.Fields(test.any), found(c)); d != "" && (test.any != "" || found(c) != nil) {
				t.Error(d)
			}
			if d := cmp.Diff(strings.Fields(test.servers), found(c, anthropic)); d != "" && (test.servers != "" || found(c, anthropic) != nil) {
				t.Error(d)
			}
		})
	}
}

// conversation is one of some messages.
func conversation(t *testing.T, messages ...string) *conv.Conversation {
	t.Helper()
	c, err := conv.DecodeNative([]byte(`{"convo":1,"messages":[`+strings.Join(messages, ",")+`]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What is mended is right, and needs no mending.
func TestMend(t *testing.T) {
	c := conversation(t, user, callTwice, b, user, a, answer)
	before := text(c)
	once := adapt.Mend(c, nil)
	if again := adapt.Mend(once, nil); again != once {
		t.Errorf("mended twice: %s", text(again))
	}
	for _, f := range Validate(once) {
		if f.Rule != "C006" {
			t.Errorf("%s: %s", f.Rule, f.Message)
		}
	}
	if text(c) != before {
		t.Error("the conversation was changed")
	}
}

func text(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	conv.WriteNative(w, c)
	return string(w.Bytes())
}
