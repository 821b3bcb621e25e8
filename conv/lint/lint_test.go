package lint

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// found returns the findings of Validate for a history, as rule@message.
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
		all = append(all, f.Rule.ID+"@"+at[f.Offset])
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
	servers := Destination{Format: &format.Format{Name: "x", Rules: format.Rules{AnswerCalls: true}, Lint: func() []Rule {
		return FormatRules("x", "", []Rule{UnansweredCalls("a test"), OrphanResults("a test")})
	}}}
	for _, test := range []struct {
		name    string
		history []string
		any     string // the findings for any reader
		servers string // and for servers that want results right after each call
	}{
		{"a turn", []string{user, calls, a, b, answer}, "", ""},
		{"results in another order", []string{user, calls, b, a, answer}, "", ""},
		{"calls that wait", []string{user, call}, "", "x/unanswered-call@1"},
		{"one of two waits", []string{user, calls, a}, "", "x/unanswered-call@1"},
		{"calls left open", []string{user, call, user}, "convo/unanswered-call@1", "x/unanswered-call@1"},
		{"an orphan", []string{user, a, answer}, "convo/orphan-result@1", "x/orphan-result@1"},
		{"a result before its call", []string{user, a, call}, "convo/orphan-result@1", "x/orphan-result@1 x/unanswered-call@2"},
		{"two results", []string{user, call, a, a, answer}, "convo/repeated-result@3", "convo/repeated-result@3"},
		{"a late result", []string{user, call, user, a}, "convo/late-result@3", "x/unanswered-call@1 convo/late-result@3 x/orphan-result@3"},
		{"what no model sees is nothing", []string{user, call, notice, a, answer}, "", ""},
		{"an id that is used again", []string{user, call, a, call, a, answer}, "convo/reused-call-id@3", "convo/reused-call-id@3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := conversation(t, test.history...)
			if got := strings.Join(found(c), " "); got != test.any {
				t.Errorf("for any reader: %q, want %q", got, test.any)
			}
			if got := strings.Join(found(c, servers), " "); got != test.servers {
				t.Errorf("for servers: %q, want %q", got, test.servers)
			}
		})
	}
}

// conversation is a conversation of these messages.
func conversation(t *testing.T, messages ...string) *conv.Conversation {
	t.Helper()
	c, err := conv.Native.Decode([]byte(`{"convo":1,"messages":[`+strings.Join(messages, ",")+`]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A repaired history has no findings and needs no more repair.
func TestMend(t *testing.T) {
	c := conversation(t, user, callTwice, b, user, a, answer)
	before := text(c)
	once := adapt.Mend(c, nil)
	if again := adapt.Mend(once, nil); again != once {
		t.Errorf("mended twice: %s", text(again))
	}
	for _, f := range Validate(once) {
		if f.Rule.ID != "convo/reused-call-id" {
			t.Errorf("%s: %s", f.Rule.ID, f.Message)
		}
	}
	if text(c) != before {
		t.Error("the conversation was changed")
	}
}

func text(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

// Messages that were one in their format have one id; those of two groups may not.
func TestIDsInGroups(t *testing.T) {
	said := func(id, group string) conv.Message {
		m := conv.AssistantText("done")
		m.ID, m.Group = id, group
		return m
	}
	for _, tt := range []struct {
		messages []conv.Message
		want     int
	}{
		{[]conv.Message{said("1", "g"), said("1", "g"), said("1", "g")}, 0},
		{[]conv.Message{said("1", "g"), said("1", "h")}, 1},
		{[]conv.Message{said("1", "g"), said("1", "")}, 1},
		{[]conv.Message{said("1", ""), said("1", "")}, 1},
	} {
		n := 0
		for _, f := range Validate(&conv.Conversation{Messages: tt.messages}) {
			if f.Rule.ID == "convo/duplicate-message-id" {
				n++
			}
		}
		if n != tt.want {
			t.Errorf("%d findings, want %d", n, tt.want)
		}
	}
}
