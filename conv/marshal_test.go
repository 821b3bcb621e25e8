package conv_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/extension"
	"github.com/google/go-cmp/cmp"
)

var (
	or = conv.Dialect{Family: "or", Filled: true}
	pi = conv.Dialect{Family: "or", Filled: true, API: true}
)

// described is a value of each type that describes itself, and its JSON.
var described = []struct {
	value any // no pointer
	want  string
}{
	{*conv.UserText("x"), `{"role":"user","content":[{"type":"text","text":"x"}]}`},
	{*conv.AssistantText("x"), `{"role":"assistant","content":[{"type":"text","text":"x"}]}`},
	{
		conv.AssistantMessage{
			Protocol: "anthropic-messages", Provider: "anthropic", Model: "m", StopReason: conv.StopToolUse,
			Usage:   &conv.Usage{Input: 1, Output: 2},
			Content: []conv.AssistantContent{&conv.ToolCall{ID: "c1", Name: "add", Arguments: `{"b":1.0,"a":12345678901234567890}`}},
		},
		`{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"add","arguments":{"b":1.0,"a":12345678901234567890}}],` +
			`"protocol":"anthropic-messages","provider":"anthropic","model":"m",` +
			`"usage":{"input":1,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":0},"stopReason":"toolUse"}`,
	},
	{*conv.ToolResult("c1", "add", "3"), `{"role":"toolResult","toolCallId":"c1","toolName":"add","content":[{"type":"text","text":"3"}]}`},
	{*conv.SystemText("x"), `{"role":"system","content":[{"type":"text","text":"x"}]}`},
	{conv.SystemMessage{Role: conv.RoleDeveloper}, `{"role":"developer","content":[]}`},
	{conv.SystemMessage{}, `{"role":"system","content":[]}`},
	{conv.CustomMessage{CustomType: "notice", Data: `{"text":"x"}`}, `{"role":"custom","customType":"notice","data":{"text":"x"}}`},
	{conv.CustomMessage{CustomType: "convo.later", Data: `{"role":"later","n":1.0}`}, `{"role":"later","n":1.0}`},
	{conv.CustomMessage{CustomType: "convo.user", Data: `{"role":"user"}`}, `{"role":"custom","customType":"convo.user","data":{"role":"user"}}`},
	{conv.BranchSummary{Summary: "s", FromID: "m1"}, `{"role":"branchSummary","summary":"s","fromId":"m1"}`},
	{conv.CompactionSummary{Summary: "s", TokensBefore: "9", FirstKeptID: "m2"}, `{"role":"compactionSummary","summary":"s","tokensBefore":9,"firstKeptId":"m2"}`},

	{conv.TextContent{Text: "x", TextSignature: "s"}, `{"type":"text","text":"x","textSignature":"s"}`},
	{conv.ImageContent{Data: "aGk=", MIMEType: "image/png"}, `{"type":"image","data":"aGk=","mimeType":"image/png"}`},
	{conv.AudioContent{FileID: "f"}, `{"type":"audio","fileId":"f"}`},
	{conv.VideoContent{URL: "https://example.com/v"}, `{"type":"video","url":"https://example.com/v"}`},
	{conv.DocumentContent{Text: "t", Name: "a.txt"}, `{"type":"document","text":"t","name":"a.txt"}`},
	{conv.ThinkingContent{Thinking: "hm", ThinkingSignature: "s", Redacted: true}, `{"type":"thinking","thinking":"hm","thinkingSignature":"s","redacted":true}`},
	{conv.ToolCall{ID: "c1", Name: "add", ThoughtSignature: "s"}, `{"type":"toolCall","id":"c1","name":"add","arguments":{},"thoughtSignature":"s"}`},
	{conv.Opaque{Family: "anthropic", Raw: `{"type":"search"}`}, `{"type":"opaque","family":"anthropic","raw":{"type":"search"}}`},
	{conv.Opaque{Family: "convo", Raw: `{"type":"later"}`}, `{"type":"later"}`},
	{conv.Opaque{Family: "convo", Raw: `{"type":"text"}`}, `{"type":"opaque","family":"convo","raw":{"type":"text"}}`},
	{conv.Media{Data: "aGk=", MIMEType: "image/png"}, `{"data":"aGk=","mimeType":"image/png"}`},

	{conv.ToolDefinition{Name: "add", Description: "d", Parameters: `{"type":"object","b":1,"a":2}`}, `{"name":"add","description":"d","parameters":{"type":"object","b":1,"a":2}}`},
	{conv.ToolDefinition{Family: "anthropic", Raw: `{"type":"search"}`}, `{"family":"anthropic","raw":{"type":"search"}}`},
	{
		conv.Usage{Input: 1, Reasoning: 2, InputUnknown: true, Cost: &conv.UsageCost{Total: "0.10"}},
		`{"input":1,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"reasoning":2,"inputUnknown":true,"cost":{"total":0.10}}`,
	},
	{conv.UsageCost{Input: "1e-6", Total: "1e-6"}, `{"input":1e-6,"total":1e-6}`},
	{conv.StopDetail{Raw: "end_turn", Kind: conv.KindPause}, `{"raw":"end_turn","kind":"pause"}`},
	{conv.Diagnostic{Type: "t", Timestamp: 7, Message: "m", Details: `[1]`}, `{"type":"t","timestamp":7,"message":"m","details":[1]}`},
	{conv.Request{Model: "m", MaxTokens: "9", ToolChoice: &conv.ToolChoice{Mode: conv.ChoiceAuto}}, `{"model":"m","maxTokens":9,"toolChoice":{"mode":"auto"}}`},
	{conv.ToolChoice{Mode: conv.ChoiceTool, Name: "add"}, `{"mode":"tool","name":"add"}`},
	{conv.ResponseFormat{Type: "jsonSchema", Schema: `{"z":1}`}, `{"type":"jsonSchema","schema":{"z":1}}`},
	{conv.Reasoning{Effort: "high", BudgetTokens: "100"}, `{"effort":"high","budgetTokens":100}`},
	{
		conv.Session{Agent: "codex", Cwd: "/w", Started: 7, Parent: &conv.ParentSession{Session: "s", ToolCallID: "c1"}, AgentType: "explore"},
		`{"agent":"codex","cwd":"/w","started":7,"parent":{"session":"s","toolCallId":"c1"},"agentType":"explore"}`,
	},
	{conv.ParentSession{Session: "s"}, `{"session":"s"}`},
	{conv.TreePosition{Parent: "m1", Cwd: "/w"}, `{"parent":"m1","cwd":"/w"}`},
	{conv.TreePosition{Root: true}, `{"parent":""}`},
	{someResidue(), `{"anthropic":{"cache_control":{"type":"ephemeral"}},"convo":{"later":1.0}}`},
	{conv.Messages{conv.UserText("x")}, `[{"role":"user","content":[{"type":"text","text":"x"}]}]`},
	{conv.Messages{}, `[]`},
	{*conv.Prompt("x"), `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}`},

	{conv.Event{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: "m"}}, `{"type":"start","message":{"role":"assistant","content":[],"model":"m"}}`},
	{
		conv.Event{Type: conv.EventToolCallStart, Index: 1, Block: &conv.ToolCall{ID: "c1", Name: "add"}},
		`{"type":"toolcall_start","contentIndex":1,"block":{"type":"toolCall","id":"c1","name":"add"}}`,
	},
	{conv.Event{Type: conv.EventTextDelta, Delta: "\xed\xa0\xbd"}, `{"type":"text_delta","contentIndex":0,"delta":"\ud83d"}`},
	{conv.Event{Type: conv.EventThinkingDelta, Index: 2, Signature: "s"}, `{"type":"thinking_delta","contentIndex":2,"signature":"s"}`},
	{
		conv.Event{Type: conv.EventTextEnd, Extensions: someResidue()},
		`{"type":"text_end","contentIndex":0,"extensions":{"anthropic":{"cache_control":{"type":"ephemeral"}},"convo":{"later":1.0}}}`,
	},
	{conv.Event{Type: conv.EventMessage, Other: conv.UserText("x")}, `{"type":"message","message":{"role":"user","content":[{"type":"text","text":"x"}]}}`},
	{conv.Event{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopNormal}}, `{"type":"done","message":{"role":"assistant","content":[],"stopReason":"stop"}}`},
}

func someResidue() (x extension.Extensions) {
	x.Set("anthropic", "cache_control", `{"type":"ephemeral"}`)
	x.Set("convo", "later", "1.0")
	return x
}

// Every part gives the same JSON as a value, through a pointer and in a struct,
// and comes back from it.
func TestPartsDescribeThemselves(t *testing.T) {
	for _, c := range described {
		typ := reflect.TypeOf(c.value)
		t.Run(typ.Name(), func(t *testing.T) {
			if got, err := json.Marshal(c.value); err != nil || string(got) != c.want {
				t.Errorf("by value: %v\n%s", err, cmp.Diff(c.want, string(got)))
			}
			back := reflect.New(typ)
			if err := json.Unmarshal([]byte(c.want), back.Interface()); err != nil {
				t.Fatal(err)
			}
			if got, err := json.Marshal(back.Interface()); err != nil || string(got) != c.want {
				t.Errorf("by pointer: %v\n%s", err, cmp.Diff(c.want, string(got)))
			}
			list := reflect.New(reflect.SliceOf(typ))
			doc := "[" + c.want + "," + c.want + "]"
			if err := json.Unmarshal([]byte(doc), list.Interface()); err != nil {
				t.Fatal(err)
			}
			if got, err := json.Marshal(list.Interface()); err != nil || string(got) != doc {
				t.Errorf("in a list: %v\n%s", err, cmp.Diff(doc, string(got)))
			}
			if err := json.Unmarshal([]byte(" null "), back.Interface()); err != nil {
				t.Error(err)
			}
			if got, _ := json.Marshal(back.Interface()); string(got) != c.want {
				t.Errorf("null changes it to %s", got)
			}
		})
	}
}

// No struct of a document or an event is left to encoding/json, which would write
// the names of its Go fields.
func TestEveryPartIsDescribed(t *testing.T) {
	listed := map[reflect.Type]bool{}
	for _, c := range described {
		listed[reflect.TypeOf(c.value)] = true
	}
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice && typ.Name() == "" {
			typ = typ.Elem()
		}
		if seen[typ] || !slices.Contains([]string{"convo/conv", "convo/conv/extension"}, typ.PkgPath()) || typ.Kind() != reflect.Struct && typ.Kind() != reflect.Slice {
			return
		}
		seen[typ] = true
		if !listed[typ] {
			t.Errorf("%s does not describe itself, or no case here shows it", typ)
		}
		if typ.Kind() == reflect.Slice {
			return
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			switch {
			case f.Anonymous: // Meta and Node, whose fields are also the outer type's
				for j := range f.Type.NumField() {
					if inner := f.Type.Field(j); inner.IsExported() && !inner.Anonymous {
						walk(inner.Type)
					}
				}
			case f.IsExported():
				walk(f.Type)
			}
		}
	}
	for _, c := range described {
		walk(reflect.TypeOf(c.value))
	}
	for _, name := range []string{"Usage", "UsageCost", "Extensions", "Diagnostic", "Request", "ToolDefinition", "AssistantMessage"} {
		if !slices.ContainsFunc(slices.Collect(keys(seen)), func(typ reflect.Type) bool { return typ.Name() == name }) {
			t.Errorf("%s was not met", name)
		}
	}
}

func keys(m map[reflect.Type]bool) func(func(reflect.Type) bool) {
	return func(yield func(reflect.Type) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// A list of messages in somebody's struct comes back as the concrete types.
func TestMessagesInAStruct(t *testing.T) {
	type saved struct {
		Title    string              `json:"title"`
		Messages conv.Messages       `json:"messages"`
		Last     *conv.UserMessage   `json:"last,omitempty"`
		Call     conv.ToolCall       `json:"call"`
		Shown    []conv.ImageContent `json:"shown"`
	}
	messages := []conv.Message{conv.UserText("hi"), conv.AssistantText("hello"), conv.ToolResult("c1", "add", "3")}
	in := saved{"t", messages, conv.UserText("bye"), conv.ToolCall{ID: "c1", Name: "add"}, []conv.ImageContent{{URL: "https://example.com/a.png"}}}
	const want = `{"title":"t","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":[{"type":"text","text":"hello"}]},` +
		`{"role":"toolResult","toolCallId":"c1","toolName":"add","content":[{"type":"text","text":"3"}]}],"last":{"role":"user","content":[{"type":"text","text":"bye"}]},` +
		`"call":{"type":"toolCall","id":"c1","name":"add","arguments":{}},"shown":[{"type":"image","url":"https://example.com/a.png"}]}`
	data, err := json.Marshal(in)
	if err != nil || string(data) != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(data)))
	}
	var out saved
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if _, ok := out.Messages[2].(*conv.ToolResultMessage); !ok || len(out.Messages) != 3 {
		t.Errorf("the messages come back as %v", out.Messages)
	}
	if again, err := json.Marshal(&out); err != nil || string(again) != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(again)))
	}
	if plain, err := json.Marshal(messages); err != nil || !strings.Contains(want, string(plain)) {
		t.Errorf("a plain list of messages: %s, %v", plain, err)
	}
	if empty, err := json.Marshal(saved{}.Messages); err != nil || string(empty) != "[]" {
		t.Errorf("no messages are %s, %v", empty, err)
	}
}

// The answer stays the answer, whichever way its protocol is spelled.
func TestDialectsOfMessages(t *testing.T) {
	answer := conv.NewAssistantMessage("anthropic-messages", "anthropic", "m", 0)
	answer.Content = []conv.AssistantContent{&conv.TextContent{Text: "x"}}
	for _, c := range []struct {
		about   string
		dialect conv.Dialect
		want    string
	}{
		{"native", conv.Dialect{}, `"protocol":"anthropic-messages","provider":"anthropic","model":"m"}`},
		{"or", or, `"protocol":"anthropic-messages","provider":"anthropic","model":"m","stopReason":"","timestamp":0}`},
		{"pi", pi, `"api":"anthropic-messages","provider":"anthropic","model":"m","stopReason":"","timestamp":0}`},
	} {
		t.Run(c.about, func(t *testing.T) {
			want := `{"role":"assistant","content":[{"type":"text","text":"x"}],` + c.want
			data, err := c.dialect.MarshalMessage(answer)
			if err != nil || string(data) != want {
				t.Fatalf("%v\n%s", err, cmp.Diff(want, string(data)))
			}
			back, err := c.dialect.UnmarshalMessage(data)
			if err != nil || back.(*conv.AssistantMessage).Protocol != "anthropic-messages" {
				t.Errorf("it comes back as %+v, %v", back, err)
			}
			data, err = c.dialect.MarshalMessages([]conv.Message{conv.UserText("q"), answer})
			if err != nil || string(data) != `[{"role":"user","content":[{"type":"text","text":"q"}]},`+want+`]` {
				t.Errorf("a list: %s, %v", data, err)
			}
			list, err := c.dialect.UnmarshalMessages(data)
			if err != nil || len(list) != 2 {
				t.Errorf("a list comes back as %v, %v", list, err)
			}
		})
	}
	const unknown = `{"role":"user","content":[],"shell":"/"}`
	m, err := pi.UnmarshalMessage([]byte(unknown))
	if err != nil || conv.MetaOf(m).Extensions.Get("or", "shell") != `"/"` {
		t.Errorf("an unknown field is not the family's: %+v, %v", m, err)
	}
	if data, err := pi.MarshalMessage(m); err != nil || string(data) != unknown {
		t.Errorf("an unknown field comes back as %s, %v", data, err)
	}
}

func TestCustomsDescribeThemselves(t *testing.T) {
	notice := Notice{Text: "session resumed"}
	notice.Meta.ID = "n1"
	const want = `{"role":"custom","id":"n1","customType":"notice","data":{"text":"session resumed"}}`
	data, err := customs().MarshalMessage(notice)
	if err != nil || string(data) != want {
		t.Fatalf("got %s, %v", data, err)
	}
	back, err := customs().UnmarshalMessage(data)
	if n, ok := back.(Notice); err != nil || !ok || n.Text != notice.Text || n.Meta.ID != "n1" {
		t.Errorf("it comes back as %#v, %v", back, err)
	}
	list, err := customs().UnmarshalMessages([]byte("[" + want + `,{"role":"custom","customType":"progress","data":{"Done":1}},{"role":"user","content":[]}]`))
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	if p, ok := list[1].(*Progress); !ok || p.Done != 1 {
		t.Errorf("the progress comes back as %#v", list[1])
	}
	if _, ok := list[2].(*conv.UserMessage); !ok {
		t.Errorf("the user's message comes back as %#v", list[2])
	}

	var saved struct{ Messages conv.Messages }
	if saved.Messages, err = customs().StoreMessages(list); err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal(saved); err != nil {
		t.Fatal(err)
	}
	if err = json.Unmarshal(data, &saved); err != nil {
		t.Fatal(err)
	}
	if saved.Messages, err = customs().RestoreMessages(saved.Messages); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(list[0].(Notice).Text, saved.Messages[0].(Notice).Text); diff != "" || list[1].(*Progress).Done != saved.Messages[1].(*Progress).Done {
		t.Errorf("in a struct they come back as %v", saved.Messages)
	}
	if again, ok := list[0].(Notice); !ok || again.Text != notice.Text {
		t.Error("StoreMessages changed its argument")
	}
}

// The example of the specification: a history is saved, restored and extended.
func TestSaveAndRestore(t *testing.T) {
	messages := []conv.Message{conv.UserText("Name a Go web framework.")}
	reply := conv.NewAssistantMessage("anthropic-messages", "anthropic", "m", 0)
	reply.Content = []conv.AssistantContent{
		&conv.ThinkingContent{Thinking: "hm", ThinkingSignature: "s"},
		&conv.ToolCall{ID: "c1", Name: "look", Arguments: `{"n":1.0}`},
	}
	messages = append(messages, reply, conv.ToolResult("c1", "look", "Echo"))

	data, err := json.MarshalIndent(conv.Conversation{Messages: messages}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var restored conv.Conversation
	if err := json.Unmarshal(data, &restored); err != nil {
		t.Fatal(err)
	}
	answer, ok := restored.Messages[1].(*conv.AssistantMessage)
	if !ok || answer.Thinking() != "hm" || len(answer.ToolCalls()) != 1 || answer.ToolCalls()[0].Arguments != `{"n":1.0}` {
		t.Errorf("the answer comes back as %+v", restored.Messages[1])
	}
	restored.Messages = append(restored.Messages, conv.UserText("And one for CLIs?"))
	want := native(t, conv.NewConversation(append(messages, conv.UserText("And one for CLIs?"))...))
	if diff := cmp.Diff(want, native(t, &restored)); diff != "" {
		t.Error(diff)
	}
}
