package anthropic

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
	"convo/providers/internal/protocol"
)

// lintRules are the rules that the API's servers enforce on a request.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "A", callRules(), contentRules(), requestRules(), lint.ShapeRules(
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.Unknown, shape.OutOfBounds))
}

// callRules are about tool calls, their results and the tools.
func callRules() []lint.Rule {
	return []lint.Rule{
		lint.UnansweredCalls("issue claude-code 5060"),
		lint.OrphanResults("Messages API: unexpected tool_use_id"),
		lint.ReusedCallIDs("Messages API: tool_use ids must be unique"),
		lint.InvalidCallIDs("Letters, digits, _ and -, at most 64.", "Messages API, the pattern of tool_use.id"),
		lint.InvalidToolNames("Letters, digits, _ and -, at most 128.", "the types of anthropic-sdk-go"),
		lint.UntypedParameters("the types of anthropic-sdk-go"),
	}
}

// contentRules are about messages and their content.
func contentRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "empty-text", Was: "006", Severity: note.Error, Check: emptyTexts,
			Title:   "no text is empty",
			Explain: "The servers refuse an empty text block, and one of a user with white space only.",
			Source:  "issue hermes 55092; Messages API: text content blocks must be non-empty",
			Fix:     lint.Adapts,
		},
		lint.EmptyMessages("issue hermes 55092"),
		{
			ID: "trailing-space", Was: "008", Severity: note.Error, Check: spaceAtEnd,
			Title:   "an answer at the end does not end in white space",
			Explain: "The model continues after the last character, and its tokens begin with the space.",
			Source:  "issue hermes 55092; Messages API: text content blocks must be non-empty",
			Fix:     lint.Adapts,
		},
		lint.AnswerLast("The model cannot continue an answer that it did not begin.", "the types of anthropic-sdk-go"),
		lint.NoMessages("The servers refuse a request that has nothing but a system prompt.", "the types of anthropic-sdk-go"),
		lint.UnsupportedMedia("Images are JPEG, PNG, GIF or WebP. Documents are PDF.", "the types of anthropic-sdk-go"),
		{
			ID: "unsigned-reasoning", Was: "026", Severity: note.Error, Check: unsignedReasoning, Covers: "convo/foreign-signature",
			Title:   "reasoning has Anthropic's signature",
			Explain: "The servers refuse reasoning without its signature, or with the signature of another provider.",
			Source:  "extended thinking: preserving thinking blocks; issue claude-code 63221",
			Fix:     lint.Adapts,
		},
	}
}

// requestRules are about what a request asks for.
func requestRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "too-many-cache-marks", Was: "012", Severity: note.Error, Check: manyMarks,
			Title:   "there are at most four cache_control marks",
			Explain: "The servers refuse a request with more of them.",
			Source:  "prompt caching: up to 4 cache breakpoints",
			Fix:     lint.Adapts,
		},
		{
			ID: "thinking-conflict", Was: "014", Severity: note.Error, Check: thinkingConflicts,
			Title:   "reasoning comes without temperature, top k or a forced call",
			Explain: "With thinking on, the temperature has to be 1 and the tool choice auto or none.",
			Source:  "extended thinking: feature compatibility",
			Fix:     lint.Adapts,
		},
		{
			ID: "thinking-budget", Was: "022", Severity: note.Error, Check: wideBudgets,
			Title:   "the budget for reasoning is below the limit of output tokens",
			Explain: "Reasoning counts as output, so its budget must leave room for an answer. It is at least 1024.",
			Source:  "extended thinking: budget_tokens",
			Fix:     "raise maxTokens, or lower the budget",
		},
	}
}

// emptyTexts finds texts without words. The only text of a tool result may be
// empty.
func emptyTexts(s *lint.Subject) {
	if !s.Rules.FullText {
		return
	}
	lint.EachBlock(s.Conversation, func(m conv.Message, b conv.Block) {
		t, ok := b.(*conv.TextContent)
		if !ok {
			return
		}
		blank := t.Text == ""
		switch m := m.(type) {
		case *conv.UserMessage:
			blank = strings.TrimSpace(t.Text) == ""
		case *conv.ToolResultMessage:
			blank = blank && len(m.Content) > 1
		case *conv.CustomMessage:
			return
		}
		if blank {
			s.Reportf(&t.Node, "this text is empty")
		}
	})
}

// spaceAtEnd finds white space at the end of the last answer.
func spaceAtEnd(s *lint.Subject) {
	a := lint.LastAnswer(s.History)
	if !s.Rules.TrimLast || a == nil || len(a.Content) == 0 {
		return
	}
	t, ok := a.Content[len(a.Content)-1].(*conv.TextContent)
	if ok && strings.TrimRight(t.Text, " \t\r\n") != t.Text {
		s.Reportf(&t.Node, "the last answer ends in white space")
	}
}

// unsignedReasoning finds reasoning without a signature of the vendor.
func unsignedReasoning(s *lint.Subject) {
	lint.EachBlock(s.Conversation, func(_ conv.Message, b conv.Block) {
		t, ok := b.(*conv.ThinkingContent)
		if !ok {
			return
		}
		switch by := protocol.Signer(t.ThinkingSignature); {
		case t.ThinkingSignature == "":
			s.Reportf(&t.Node, "this reasoning has no signature")
		case by != "" && by != requestHolds.Provider:
			s.Reportf(&t.Node, "%s signed this reasoning", by)
		}
	})
}

// manyMarks finds the first cache_control above the limit.
func manyMarks(s *lint.Subject) {
	if s.Rules.CacheMarks == 0 {
		return
	}
	before, marked := adapt.CacheMarks(s.Conversation, family)
	if over := s.Rules.CacheMarks - before; over >= 0 && over < len(marked) {
		s.Reportf(marked[over], "this cache_control is one more than the %d that are allowed", s.Rules.CacheMarks)
	}
}

// thinkingConflicts finds parameters that a request for reasoning may not
// have.
func thinkingConflicts(s *lint.Subject) {
	q := s.Request
	if !s.Rules.PlainThinking || q == nil || !q.Reasoning.Thinks() {
		return
	}
	if t := q.Temperature; t != "" && t != "1" && t != "1.0" {
		s.Reportf(&q.Node, "reasoning does not allow a temperature of %s", t)
	}
	if q.TopK != "" {
		s.Reportf(&q.Node, "reasoning does not allow top k")
	}
	if c := q.ToolChoice; c != nil && (c.Mode == conv.ChoiceRequired || c.Mode == conv.ChoiceTool) {
		s.Reportf(&c.Node, "reasoning does not allow a forced call")
	}
}

// wideBudgets finds budgets for reasoning that leave no room for an answer.
func wideBudgets(s *lint.Subject) {
	q := s.Request
	if !s.Rules.PlainThinking || q == nil || q.Reasoning == nil || q.Reasoning.BudgetTokens == "" {
		return
	}
	budget, err := strconv.ParseInt(string(q.Reasoning.BudgetTokens), 10, 64)
	if err != nil {
		return
	}
	if limit, err := strconv.ParseInt(string(q.MaxTokens), 10, 64); err == nil && budget >= limit {
		s.Reportf(&q.Reasoning.Node, "a budget of %d tokens for reasoning leaves no room within the limit of %d", budget, limit)
	}
}
