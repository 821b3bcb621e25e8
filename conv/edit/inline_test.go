package edit

import (
	"strings"
	"testing"

	"convo/conv"
)

// calling is a conversation that says its name, calls helpers, and gets a result
// of each.
func calling(name string, helpers ...string) *conv.Conversation {
	c := conv.NewConversation(conv.UserText(name + "?"))
	c.ID = name
	a := &conv.AssistantMessage{}
	results := []conv.Message{}
	for _, h := range helpers {
		a.Content = append(a.Content, &conv.ToolCall{ID: name + ">" + h, Name: "agent", Conversation: h})
		results = append(results, &conv.ToolResultMessage{ToolCallID: name + ">" + h})
	}
	c.Messages = append(append(c.Messages, a), results...)
	c.Messages = append(c.Messages, &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.TextContent{Text: name + "."}}})
	return c
}

func spoken(c *conv.Conversation) string {
	var all []string
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			all = append(all, m.Text())
		case *conv.AssistantMessage:
			all = append(all, m.Text())
		case *conv.ToolResultMessage:
			all = append(all, "<"+m.ToolCallID)
		}
	}
	return strings.Join(all, " ")
}

func TestInlineHelpersOfHelpers(t *testing.T) {
	c, a, b, stray := calling("main", "a"), calling("a", "b"), calling("b"), calling("stray")
	before := spoken(c)
	out := Inline(c, []*conv.Conversation{b, a, stray})
	want := "main?  <main>a a?  <a>b b?  b. a. main. stray?  stray."
	if got := spoken(out); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if u := out.Messages[3].(*conv.UserMessage); !u.Injected || out.Messages[0].(*conv.UserMessage).Injected {
		t.Error("what a helper was told is injected, what a person said is not")
	}
	if call := out.Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ToolCall); call.Conversation != "" {
		t.Errorf("a call names %q, which is no conversation any more", call.Conversation)
	}
	if spoken(c) != before || c.Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ToolCall).Conversation != "a" {
		t.Error("the conversation that was given changed")
	}
}

// Helpers that started each other are not lost.
func TestInlineHelpersInACircle(t *testing.T) {
	got := spoken(Inline(calling("main"), []*conv.Conversation{calling("a", "b"), calling("b", "a")}))
	for _, name := range []string{"main.", "a.", "b."} {
		if strings.Count(got, name) != 1 {
			t.Errorf("%s is not there once: %s", name, got)
		}
	}
}
