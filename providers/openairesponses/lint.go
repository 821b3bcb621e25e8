package openairesponses

import (
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
)

// lintRules are the rules that the API's servers enforce on a request.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "R", callRules(), contentRules(), lint.ShapeRules(
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.Unknown, shape.OutOfBounds))
}

const (
	sdk = "the types of openai-go"
)

// callRules are about tool calls, their results and the tools.
func callRules() []lint.Rule {
	return []lint.Rule{
		lint.UnansweredCalls("Responses API: No tool output found"),
		lint.OrphanResults("Responses API: No tool call found"),
		lint.ReusedCallIDs("only call_id matches an output to its call"),
		lint.InvalidCallIDs("At most 64 characters.", "the source of pi; issue agentao 321"),
		lint.InvalidToolNames("Letters, digits, _ and -, at most 64.", sdk),
		lint.UntypedParameters("Responses API: schema must be a JSON Schema of type object"),
	}
}

// contentRules are about messages and the request.
func contentRules() []lint.Rule {
	return []lint.Rule{
		lint.NoMessages("The servers refuse a request that has nothing but instructions.", sdk),
		{
			ID: "idle-reasoning", Was: "015", Severity: note.Error, Check: idleReasoning,
			Title:   "reasoning is followed by what it led to",
			Explain: "The servers refuse a reasoning item without the item after it.",
			Source:  "issues openai-node 1567, vercel/ai 7099, inspect_ai 1990",
			Fix:     lint.Adapts,
		},
		lint.SilentJSON("OpenAI, structured outputs: JSON mode"),
		lint.InvalidSchemaNames("OpenAI, the reference of response_format"),
		lint.LargeMetadata("OpenAI, the reference of metadata"),
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
