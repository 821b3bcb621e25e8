package chat

import (
	"fmt"
	"sync"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// budget is what a run may spend, all of its calls together, and has spent.
type budget struct {
	most    *int64 // nano-dollars; nil: whatever it is
	watched bool   // somebody sees what is spent
	batch   bool   // at the prices of batches

	mu     sync.Mutex
	prices prices.PriceList
	spent  int64
	held   int64 // for calls that are on their way
}

func newBudget(p *frame.Program, flags *frame.Flags) *budget {
	w := &budget{most: prices.MostDollars(p, flags)}
	flags.Fail(w.prices.Read(p, flags))
	return w
}

// allow refuses a call that could cost more than is left: what it sends is
// estimated, and the answer taken to be as long as [providers.Target.AnswerTokens]
// says. What is allowed is held until it is settled by the answer,
// nil if there is none; one whose cost is not known has cost what was held.
func (w *budget) allow(endpoint *providers.Endpoint, sent *conv.Conversation) (settle func(*conv.AssistantMessage), err error) {
	if w.most == nil {
		if w.watched {
			return func(m *conv.AssistantMessage) { w.refund(endpoint, m, 0) }, nil
		}
		return func(*conv.AssistantMessage) {}, nil
	}
	usage := &conv.Usage{Input: endpoint.Target.EstimateTokens(sent)}
	tokens, by := endpoint.Target.AnswerTokens(sent)
	if usage.Output = tokens; by == providers.LimitNothing {
		usage.Output = prices.SomeTokens
	}
	usage.Output = providers.AllAnswers(sent.Request, usage.Output)
	w.mu.Lock()
	defer w.mu.Unlock()
	answer := &conv.AssistantMessage{Provider: endpoint.Provider, Model: endpoint.Model, Usage: usage}
	if w.batch {
		answer = atBatchPrice(answer, endpoint.Protocol.Format)
	}
	cost, why := w.prices.CostOfCall(sent, answer)
	if why != "" {
		f := &frame.Failure{Code: frame.ExitBudget, What: "--max-usd: " + why}
		if _, unpriced := w.prices.Cost(answer); unpriced == "" {
			return nil, f.WithHint("take it out of the request, or ask without a limit of cost")
		}
		return nil, f.WithHint("set CONVO_PRICES to a FILE with prices: see convo help cost")
	}
	nano, _ := cost.Total.Nano()
	if by == providers.LimitNothing && nano > 0 {
		f := &frame.Failure{Code: frame.ExitBudget, What: "--max-usd: nothing limits the length of the answer"}
		return nil, f.WithHint("limit it with --max-tokens")
	}
	if sum := rawjson.Sum(rawjson.Sum(w.spent, w.held), nano); prices.IsOver(sum, *w.most) {
		f := w.refusal(nano, sum-*w.most)
		if by != providers.LimitRequest {
			f.Hint = fmt.Sprintf("the answer may have %d tokens: lower that with --max-tokens", tokens)
		}
		return nil, f
	}
	w.held = rawjson.Sum(w.held, nano)
	return func(m *conv.AssistantMessage) { w.refund(endpoint, m, nano) }, nil
}

// refusal says what a call would cost, and what has been.
func (w *budget) refusal(nano, over int64) *frame.Failure {
	what := fmt.Sprintf("--max-usd %s would be exceeded by %s: the call may cost %s", prices.Dollars(*w.most), prices.Dollars(over), prices.Dollars(nano))
	if w.spent > 0 {
		what += ", and " + prices.Dollars(w.spent) + " is spent"
	}
	if w.held > 0 {
		what += ", and up to " + prices.Dollars(w.held) + " on its way"
	}
	return &frame.Failure{Code: frame.ExitBudget, What: what}
}

// soFar is what is spent, "" if that is nothing.
func (w *budget) soFar() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.spent == 0 {
		return ""
	}
	return prices.Rounded(w.spent)
}

// refund takes what an answer cost instead of what was held for it.
func (w *budget) refund(endpoint *providers.Endpoint, m *conv.AssistantMessage, held int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held -= held
	if m == nil {
		return
	}
	nano, why := w.cost(endpoint, m)
	if why != "" {
		nano = held
	}
	w.spent = rawjson.Sum(w.spent, nano)
}

// cost is what an answer of an endpoint costs, or why that is not known.
func (w *budget) cost(endpoint *providers.Endpoint, m *conv.AssistantMessage) (nano int64, why string) {
	x := *m
	x.Provider, x.Model = endpoint.Provider, endpoint.Model
	cost, why := w.prices.Cost(&x)
	if cost == nil {
		return 0, why
	}
	nano, _ = cost.Total.Nano()
	return nano, ""
}

// priced is an answer with what it cost, if that is known.
func (w *budget) priced(m *conv.AssistantMessage) *conv.AssistantMessage {
	if m.Usage == nil || m.Usage.Cost != nil {
		return m
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	cost, _ := w.prices.Cost(m)
	if cost == nil {
		return m
	}
	own, usage := *m, *m.Usage
	usage.Cost = cost
	own.Usage = &usage
	return &own
}
