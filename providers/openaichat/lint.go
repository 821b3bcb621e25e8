package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
)

// lintRules are what the API's servers and compatible servers demand of a
// request.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "O", callRules(), contentRules(), lint.ShapeRules(
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.Unknown, shape.OutOfBounds))
}

const (
	sdk    = "the types of openai-go"
	longID = "issues openclaw 875, pydantic-ai 4389, autogen 6377 (40); agentao 321 (64)"
)

// callRules are about tool calls, their results and the tools.
func callRules() []lint.Rule {
	return []lint.Rule{
		lint.UnansweredCalls("issues qwen-code 606, litellm 28995"),
		lint.OrphanResults("issue deepx-code 94"),
		lint.InvalidCallIDs("OpenAI allows 64 characters, for some accounts 40. Mistral wants nine letters and digits.", longID+"; gptel 1203, langchain 24668 (Mistral, code 3280)"),
		lint.LongCallIDs(longID),
		lint.InvalidToolNames("Letters, digits, _ and -, at most 64.", sdk),
		{
			ID: "user-after-result", Was: "020", Severity: note.Error, Check: usersAfterResults,
			Title:   "no user message comes right after a tool result",
			Explain: "Mistral refuses the role user after the role tool.",
			Source:  "issues datapizza 98, pi-neuralwatt 12 (code 3230)",
			Fix:     lint.Adapts,
		},
	}
}

// contentRules are about messages and the request.
func contentRules() []lint.Rule {
	return []lint.Rule{
		lint.AnswerLast("Mistral does not continue an answer without prefix: true.", "issue rig 1130"),
		lint.NoMessages("The servers refuse a request without messages.", sdk),
		{
			ID: "empty-answer", Was: "037", Severity: note.Error, Check: emptyAnswers, Covers: "convo/empty-message",
			Title:   "every answer has content or calls",
			Explain: "Mistral refuses an answer with neither text nor calls.",
			Source:  "Mistral's servers: assistant message must have either content or tool_calls",
			Fix:     lint.Adapts,
		},
		lint.SilentJSON("OpenAI, structured outputs: JSON mode"),
		lint.InvalidSchemaNames("OpenAI, the reference of response_format"),
		lint.LargeMetadata("OpenAI, the reference of metadata"),
	}
}

// usersAfterResults finds user messages where the servers want an answer.
func usersAfterResults(s *lint.Subject) {
	if s.Rules.Bridge == "" {
		return
	}
	for i, m := range s.History {
		if u, ok := m.(*conv.UserMessage); ok && i > 0 && conv.RoleOf(s.History[i-1]) == conv.RoleToolResult {
			s.Reportf(&u.Node, "this user message comes right after a tool result")
		}
	}
}

// emptyAnswers finds answers without content and calls.
func emptyAnswers(s *lint.Subject) {
	if !s.Rules.FullAnswers {
		return
	}
	for _, m := range s.History {
		if a, ok := m.(*conv.AssistantMessage); ok && !slices.ContainsFunc(a.Content, isMore) {
			s.Reportf(&a.Node, "this answer has no content and no calls")
		}
	}
}

// isMore reports whether a block is more than an empty text.
func isMore(b conv.AssistantContent) bool {
	t, ok := b.(*conv.TextContent)
	return !ok || t.Text != ""
}
