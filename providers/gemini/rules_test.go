package gemini

import (
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// The newest models refuse a call without a signature: one that another
// model made gets the stand-in that the vendor documents, if the target is
// such a model. Nobody else's signature is put on it.
func TestCallsFromElsewhere(t *testing.T) {
	history := func() *conv.Conversation {
		answer := &conv.AssistantMessage{Protocol: conv.Protocol("anthropic-messages"), Provider: "anthropic", Model: "claude-sonnet-4-5"}
		answer.Content = []conv.AssistantContent{&conv.ToolCall{ID: "toolu_1", Name: "tide_table", Arguments: "{}"}}
		return conv.NewConversation(conv.UserText("Tides?"), answer, conv.ToolResult("toolu_1", "tide_table", "04:12"))
	}
	f := formatNamed(t, "gemini")
	signature := func(c *conv.Conversation) string {
		return fit.To(c, f, nil).Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ToolCall).ThoughtSignature
	}
	named := &format.TargetModel{Provider: "google", Model: "gemini-3-pro"}
	if got := signature(adapt.For(history(), f, named, nil)); got != "skip_thought_signature_validator" {
		t.Errorf("for a model: signed %q", got)
	}
	if got := signature(adapt.For(history(), f, nil, nil)); got != "" {
		t.Errorf("for no model: signed %q", got)
	}
	foreign := history()
	call := foreign.Messages[1].(*conv.AssistantMessage).Content[0].(*conv.ToolCall)
	call.ThoughtSignature = "EqQBCkYIARgCKkBoYXJib3VyLXNpZ25hdHVyZS1pbnZlbnRlZA=="
	notes := &note.Notes{}
	fit.To(foreign, f, notes)
	if got := signature(foreign); got != "" {
		t.Errorf("signed by another: %q", got)
	}
	if !slices.ContainsFunc(notes.List(), func(n note.Note) bool { return n.Code == note.CodeSignature && n.Severity == note.Loss }) {
		t.Errorf("signed by another, and nothing said: %v", notes.List())
	}
}
