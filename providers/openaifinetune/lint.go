package openaifinetune

import (
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
	"convo/conv/training"
)

// lintRules are what the check of an uploaded file demands.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "F", requestRules(), answerRules(), lint.ShapeRules(
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.Unknown, shape.OutOfBounds))
}

const (
	sdk    = "the types of openai-go"
	longID = "issues openclaw 875, pydantic-ai 4389, autogen 6377 (40); agentao 321 (64)"
)

// requestRules are the rules that lines share with requests.
func requestRules() []lint.Rule {
	return []lint.Rule{
		lint.Because("A call whose result is missing or comes later is refused. Calls of the last answer may have no results.",
			lint.UnansweredCalls("issues qwen-code 606, litellm 28995")),
		lint.OrphanResults("issue deepx-code 94"),
		lint.InvalidCallIDs("At most 64 characters, for some accounts 40.", longID),
		lint.LongCallIDs(longID),
		lint.InvalidToolNames("Letters, digits, _ and -, at most 64.", sdk),
		noExample(),
		lint.UnsupportedMedia("JPEG, PNG or WebP.", "OpenAI, vision fine-tuning"),
	}
}

// noExample is the rule that a line has a message.
func noExample() lint.Rule {
	r := lint.NoMessages("An example that has nothing but a system prompt is refused.", sdk)
	r.Fix = "remove the line"
	return r
}

// answerRules are the rules that only training data has.
func answerRules() []lint.Rule {
	const format = "OpenAI, supervised fine-tuning: formatting your data"
	return []lint.Rule{
		{
			ID: "no-last-answer", Was: "031", Severity: note.Error, Check: unlearnedEnd,
			Title:   "the last message is an answer",
			Explain: "An example ends in what the model should learn. Only examples for a grader end in a user message.",
			Source:  format,
			Fix:     "convo transform --slice removes what comes after the last answer",
		},
		{
			ID: "nothing-to-learn", Was: "032", Severity: note.Error, Check: nothingLearned,
			Title:   "there is an answer to learn",
			Explain: "The model learns nothing from an example whose answers are missing or have weight 0.",
			Source:  format,
			Fix:     "remove the line",
		},
		{
			ID: "invalid-weight", Was: "033", Severity: note.Error, Check: strangeWeights,
			Title:   "weights are 0 or 1, and only answers have them",
			Explain: "The model reads an answer of weight 0 but does not learn it. It learns one of weight 1. No other message has a weight.",
			Source:  "OpenAI, supervised fine-tuning: weight is 0 or 1",
			Fix:     "use 0 or 1, and remove weight from other messages",
		},
		{
			ID: "invalid-preference", Was: "034", Severity: note.Error, Check: unlikePreferences,
			Title:   "each output of a preference is one message of the assistant",
			Explain: "preferred_output and non_preferred_output are compared as one answer each.",
			Source:  "OpenAI, direct preference optimization: each output is one assistant message",
			Fix:     "move earlier messages into input.messages",
		},
		{
			ID: "too-few-lines", Was: "035", Severity: note.Warning, Lines: tooFewLines,
			Title:   "a file has at least ten conversations",
			Explain: "A file with fewer is refused. A part of a larger upload may have any number.",
			Source:  "OpenAI, supervised fine-tuning: at least 10 examples",
			Fix:     "put more lines into the file",
		},
	}
}

// tooFewLines reports a file with too few conversations.
func tooFewLines(count int) string {
	const fewest = 10
	if count >= fewest {
		return ""
	}
	return fmt.Sprintf("the file has %d conversations, fewer than %d", count, fewest)
}

// unlearnedEnd finds a history that goes on after the last answer.
func unlearnedEnd(s *lint.Subject) {
	answered := slices.ContainsFunc(s.History, func(m conv.Message) bool { return conv.RoleOf(m) == conv.RoleAssistant })
	if !answered || lint.LastAnswer(s.History) != nil || isGraded(s) {
		return
	}
	end := s.History[len(s.History)-1]
	s.Reportf(&conv.MetaOf(end).Node, "the last message is of role %s", conv.RoleOf(end))
}

// isGraded reports whether a line is for a grader: it ends in a question, and has
// columns besides.
func isGraded(s *lint.Subject) bool {
	if len(s.History) == 0 || !s.Extensions.HasFields(training.Family) {
		return false
	}
	_, asks := s.History[len(s.History)-1].(*conv.UserMessage)
	return asks
}

// nothingLearned finds a history without an answer of weight 1.
func nothingLearned(s *lint.Subject) {
	answers := 0
	for _, m := range s.History {
		if a, ok := m.(*conv.AssistantMessage); ok {
			if answers++; weightOf(&a.Node) != "0" {
				return
			}
		}
	}
	switch {
	case isGraded(s):
	case answers > 0:
		s.Reportf(&s.Node, "all answers have weight 0")
	case len(s.History) > 0:
		s.Reportf(&s.Node, "there is no answer")
	}
}

// weightOf returns the weight of a message in training, "" if the line has
// none.
func weightOf(n *conv.Node) conv.Raw { return training.Own.Get(n, training.Weight) }

// strangeWeights finds weights other than 0 and 1, and weights of messages that
// are not answers.
func strangeWeights(s *lint.Subject) {
	for _, m := range s.Messages {
		n := &conv.MetaOf(m).Node
		w := weightOf(n)
		if w == "" {
			continue
		}
		if _, ok := m.(*conv.AssistantMessage); !ok {
			s.Reportf(n, "a message of role %s has a weight", conv.RoleOf(m))
		} else if x, ok := conv.Number(w).Int(); !ok || x != 0 && x != 1 {
			s.Reportf(n, "the weight is neither 0 nor 1")
		}
	}
	if training.Own.Get(&s.Node, format.PromptMessage) != "" {
		s.Reportf(&s.Node, "the system prompt has a weight")
	}
}

// unlikePreferences finds outputs of a preference that are not one answer.
func unlikePreferences(s *lint.Subject) {
	p := training.Of(s.Whole)
	switch {
	case !p.Pair:
	case !isOneAnswer(p.Chosen):
		s.Reportf(&s.Node, "the preferred output is not one message of the assistant")
	case !isOneAnswer(p.Rejected):
		s.Reportf(&s.Node, "the output that is not preferred is not one message of the assistant")
	}
}

func isOneAnswer(messages []conv.Message) bool {
	return len(messages) == 1 && conv.RoleOf(messages[0]) == conv.RoleAssistant
}
