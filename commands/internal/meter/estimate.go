package meter

import (
	"cmp"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/providers"
)

// estimating is what --estimate asks for.
type estimating struct {
	model  string // of -m
	output *int64 // tokens of the answer; nil: the request's limit

	unlimited bool   // an answer is not counted, for nothing says how long it may be
	tokenizer string // that counted the texts of the last one; "": none

	name string // of the goal that was found last, nil where there is none
	goal *providers.Goal
}

// goalNamed is what a model takes, nil if nobody knows.
func (e *estimating) goalNamed(name string) *providers.Goal {
	if name != e.name {
		e.name = name
		e.goal, _ = providers.GoalNamed(name)
	}
	return e.goal
}

// readEstimate reads the flags of an estimate.
func (m *metering) readEstimate(flags *frame.Flags) error {
	if !flags.Bool("estimate") {
		for _, name := range []string{"model", "output-tokens"} {
			if flags.IsSet(name) {
				return frame.UsageError("--%s needs --estimate", name)
			}
		}
		return nil
	}
	m.estimate = &estimating{model: flags.String("model"), output: flags.Limit("output-tokens", "tokens")}
	return nil
}

// estimated meters the call that a conversation is for.
func (m *metering) estimated(file string, from *conv.Format, doc *conv.Conversation) error {
	name := m.estimate.model
	if name == "" {
		name, _ = providers.ModelOf(doc, "", m.p.Getenv)
	}
	answer := &conv.AssistantMessage{Model: name, Usage: &conv.Usage{}}
	if vendor, rest, ok := strings.Cut(name, "/"); ok {
		answer.Provider, answer.Model = vendor, rest
	}
	goal := m.estimate.goalNamed(name)
	if goal != nil {
		m.estimate.tokenizer = goal.Tokenizer()
		answer.Provider, answer.Model = goal.Target.Provider, cmp.Or(goal.Target.Model, answer.Model)
	}
	doc, answer.Usage.Input = (&pipe.Aim{Adapt: true}).Sent(goal, from, doc)
	answer.Usage.Output = m.estimate.answerTokens(doc)
	m.count(answer, m.key(file, len(doc.Messages), answer))
	return nil
}

// answerTokens is how long the answer is taken to be.
func (e *estimating) answerTokens(doc *conv.Conversation) int64 {
	if e.output != nil {
		return *e.output
	}
	n, limited := int64(0), false
	if doc.Request != nil {
		n, limited = doc.Request.MaxTokens.Int()
	}
	e.unlimited = e.unlimited || !limited
	return max(n, 0)
}

// uncounted says what an estimate leaves out, "" if nothing.
func (m *metering) uncounted() string {
	if m.estimate == nil || !m.estimate.unlimited {
		return ""
	}
	return "the answer is not counted because nothing limits it: add --output-tokens N"
}
