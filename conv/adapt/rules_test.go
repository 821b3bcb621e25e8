package adapt

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// The rules of adaptation that no format of this build shows: those of
// vendors whose rules are data. The others are cases of testdata/conversions.

// chat is a wire of messages with what vendors of it demand.
func chat(rules format.Rules) *format.Format {
	return &format.Format{Name: "chat", Family: "openai-chat", Protocol: "openai-completions", Rules: rules, Capabilities: format.Capabilities{
		User: format.TextBlock | format.ImageBlock, Assistant: format.TextBlock | format.ThinkingBlock | format.ToolCallBlock, ToolResult: format.TextBlock, System: format.TextBlock,
		Image: format.DataSource, Features: format.Developer | format.SystemPrompt | format.Tools | format.BlockOrder | format.CallSignatures | format.RedactedThinking,
	}}
}

// bedrock demands turns that alternate and says errors in words.
var bedrock = format.Format{Name: "bedrock", Family: "bedrock", Capabilities: format.NativeCapabilities(), Rules: format.Rules{
	CallIDs: format.Alphabet{Word: true, Max: 64}, ToolNames: format.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, OrderResults: true, GroupResults: true, UniqueIDs: true, DeclareTools: true,
	UserFirst: true, UserLast: true, MergeUsers: true, MergeAnswers: true,
	FullText: true, FullMessages: true, FullErrors: true, TypedSchemas: true,
}}

// say is a message of a role with a text.
func say(role, text string) conv.Message {
	switch role {
	case "user":
		return conv.UserText(text)
	case "assistant":
		return conv.AssistantText(text)
	case "error":
		return &conv.ToolResultMessage{ToolCallID: "a", IsError: true}
	default:
		return conv.SystemText(text)
	}
}

func TestRulesOfVendors(t *testing.T) {
	call := func(id string) conv.Message { return history("call " + id).Messages[0] }
	result := func(id string) conv.Message { return history("result " + id).Messages[0] }
	thinking := func(blocks ...conv.AssistantContent) conv.Message { return &conv.AssistantMessage{Content: blocks} }
	named := &format.TargetModel{Provider: "p", Model: "m"}
	for _, test := range []struct {
		name   string
		to     *format.Format
		target *format.TargetModel
		in     []conv.Message
		want   string // a message a line
	}{
		{
			"A5.5 every answer has the field of reasoning", chat(format.Rules{ReasoningField: "reasoning_content"}), nil,
			[]conv.Message{
				say("user", "x"), thinking(&conv.ThinkingContent{Thinking: "hm", ThinkingSignature: "reasoning_content"}, &conv.TextContent{Text: "y"}),
				say("user", "z"), say("assistant", "w"),
			},
			"user: x\nassistant: [hm] y\nuser: z\nassistant: [] w",
		},
		{
			"A5.6 reasoning leads to something", chat(format.Rules{LedReasoning: true}), nil,
			[]conv.Message{
				say("user", "x"), thinking(&conv.ThinkingContent{Thinking: "a"}, &conv.TextContent{Text: "y"}, &conv.ThinkingContent{Thinking: "b"}),
				say("user", "z"), thinking(&conv.ThinkingContent{Thinking: "c"}), say("user", "w"),
			},
			"user: x\nassistant: [a] y\nuser: z\nuser: w",
		},
		{
			"A5.6 reasoning may lead to the next answer", chat(format.Rules{LedReasoning: true}), nil,
			[]conv.Message{thinking(&conv.ThinkingContent{Thinking: "a"}), say("assistant", "y")},
			"assistant: [a]\nassistant: y",
		},
		{
			"A5.7 the first call of another model is signed by a stand-in", chat(format.Rules{UnsignedCall: "skip"}), named,
			[]conv.Message{say("user", "x"), call("a b"), result("a"), result("b")},
			"user: x\nassistant: a~skip b\nresult a: result of a\nresult b: result of b",
		},
		{
			"A5.8 unsigned reasoning of the same model is text where it must be signed", signedChat(), &format.TargetModel{Provider: "p", Model: "m", From: "openai-completions"},
			[]conv.Message{say("user", "x"), &conv.AssistantMessage{Model: "m", Provider: "p", Protocol: "openai-completions", Content: []conv.AssistantContent{&conv.ThinkingContent{Thinking: "hm"}, &conv.TextContent{Text: "y"}}}},
			"user: x\nassistant: hm y",
		},
		{
			"A6.3 an id is one call's in its turn", chat(format.Rules{UniqueInTurn: true}), nil,
			[]conv.Message{thinking(&conv.ToolCall{ID: "a"}, &conv.ToolCall{ID: "a"}), result("a"), result("a"), call("a"), result("a")},
			"assistant: a a#2_3i2nv0o3uw6n1\nresult a: result of a\nresult a#2_3i2nv0o3uw6n1: result of a\nassistant: a\nresult a: result of a",
		},
		{
			"A8.1 an instruction says something", chat(format.Rules{FullText: true, FullMessages: true}), nil,
			[]conv.Message{say("user", "x"), say("system", ""), say("system", "y")},
			"user: x\nsystem: y",
		},
		{
			"A6.13 calls have definitions", &bedrock, nil,
			[]conv.Message{say("user", "x"), call("a"), result("a")},
			"tool run\nuser: x\nassistant: a\nresult a: result of a",
		},
		{
			"A7.3 an instruction in between is what the user says", chat(format.Rules{PromptOnly: true}), nil,
			[]conv.Message{say("user", "x"), say("system", "in French"), say("user", "y")},
			"user: x\nuser: [system] in French\nuser: y",
		},
		{
			"A7.4 an answer stands between a result and the user", chat(format.Rules{AnswerCalls: true, Bridge: "Done."}), nil,
			[]conv.Message{say("user", "x"), call("a"), result("a"), say("user", "y"), call("b"), result("b")},
			"user: x\nassistant: a\nresult a: result of a\nassistant: Done.\nuser: y\nassistant: b\nresult b: result of b",
		},
		{
			"A7.5 a call is never first", chat(format.Rules{CallsBehindUser: true, AnswerCalls: true}), nil,
			[]conv.Message{call("a"), result("a")},
			"user: (no message)\nassistant: a\nresult a: result of a",
		},
		{
			"A7.5 an answer in words may be first", chat(format.Rules{CallsBehindUser: true}), nil,
			[]conv.Message{say("assistant", "x"), say("user", "y")},
			"assistant: x\nuser: y",
		},
		{
			"A7.6 roles alternate", &bedrock, nil,
			[]conv.Message{say("user", "a"), say("user", " "), say("user", "b"), say("assistant", "c"), say("assistant", "d"), say("user", "e")},
			"user: a b\nassistant: c d\nuser: e",
		},
		{
			"A7.6 results and the user are one message", &bedrock, nil,
			[]conv.Message{say("user", "x"), call("a"), result("a"), say("user", "y")},
			"tool run\nuser: x\nassistant: a\n2 result a: result of a\n2 user: y",
		},
		{
			"A7.7 the user speaks last", &bedrock, named,
			[]conv.Message{say("user", "x"), say("assistant", "y")},
			"user: x\nassistant: y\nuser: Continue.",
		},
		{
			"A7.7 or the answer goes", &bedrock, &format.TargetModel{Model: "m", Prefill: format.PrefillDrop},
			[]conv.Message{say("user", "x"), say("assistant", "y")},
			"user: x",
		},
		{
			"A7.7 a conversation that is only converted keeps its end", &bedrock, nil,
			[]conv.Message{say("user", "x"), say("assistant", "y")},
			"user: x\nassistant: y",
		},
		{
			"A8.2 an error has a text", &bedrock, nil,
			[]conv.Message{say("user", "x"), call("a"), say("error", "")},
			"tool run\nuser: x\nassistant: a\nerror a: (error without text)",
		},
		{
			"A2.3 a result says where its image is", chat(format.Rules{AnswerCalls: true}), nil,
			[]conv.Message{say("user", "x"), call("a"), &conv.ToolResultMessage{ToolCallID: "a", Content: []conv.ToolResultContent{&conv.ImageContent{Data: "AAAA"}}}},
			"user: x\nassistant: a\nresult a: (see attached image)\nuser: Attached image(s) from tool result: <image>",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &conv.Conversation{Messages: test.in, Request: &conv.Request{Model: "m"}}
			before := nativeText(c)
			notes := &note.Notes{}
			got := fit.To(For(c, test.to, test.target, notes), test.to, notes)
			if d := spoken(got); d != test.want {
				t.Errorf("got\n%s\nwant\n%s", d, test.want)
			}
			if nativeText(c) != before {
				t.Error("the input was changed")
			}
			if same := spoken(c) == test.want; !same && len(notes.List()) == 0 {
				t.Error("a change without a note")
			}
			again := For(got, test.to, test.target, &note.Notes{})
			if spoken(again) != test.want {
				t.Errorf("adapted twice it is\n%s", spoken(again))
			}
		})
	}
}

// signedChat holds no reasoning that nobody signed.
func signedChat() *format.Format {
	f := chat(format.Rules{SignedReasoning: true})
	f.Capabilities.Thinking = format.OwnSignature
	return f
}

// spoken is a conversation as lines: who says what, with the group, if any.
func spoken(c *conv.Conversation) string {
	var lines []string
	for _, t := range c.Tools {
		lines = append(lines, "tool "+t.Name)
	}
	for _, m := range c.Messages {
		line := conv.MetaOf(m).Group
		switch m := m.(type) {
		case *conv.UserMessage:
			line += " user:" + words(m.Content)
		case *conv.AssistantMessage:
			line += " assistant:" + words(m.Content)
		case *conv.SystemMessage:
			line += " system:" + words(m.Content)
		case *conv.ToolResultMessage:
			what := " result "
			if m.IsError {
				what = " error "
			}
			line += what + m.ToolCallID + ":" + words(m.Content)
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}

func words[B conv.Block](content []B) (s string) {
	for _, b := range content {
		switch b := conv.Block(b).(type) {
		case *conv.TextContent:
			s += " " + b.Text
		case *conv.ThinkingContent:
			s += " [" + b.Thinking + "]"
		case *conv.ToolCall:
			s += " " + b.ID
			if b.ThoughtSignature != "" {
				s += "~" + b.ThoughtSignature
			}
		default:
			s += " <" + b.BlockType() + ">"
		}
	}
	return s
}

func TestRulesOfIDs(t *testing.T) {
	for _, test := range []struct {
		name     string
		alphabet format.Alphabet
		in, want string // "": as long as the alphabet says
	}{
		{"A6.2 nine letters and digits stay", format.Alphabet{Alnum: true, Min: 9, Max: 9}, "abcDEF123", "abcDEF123"},
		{"A6.2 others become nine letters and digits", format.Alphabet{Alnum: true, Min: 9, Max: 9}, "call_abc", ""},
		{"A6.2 the shortest too", format.Alphabet{Alnum: true, Min: 9, Max: 9}, "a", ""},
		{"A6.2 of two ids the first", format.Alphabet{Composite: true, Max: 40}, "call_1|fc_2", "call_1"},
		{"A6.2 none before the bar", format.Alphabet{Composite: true, Max: 40}, "|fc_2", "call"},
		{"A6.9 a name begins with a letter", format.Alphabet{Word: true, Also: ".:", Letter: true, Max: 64}, "9.lives of", "_9.lives_of"},
		{"A6.9 no name at all", format.Alphabet{Word: true, Max: 64}, "", "call"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := spell(&test.alphabet, test.in, 0)
			if test.want != "" && got != test.want || !test.alphabet.Admits(got) || got != spell(&test.alphabet, test.in, 0) {
				t.Errorf("%q became %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestFlattenTools(t *testing.T) {
	c := history("user", "call a b", "result a", "result b", "answer")
	c.Tools = []conv.ToolDefinition{{Name: "run"}}
	c.Request = &conv.Request{ToolChoice: &conv.ToolChoice{Mode: conv.ChoiceRequired}}
	c.Messages[3].(*conv.ToolResultMessage).IsError = true
	c.Messages[3].(*conv.ToolResultMessage).Content = []conv.ToolResultContent{&conv.TextContent{Text: "a ``` b"}, &conv.ImageContent{Data: "AAAA"}}
	before := nativeText(c)
	want := strings.Join([]string{
		"user: hello",
		"assistant: ```tool call: run\n{}\n``` ```tool call: run\n{}\n```",
		"user: ```tool result: run\nresult of a\n``` ````tool error: run\na ``` b\n```` <image>",
		"assistant: done",
	}, "\n")
	notes := &note.Notes{}
	t.Run("A6.10 calls and results are text for those without tools", func(t *testing.T) {
		got := Flatten(c, notes)
		if spoken(got) != want || got.Tools != nil || got.Request.ToolChoice != nil {
			t.Errorf("got\n%s\nwant\n%s", spoken(got), want)
		}
		if notes.Losses() == 0 || nativeText(c) != before {
			t.Error("no note, or the input was changed")
		}
	})
	t.Run("A6.10 also by themselves, where a format holds no calls", func(t *testing.T) {
		to := chat(format.Rules{})
		to.Capabilities.Assistant, to.Capabilities.Features = format.TextBlock, format.SystemPrompt
		if got := spoken(fit.To(For(c, to, nil, nil), to, nil)); got != want {
			t.Errorf("got\n%s", got)
		}
	})
}

func TestThinkingAs(t *testing.T) {
	c := &conv.Conversation{Messages: []conv.Message{
		conv.UserText("x"),
		&conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ThinkingContent{Thinking: "hm", ThinkingSignature: "s"}, &conv.ThinkingContent{Redacted: true}, &conv.TextContent{Text: "y"}}},
		&conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ThinkingContent{Thinking: "ah"}}},
	}}
	before := nativeText(c)
	for policy, want := range map[format.ThinkingPolicy]string{
		format.ThinkingDrop: "user: x\nassistant: y",
		format.ThinkingText: "user: x\nassistant: hm y\nassistant: ah",
	} {
		notes := &note.Notes{}
		if got := spoken(Thinking(c, policy, notes)); got != want || notes.Losses() == 0 {
			t.Errorf("%d: got %q, want %q, %d losses", policy, got, want, notes.Losses())
		}
	}
	if nativeText(c) != before {
		t.Error("the input was changed")
	}
	plain := conv.Prompt("x")
	if Thinking(plain, format.ThinkingDrop, nil) != plain {
		t.Error("a conversation without reasoning is not itself")
	}
}

func TestRepair(t *testing.T) {
	for _, test := range []struct {
		in               []string
		stub, drop, says string
	}{
		{[]string{"user", "call a b", "result b", "result a", "answer"}, "user, call a b, result b, result a, answer", "user, call a b, result b, result a, answer", ""},
		{[]string{"user", "call a", "user"}, "user, call a, error a, user", "user, user", `messages[1].content[0]: call "a" has no result after it`},
		{[]string{"call a b", "result b"}, "call a b, error a, result b", "call b, result b", `messages[0].content[0]: call "a" has no result after it`},
		{[]string{"result x", "answer"}, "answer", "answer", `messages[0]: the result for "x" answers no call of the answer before it`},
		{[]string{"call a", "result a", "result a"}, "call a, result a", "call a, result a", `messages[2]: the result for "a" answers no call of the answer before it`},
		{[]string{"call a b", "result a", "result a"}, "call a b, result a, error b", "call a, result a", `messages[0].content[0]: call "a" has 2 results`},
		{[]string{"call a", "user", "result a"}, "call a, result a, user", "call a, result a, user", `messages[0].content[0]: call "a" has no result after it`},
		{[]string{"call a a", "result a", "result a"}, "call a a, result a, result a", "call a a, result a, result a", ""},
	} {
		c := history(test.in...)
		before := nativeText(c)
		for policy, want := range map[format.RepairPolicy]string{format.RepairStub: test.stub, format.RepairDrop: test.drop} {
			notes := &note.Notes{}
			got, err := Repair(c, policy, notes)
			if s := strings.Join(outline(got), ", "); err != nil || s != want {
				t.Errorf("%v, %d: got %s, %v", test.in, policy, s, err)
			}
			if changed := strings.Join(test.in, ", ") != want; changed == (len(notes.List()) == 0) {
				t.Errorf("%v, %d: changed %v, notes %v", test.in, policy, changed, notes.List())
			}
			if again, _ := Repair(got, policy, nil); again != got {
				t.Errorf("%v, %d: repaired twice it changes", test.in, policy)
			}
		}
		if _, err := Repair(c, format.RepairError, nil); test.says == "" && err != nil || test.says != "" && fmt.Sprint(err) != test.says {
			t.Errorf("%v: %v, want %s", test.in, err, test.says)
		}
		if nativeText(c) != before {
			t.Errorf("%v: the input was changed", test.in)
		}
	}
}

// A reply to an adapted conversation calls its tools as they are called.
func TestRestoreNames(t *testing.T) {
	c := history("user")
	c.Tools = []conv.ToolDefinition{{Name: "weather.now"}, {Name: "weather_now"}}
	adapted := For(c, &strictRules, nil, nil)
	reply := &conv.AssistantMessage{Content: []conv.AssistantContent{
		&conv.ToolCall{ID: "1", Name: adapted.Tools[0].Name}, &conv.ToolCall{ID: "2", Name: "weather_now"}, &conv.ToolCall{ID: "3", Name: "else"},
	}}
	var names []string
	for _, call := range RestoreNames(reply, c, adapted).ToolCalls() {
		names = append(names, call.Name)
	}
	if got := strings.Join(names, " "); got != "weather.now weather_now else" {
		t.Error(got)
	}
}

// What a request asks of reasoning is what its model takes, and beside it
// stands nothing that reasoning excludes.
func TestRulesOfReasoning(t *testing.T) {
	for _, test := range []struct {
		rules   format.Rules
		request conv.Request
		want    string // effort, temperature, top p
		losses  int
	}{
		{format.Rules{Efforts: " low high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "high"}}, "high  ", 0},
		{format.Rules{Efforts: " low high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "medium"}}, "high  ", 1},
		{format.Rules{Efforts: " low high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "minimal"}}, "low  ", 1},
		{format.Rules{Efforts: " low high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "max"}}, "high  ", 1},
		{format.Rules{Efforts: " low high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "hgih"}}, "  ", 1},
		{format.Rules{Efforts: " none high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "none"}}, "none  ", 0},
		{format.Rules{Efforts: " none high "}, conv.Request{Reasoning: &conv.Reasoning{Effort: "low"}}, "high  ", 1},
		{format.Rules{ReasoningExcludes: format.Temperature | format.TopP}, conv.Request{Temperature: "0.5", TopP: "0.9", Reasoning: &conv.Reasoning{Effort: "low"}}, "low  ", 2},
		{format.Rules{ReasoningExcludes: format.Temperature}, conv.Request{Temperature: "0.5", TopP: "0.9", Reasoning: &conv.Reasoning{Effort: "low"}}, "low  0.9", 1},
		{format.Rules{ReasoningExcludes: format.Temperature | format.TopP}, conv.Request{Temperature: "0.5", Reasoning: &conv.Reasoning{Effort: "none"}}, "none 0.5 ", 0},
	} {
		c := conv.Conversation{Messages: []conv.Message{say("user", "x")}, Request: &test.request}
		var notes note.Notes
		r := For(&c, chat(test.rules), &format.TargetModel{}, &notes).Request
		got := fmt.Sprint(r.Reasoning.Effort, " ", r.Temperature, " ", r.TopP)
		if losses := notes.Losses(); got != test.want || losses != test.losses {
			t.Errorf("%+v: %q with %d losses, want %q with %d", test.request, got, losses, test.want, test.losses)
		}
	}
}
