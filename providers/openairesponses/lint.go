package openairesponses

import (
	"slices"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/shape"
)

// lintRules are the rules that the API's servers enforce on a request.
func lintRules() []lint.Rule {
	return slices.Concat(callRules(), contentRules(), lint.ShapeRules(family, "R",
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.Unknown, shape.OutOfBounds))
}

const (
	adapts = "convo transform --for MODEL does it"
	sdk    = "the types of openai-go"
)

// callRules are about tool calls, their results and the tools.
func callRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "openai-responses/unanswered-call", Was: "R001", Severity: conv.Error, Check: lint.UnansweredCalls, Covers: "convo/unanswered-call",
			Title:   "every tool call has its result right after its answer",
			Explain: "The servers refuse a call whose result is missing or comes later. A history may not end in calls.",
			Source:  "Responses API: No tool output found",
			Fix:     "convo transform --repair stub adds error results and moves late ones to their calls",
		},
		{
			ID: "openai-responses/orphan-result", Was: "R002", Severity: conv.Error, Check: lint.OrphanResults, Covers: "convo/orphan-result",
			Title:   "every tool result answers a call of the answer before it",
			Explain: "The servers refuse a result of an earlier turn, or of no call.",
			Source:  "Responses API: No tool call found",
			Fix:     "convo transform --repair drop removes such results",
		},
		{
			ID: "openai-responses/reused-call-id", Was: "R003", Severity: conv.Error, Check: lint.ReusedCallIDs, Covers: "convo/reused-call-id",
			Title:   "all tool calls of a history have different ids",
			Explain: "The servers compare the ids of all turns.",
			Source:  "only call_id says which call an output answers",
			Fix:     adapts,
		},
		{
			ID: "openai-responses/invalid-call-id", Was: "R004", Severity: conv.Error, Check: lint.InvalidCallIDs,
			Title:   "call ids have the length that the servers allow",
			Explain: "At most 64 characters.",
			Source:  "the source of pi; issue agentao 321",
			Fix:     adapts,
		},
		{
			ID: "openai-responses/invalid-tool-name", Was: "R005", Severity: conv.Error, Check: lint.InvalidToolNames,
			Title:   "tool names have the characters and the length that the servers allow",
			Explain: "Letters, digits, _ and -, at most 64.",
			Source:  sdk,
			Fix:     adapts,
		},
		{
			ID: "openai-responses/untyped-parameters", Was: "R013", Severity: conv.Error, Check: lint.UntypedParameters,
			Title:   "the parameters of a tool are of type object",
			Explain: "The schema of the parameters must have type object at its top.",
			Source:  "Responses API: schema must be a JSON Schema of type object",
			Fix:     adapts,
		},
	}
}

// contentRules are about messages and the request.
func contentRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "openai-responses/no-messages", Was: "R010", Severity: conv.Error, Check: lint.NoMessages,
			Title:   "there is a message",
			Explain: "The servers refuse a request that has nothing but instructions.",
			Source:  sdk,
			Fix:     "convo prompt adds one",
		},
		{
			ID: "openai-responses/idle-reasoning", Was: "R015", Severity: conv.Error, Check: idleReasoning,
			Title:   "reasoning is followed by what it led to",
			Explain: "The servers refuse a reasoning item without the item after it.",
			Source:  "issues openai-node 1567, vercel/ai 7099, inspect_ai 1990",
			Fix:     adapts,
		},
		{
			ID: "openai-responses/json-not-mentioned", Was: "R038", Severity: conv.Warning, Check: lint.SilentJSON,
			Title:   "a request for a JSON object mentions JSON",
			Explain: "The servers refuse a request for the type json_object if no message has the word JSON.",
			Source:  "OpenAI, structured outputs: JSON mode",
			Fix:     "ask for JSON in a message, or give a schema",
		},
		{
			ID: "openai-responses/invalid-schema-name", Was: "R039", Severity: conv.Error, Check: lint.InvalidSchemaNames,
			Title:   "the name of the answer's schema has the characters that the servers allow",
			Explain: "Letters, digits, _ and -, at most 64.",
			Source:  "OpenAI, the reference of response_format",
			Fix:     "rename the schema",
		},
		{
			ID: "openai-responses/large-metadata", Was: "R040", Severity: conv.Error, Check: lint.LargeMetadata,
			Title:   "metadata is within the limits of the servers",
			Explain: "At most 16 pairs, with keys of 64 and values of 512 characters.",
			Source:  "OpenAI, the reference of metadata",
			Fix:     "remove some of it",
		},
	}
}

// idleReasoning finds reasoning at the end of an answer.
func idleReasoning(s *lint.Subject) {
	if !s.Rules.LedReasoning {
		return
	}
	for i, m := range s.History {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || len(a.Content) == 0 || i+1 < len(s.History) && conv.RoleOf(s.History[i+1]) == conv.RoleAssistant {
			continue
		}
		if t, ok := a.Content[len(a.Content)-1].(*conv.ThinkingContent); ok {
			s.Reportf(&t.Node, "nothing follows this reasoning in its answer")
		}
	}
}
