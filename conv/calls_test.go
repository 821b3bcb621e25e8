package conv

import (
	"testing"

	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

func TestOpenCalls(t *testing.T) {
	calls := func(ids ...string) Message {
		m := &AssistantMessage{}
		for _, id := range ids {
			m.Content = append(m.Content, &ToolCall{ID: id, Name: "f"})
		}
		return m
	}
	result := func(id string) Message { return ToolResult(id, "f", "") }
	for _, c := range []struct {
		name string
		in   []Message
		want []string
	}{
		{"no calls", []Message{UserText("a"), AssistantText("b")}, nil},
		{"none answered", []Message{calls("a", "b")}, []string{"a", "b"}},
		{"one answered", []Message{calls("a", "b"), result("a")}, []string{"b"}},
		{"all answered, in another order", []Message{calls("a", "b"), result("b"), result("a")}, nil},
		{"an id that is used again", []Message{calls("a"), result("a"), calls("a")}, []string{"a"}},
		{"a result answers the last call of its id", []Message{calls("a"), calls("b", "a"), result("a")}, []string{"a", "b"}},
		{"a result before its call", []Message{result("a"), calls("a")}, []string{"a"}},
		{"a result of nothing", []Message{calls("a"), result("x")}, []string{"a"}},
	} {
		var got []string
		for _, t := range NewConversation(c.in...).OpenCalls() {
			got = append(got, t.ID)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestPendingCalls(t *testing.T) {
	call := func(id string) Message {
		return &AssistantMessage{Content: []AssistantContent{&ToolCall{ID: id, Name: "f"}}}
	}
	for _, c := range []struct {
		name string
		in   []Message
		want []string
	}{
		{"no messages", nil, nil},
		{"the last turn's", []Message{UserText("a"), call("1"), ToolResult("1", "f", ""), call("2")}, []string{"2"}},
		{"answered", []Message{UserText("a"), call("1"), ToolResult("1", "f", "")}, nil},
		{"passed over by the user", []Message{UserText("a"), call("1"), UserText("b"), call("2")}, []string{"2"}},
		{"of no user", []Message{call("1")}, []string{"1"}},
	} {
		var got []string
		for _, t := range NewConversation(c.in...).PendingCalls() {
			got = append(got, t.ID)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestMended(t *testing.T) {
	for text, want := range map[string]rawjson.Mode{
		`{"a":1}`: rawjson.Strict, `{ "a": 1 }`: rawjson.Strict, "": rawjson.Strict,
		"{\"a\":\"x\ty\"}": rawjson.Repaired, `{"a":"x`: rawjson.Partial, `rm -rf`: rawjson.Broken,
	} {
		call := &ToolCall{}
		call.SetArguments(text, nil)
		if got := call.Mended(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestArgumentsAsRead(t *testing.T) {
	read := func() *ToolCall {
		c := &ToolCall{}
		c.SetRead(`{"a":1}`, `{"a": 1}`)
		return c
	}
	other := `{"a": 2}`
	for what, c := range map[string]struct {
		change func(*ToolCall)
		want   bool
	}{
		"untouched":       {func(*ToolCall) {}, true},
		"other arguments": {func(c *ToolCall) { c.Arguments = `{"a":2}` }, false},
		"another text":    {func(c *ToolCall) { c.ArgumentsText = &other }, false},
		"no text":         {func(c *ToolCall) { c.ArgumentsText = nil }, false},
		"set again":       {func(c *ToolCall) { c.SetArguments(`{"a": 1`, nil) }, false},
		"no object":       {func(c *ToolCall) { c.SetRead(`[1,2]`, `[1, 2]`) }, false},
	} {
		call := read()
		if c.change(call); call.AsRead() != c.want {
			t.Errorf("%s: %v", what, call.AsRead())
		}
	}
}
