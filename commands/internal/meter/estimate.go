package meter

import (
	"cmp"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/view"
	"convo/providers"
)

// estimating is what --estimate asks for.
type estimating struct {
	model  string // of -m
	output *int64 // tokens of the answer; nil: the request's limit

	unlimited bool              // an answer is not counted, for nothing says how long it may be
	costly    bool              // and it costs something, or nobody knows
	counted   map[answered]bool // how long answers are taken to be
	tokenizer string            // that counted the texts of the last one; "": none

	name   string // of the goal that was found last, nil where there is none
	target *providers.Target
}

// goalNamed is what a model takes, nil if nobody knows.
func (e *estimating) goalNamed(name string) *providers.Target {
	if name != e.name {
		e.name = name
		target, _ := providers.TargetNamed(name)
		e.target = target
	}
	return e.target
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
	m.estimate = &estimating{model: flags.String("model"), output: flags.Limit("output-tokens", "tokens"), counted: map[answered]bool{}}
	return nil
}

// estimated meters the call that a conversation is for.
func (m *metering) estimated(file string, from *format.Format, doc *conv.Conversation) error {
	name := m.estimate.model
	if name == "" {
		name, _ = providers.ModelOf(doc, "", m.p.Getenv)
	}
	answer := &conv.AssistantMessage{Model: name, Usage: &conv.Usage{}}
	if vendor, rest, ok := strings.Cut(name, "/"); ok {
		answer.Provider, answer.Model = vendor, rest
	}
	target := m.estimate.goalNamed(name)
	if target != nil {
		m.estimate.tokenizer = target.Tokenizer()
		answer.Provider, answer.Model = target.Model.Provider, cmp.Or(target.Model.Model, answer.Model)
	}
	sent, input := (&pipe.Adaptation{Adapt: true}).Sent(target, from, doc)
	answer.Usage.Input = input
	answer.Usage.Output = providers.AllAnswers(doc.Request, m.answerTokens(target, answer, sent))
	cost, why := m.prices.CostOfCall(doc, answer)
	m.count(answer, m.key(file, len(sent.Messages), answer), cost, why)
	return nil
}

// answered is how long an answer is taken to be, and what says so.
type answered struct {
	tokens int64
	by     providers.AnswerLimit
}

// byFlag is the limit that --output-tokens sets.
const byFlag providers.AnswerLimit = "flag"

// answerTokens is how long the answer is taken to be: as long as convo reply
// with --max-usd takes it to be.
func (m *metering) answerTokens(target *providers.Target, answer *conv.AssistantMessage, doc *conv.Conversation) int64 {
	e := m.estimate
	var a answered
	if e.output != nil {
		a = answered{*e.output, byFlag}
	} else {
		a.tokens, a.by = target.AnswerTokens(doc)
	}
	if a.by == providers.LimitNothing {
		e.unlimited = true
		e.costly = e.costly || m.isCostly(answer)
		return 0
	}
	e.counted[a] = true
	return a.tokens
}

// isCostly reports whether the length of an answer makes a difference in money,
// or nobody knows.
func (m *metering) isCostly(answer *conv.AssistantMessage) bool {
	long := *answer
	long.Usage = &conv.Usage{Output: prices.SomeTokens}
	cost, _ := m.prices.Cost(&long)
	return cost == nil || cost.Output != "0"
}

// unlimited fails a limit that an estimate cannot keep, because it does not
// count an answer.
func (m *metering) unlimited() error {
	e := m.estimate
	costs := m.limits.usd != nil && e != nil && e.costly && m.unknown == "fail" // which is about costs alone
	if e == nil || !e.unlimited || m.limits.tokens == nil && !costs {
		return nil
	}
	flag := "--max-usd"
	if !costs {
		flag = "--max-tokens"
	}
	f := &frame.Failure{Code: frame.ExitBudget, What: flag + ": nothing limits the length of the answer"}
	return f.WithHint("add --output-tokens N")
}

// answerText says how long answers are taken to be, and why.
func (m *metering) answerText() []string {
	if m.estimate == nil {
		return nil
	}
	var all []string
	switch counted := m.estimate.counted; len(counted) {
	case 0:
	case 1:
		for a := range counted {
			all = append(all, "the answer counts as "+view.Number(a.tokens)+" tokens: "+answerReason(a.by))
		}
	default:
		all = append(all, "answers count as long as their requests or models allow")
	}
	if m.estimate.unlimited {
		all = append(all, "the answer is not counted because nothing limits it: add --output-tokens N")
	}
	return all
}

// answerReason says what limits an answer.
func answerReason(by providers.AnswerLimit) string {
	switch by {
	case byFlag:
		return "--output-tokens"
	case providers.LimitRequest:
		return "the limit of the request"
	case providers.LimitDefault:
		return "the limit that convo reply sets"
	case providers.LimitModel:
		return "the longest answer of the model"
	}
	return ""
}
