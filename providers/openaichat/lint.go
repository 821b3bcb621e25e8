package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/shape"
)

// lintRules are what the API's servers and compatible servers demand of a
// request.
func lintRules() []lint.Rule {
	return slices.Concat(callRules(), contentRules(), lint.ShapeRules(family, "O",
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.Unknown, shape.OutOfBounds))
}

const (
	adapts = "convo transform --for MODEL does it"
	sdk    = "the types of openai-go"
	longID = "issues openclaw 875, pydantic-ai 4389, autogen 6377 (40); agentao 321 (64)"
)

// callRules are about tool calls, their results and the tools.
func callRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "openai-chat/unanswered-call", Was: "O001", Severity: conv.Error, Check: lint.UnansweredCalls, Covers: "convo/unanswered-call",
			Title:   "every tool call has its result right after its answer",
			Explain: "The servers refuse a call whose result is missing or comes later. A history may not end in calls.",
			Source:  "issues qwen-code 606, litellm 28995",
			Fix:     "convo transform --repair stub adds error results and moves late ones to their calls",
		},
		{
			ID: "openai-chat/orphan-result", Was: "O002", Severity: conv.Error, Check: lint.OrphanResults, Covers: "convo/orphan-result",
			Title:   "every tool result answers a call of the answer before it",
			Explain: "The servers refuse a result of an earlier turn, or of no call.",
			Source:  "issue deepx-code 94",
			Fix:     "convo transform --repair drop removes such results",
		},
		{
			ID: "openai-chat/invalid-call-id", Was: "O004", Severity: conv.Error, Check: lint.InvalidCallIDs,
			Title:   "call ids have the characters and the length that the servers allow",
			Explain: "OpenAI allows 64 characters, for some accounts 40. Mistral wants nine letters and digits.",
			Source:  longID + "; gptel 1203, langchain 24668 (Mistral, code 3280)",
			Fix:     adapts,
		},
		{
			ID: "openai-chat/long-call-id", Was: "O021", Severity: conv.Warning, Check: lint.LongCallIDs,
			Title:   "call ids have at most 40 characters",
			Explain: "Many reports name a limit of 40 characters, others one of 64.",
			Source:  longID,
			Fix:     adapts,
		},
		{
			ID: "openai-chat/invalid-tool-name", Was: "O005", Severity: conv.Error, Check: lint.InvalidToolNames,
			Title:   "tool names have the characters and the length that the servers allow",
			Explain: "Letters, digits, _ and -, at most 64.",
			Source:  sdk,
			Fix:     adapts,
		},
		{
			ID: "openai-chat/user-after-result", Was: "O020", Severity: conv.Error, Check: usersAfterResults,
			Title:   "no user message comes right after a tool result",
			Explain: "Mistral refuses the role user after the role tool.",
			Source:  "issues datapizza 98, pi-neuralwatt 12 (code 3230)",
			Fix:     adapts,
		},
	}
}

// contentRules are about messages and the request.
func contentRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "openai-chat/answer-last", Was: "O009", Severity: conv.Error, Check: lint.AnswerLast,
			Title:   "the last message is not an answer",
			Explain: "Mistral does not continue an answer without prefix: true.",
			Source:  "issue rig 1130",
			Fix:     adapts,
		},
		{
			ID: "openai-chat/no-messages", Was: "O010", Severity: conv.Error, Check: lint.NoMessages,
			Title:   "there is a message",
			Explain: "The servers refuse a request without messages.",
			Source:  sdk,
			Fix:     "convo prompt adds one",
		},
		{
			ID: "openai-chat/empty-answer", Was: "O037", Severity: conv.Error, Check: emptyAnswers, Covers: "convo/empty-message",
			Title:   "every answer has content or calls",
			Explain: "Mistral refuses an answer with neither text nor calls.",
			Source:  "Mistral's servers: assistant message must have either content or tool_calls",
			Fix:     adapts,
		},
		{
			ID: "openai-chat/json-not-mentioned", Was: "O038", Severity: conv.Warning, Check: lint.SilentJSON,
			Title:   "a request for a JSON object mentions JSON",
			Explain: "The servers refuse a request for the type json_object if no message has the word JSON.",
			Source:  "OpenAI, structured outputs: JSON mode",
			Fix:     "ask for JSON in a message, or give a schema",
		},
		{
			ID: "openai-chat/invalid-schema-name", Was: "O039", Severity: conv.Error, Check: lint.InvalidSchemaNames,
			Title:   "the name of the answer's schema has the characters that the servers allow",
			Explain: "Letters, digits, _ and -, at most 64.",
			Source:  "OpenAI, the reference of response_format",
			Fix:     "rename the schema",
		},
		{
			ID: "openai-chat/large-metadata", Was: "O040", Severity: conv.Error, Check: lint.LargeMetadata,
			Title:   "metadata is within the limits of the servers",
			Explain: "At most 16 pairs, with keys of 64 and values of 512 characters.",
			Source:  "OpenAI, the reference of metadata",
			Fix:     "remove some of it",
		},
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
