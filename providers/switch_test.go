package providers_test

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
)

// The specification's example: one history goes from a Chat Completions model
// to a Messages model and back, unchanged.
func TestSwitchModelsBetweenTurns(t *testing.T) {
	draft := format.TargetModel{Provider: "deepseek", Model: "deepseek-v4-flash"}
	review := format.TargetModel{Provider: "minimax-cn", Model: "MiniMax-M2.7"}

	c := conv.Prompt("Compute 25 * 18 and explain the steps.")
	first := reply(t, "openai-chat-response", draft, `{"id":"c1","object":"chat.completion","created":1,"model":"deepseek-v4-flash","choices":[{"index":0,"finish_reason":"stop",
		"message":{"role":"assistant","reasoning_content":"20 * 18 and 5 * 18.","content":"450: 360 and 90."}}]}`)
	c.Messages = append(c.Messages, first, conv.UserText("Check the calculation above for mistakes."))

	sent(t, c, "anthropic", review, `{"messages":[
		{"role":"user","content":"Compute 25 * 18 and explain the steps."},
		{"role":"assistant","content":"450: 360 and 90."},
		{"role":"user","content":"Check the calculation above for mistakes."}],"max_tokens":4095}`)

	second := reply(t, "anthropic-response", review, `{"id":"m1","type":"message","role":"assistant","model":"MiniMax-M2.7","stop_reason":"end_turn","stop_sequence":null,
		"usage":{"input_tokens":30,"output_tokens":9},"content":[{"type":"thinking","thinking":"360 + 90 = 450.","signature":"EqQBCg=="},{"type":"text","text":"It is right."}]}`)
	c.Messages = append(c.Messages, second, conv.UserText("Thanks. And 26 * 18?"))

	t.Run("each gets back its own reasoning and no other's", func(t *testing.T) {
		sent(t, c, "openai-chat", draft, `{"messages":[
			{"role":"user","content":"Compute 25 * 18 and explain the steps."},
			{"role":"assistant","content":"450: 360 and 90.","reasoning_content":"20 * 18 and 5 * 18."},
			{"role":"user","content":"Check the calculation above for mistakes."},
			{"role":"assistant","content":"It is right."},
			{"role":"user","content":"Thanks. And 26 * 18?"}]}`)
		sent(t, c, "anthropic", review, `{"messages":[
			{"role":"user","content":"Compute 25 * 18 and explain the steps."},
			{"role":"assistant","content":"450: 360 and 90."},
			{"role":"user","content":"Check the calculation above for mistakes."},
			{"role":"assistant","content":[{"type":"thinking","thinking":"360 + 90 = 450.","signature":"EqQBCg=="},{"type":"text","text":"It is right."}]},
			{"role":"user","content":"Thanks. And 26 * 18?"}],"max_tokens":4095}`)
	})
	t.Run("it is stored and restored on the way", func(t *testing.T) {
		restored, err := conv.Native.Decode([]byte(native(c)), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range []format.TargetModel{draft, review} {
			for _, name := range []string{"openai-chat", "anthropic"} {
				f := lookup(t, name)
				one := written(f, fit.To(adapt.For(c, f, &target, nil), f, nil))
				two := written(f, fit.To(adapt.For(restored, f, &target, nil), f, nil))
				if string(one) != string(two) {
					t.Errorf("%s for %s is another body:\n%s\n%s", name, target.Model, one, two)
				}
			}
		}
	})
}

// reply is a model's answer as a caller records it.
func reply(t *testing.T, format string, from format.TargetModel, body string) *conv.AssistantMessage {
	t.Helper()
	m := decoded(t, lookup(t, format), []byte(body), nil).Messages[0].(*conv.AssistantMessage)
	m.Provider, m.Model = from.Provider, from.Model
	return m
}

// sent is the body that a target must get. The history must not change.
func sent(t *testing.T, c *conv.Conversation, format string, target format.TargetModel, want string) {
	t.Helper()
	before := native(c)
	f := lookup(t, format)
	body := string(written(f, fit.To(adapt.For(c, f, &target, nil), f, nil)))
	if want = strings.NewReplacer("\n", "", "\t", "").Replace(want); body != want {
		t.Errorf("%s gets\n%s\nwant\n%s", target.Model, body, want)
	}
	if native(c) != before {
		t.Error("the history was changed")
	}
}
