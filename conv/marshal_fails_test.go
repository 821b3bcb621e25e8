package conv_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/extension"
)

// What cannot be right is an error: on the way out and on the way in.
func TestMarshalFails(t *testing.T) {
	for _, c := range []struct {
		about string
		value any
		want  string
	}{
		{"an application's type in a list", conv.Messages{conv.UserText(""), Notice{}}, "[1]: no format can write a message of type conv_test.Notice: convert it with Customs"},
		{"nothing in a list", conv.Messages{nil}, "[0]: the message is nil (<nil>)"},
		{"a nil block", conv.UserMessage{Content: []conv.UserContent{nil}}, "content[0]: the block is nil (<nil>)"},
		{"a nil block in a list", conv.Messages{conv.UserWith("", (*conv.ImageContent)(nil))}, "[0].content[1]: the block is nil (*conv.ImageContent)"},
		{"an impostor's block", conv.UserWith("", impostorBlock{&conv.TextContent{}}), "content[1]: no format can write a block of type conv_test.impostorBlock"},
		{"broken arguments", conv.ToolCall{Arguments: `{"a":`}, "cannot be read back: "},
		{"arguments that are no object", conv.ToolCall{Arguments: `[1]`}, "cannot be read back: arguments: offset 49: arguments must be an object, got an array"},
		{"an answer with such arguments", conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ToolCall{Arguments: "7"}}}, "cannot be read back: content[0].arguments: "},
		{"broken data", conv.CustomMessage{Data: `]`}, "cannot be read back: data: "},
		{"a system message of another role", conv.SystemMessage{Role: conv.RoleUser}, `cannot be read back: offset 0: *conv.SystemMessage of role "user" becomes *conv.UserMessage`},
		{"one in a conversation", conv.NewConversation(conv.UserText(""), &conv.SystemMessage{Role: conv.RoleUser}), `cannot be read back: messages[1]: offset 77: *conv.SystemMessage of role "user" becomes *conv.UserMessage`},
		{"not a number", conv.UsageCost{Total: "much"}, "cannot be read back: total: "},
		{"not a schema", conv.ToolDefinition{Name: "f", Parameters: "{"}, "cannot be read back: "},
		{"no event", conv.Event{}, `unknown event type ""`},
		{"an unknown event", conv.Event{Type: "later"}, `unknown event type "later"`},
		{"an answer as a message", conv.Event{Type: conv.EventMessage, Message: &conv.AssistantMessage{}}, "a message event has its message in the field Other, not Message"},
		{"a message in a delta", conv.Event{Type: conv.EventTextDelta, Other: conv.UserText("")}, "event text_delta has the field Other, which only a message event has"},
		{"an application's type in an event", conv.Event{Type: conv.EventMessage, Other: Notice{}}, "message: no format can write a message of type conv_test.Notice: convert it with Customs"},
		{"an impostor's block in an event", conv.Event{Type: conv.EventTextStart, Block: impostorBlock{&conv.TextContent{}}}, "block: no format can write a block of type conv_test.impostorBlock"},
	} {
		t.Run(c.about, func(t *testing.T) {
			m, ok := c.value.(json.Marshaler)
			if !ok {
				t.Fatal("it does not describe itself")
			}
			if _, err := m.MarshalJSON(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
			if _, err := json.Marshal(c.value); err == nil {
				t.Error("encoding/json takes it")
			}
		})
	}
	for about, m := range map[string]conv.Message{"nothing": nil, "a nil message": (*conv.UserMessage)(nil), "an application's type": Notice{}, "an impostor": impostor{}} {
		if _, err := conv.Native.MarshalMessage(m); err == nil {
			t.Errorf("MarshalMessage takes %s", about)
		}
	}
	if _, err := (conv.Customs{}).MarshalMessage(Notice{}); err == nil {
		t.Error("Customs.MarshalMessage takes a type without a codec")
	}
}

func TestUnmarshalFails(t *testing.T) {
	for _, c := range []struct {
		about string
		into  any
		data  string
		want  string
	}{
		{"another role", &conv.UserMessage{}, `{"role":"assistant","content":[]}`, "offset 0: want a message of role user, got assistant"},
		{"no role", &conv.UserMessage{}, `{"content":[]}`, "offset 0: a message without a role"},
		{"an array", &conv.UserMessage{}, `[]`, "offset 0: want a message, got an array"},
		{"a role that is no string", &conv.UserMessage{}, `{"role":7}`, "role: offset 8: "},
		{"a block in the wrong message", &conv.UserMessage{}, `{"role":"user","content":[{"type":"thinking"}]}`, "content[0]: offset 26: thinking is not allowed in a message of role user"},
		{"another type", &conv.TextContent{}, `{"type":"image"}`, "offset 0: want a block of type text, got image"},
		{"no type", &conv.TextContent{}, `{"text":"x"}`, "offset 0: a content block without a type"},
		{"a text as media", &conv.Media{}, `{"type":"text"}`, "offset 0: want media, got a block of type text"},
		{"one that is wrong among many", new(conv.Messages), `[{"role":"user","content":[]},{"content":[]}]`, "[1]: offset 30: a message without a role"},
		{"a document as a list", new(conv.Messages), `{"messages":[]}`, "offset 0: want an array of messages, got an object"},
		{"a usage that is a number", &conv.Usage{}, `7`, "offset 0: "},
		{"a tool that is a text", &conv.ToolDefinition{}, `"add"`, "offset 0: want a tool definition, got a string"},
		{"residue that is a list", new(extension.Extensions), `[]`, "offset 0: want an object of families, got an array"},
		{"no event", &conv.Event{}, `{}`, `offset 0: unknown event type ""`},
		{"an unknown event", &conv.Event{}, `{"type":"later"}`, `offset 0: unknown event type "later"`},
		{"an unknown field", &conv.Event{}, `{"type":"text_delta","partial":{}}`, `partial: offset 31: unknown field "partial" of an event`},
		{"a user's answer", &conv.Event{}, `{"message":{"role":"user"},"type":"done"}`, `message: offset 11: want a message of role assistant, got user`},
		{"a document in an answer", &conv.Event{}, `{"type":"block","block":{"type":"document"}}`, `block: offset 24: document is not allowed in a message of role assistant`},
	} {
		t.Run(c.about, func(t *testing.T) {
			if err := json.Unmarshal([]byte(c.data), c.into); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
			if fresh := reflect.New(reflect.TypeOf(c.into).Elem()).Interface(); !reflect.DeepEqual(c.into, fresh) {
				t.Errorf("a failure leaves %+v", c.into)
			}
		})
	}
	for _, broken := range []string{"", "null", "7", `{"role":"user"`, `{"role":"user"} {}`, "[]", `{"role":""}`} {
		if m, err := conv.Native.UnmarshalMessage([]byte(broken)); err == nil || m != nil {
			t.Errorf("UnmarshalMessage takes %q: %v", broken, m)
		}
	}
	for _, broken := range []string{"", "null", "7", "{}", "[", "[null]", "[] []", `[{"role":"user"},7]`} {
		if list, err := conv.Native.UnmarshalMessages([]byte(broken)); err == nil || list != nil {
			t.Errorf("UnmarshalMessages takes %q: %v", broken, list)
		}
		if b, err := conv.Native.UnmarshalBlock([]byte(broken)); err == nil || b != nil {
			t.Errorf("UnmarshalBlock takes %q: %v", broken, b)
		}
	}
}

// json.Unmarshal reuses its buffer: no message may lie in it.
func TestUnmarshalMessageCopies(t *testing.T) {
	data := []byte(`[{"role":"user","content":[{"type":"text","text":"hello"}]}]`)
	list, err := conv.Native.UnmarshalMessages(data)
	if err != nil {
		t.Fatal(err)
	}
	m, err := conv.Native.UnmarshalMessage(data[1 : len(data)-1])
	if err != nil {
		t.Fatal(err)
	}
	b, err := conv.Native.UnmarshalBlock(data[27 : len(data)-3])
	if err != nil {
		t.Fatal(err)
	}
	copy(data, bytes.Repeat([]byte("x"), len(data)))
	for _, got := range []string{list[0].(*conv.UserMessage).Text(), m.(*conv.UserMessage).Text(), b.(*conv.TextContent).Text} {
		if got != "hello" {
			t.Errorf("got %q", got)
		}
	}
}
