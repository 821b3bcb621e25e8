package commands

import (
	"fmt"

	"convo/conv"
	"convo/providers"
)

// purse is what a run may spend, and has spent.
type purse struct {
	most   *int64 // nano-dollars; nil: whatever it is
	spent  int64
	prices priceList
}

func (p *program) newPurse(flags *flagReader) purse {
	w := purse{most: p.mostDollars(flags)}
	flags.fail(w.prices.read(p, flags))
	return w
}

// allow refuses a call that could cost more than is left: what it sends is
// estimated, and the answer taken to be as long as the request allows. Where
// that says nothing, the answer is paid for when it is there.
func (w *purse) allow(callee *providers.Callee, sent *conv.Conversation) error {
	if w.most == nil {
		return nil
	}
	usage := &conv.Usage{Input: callee.Goal.EstimateTokens(sent)}
	if sent.Request != nil {
		usage.Output, _ = sent.Request.MaxTokens.Int()
	}
	nano, err := w.cost(callee, usage)
	if err != nil {
		return err
	}
	if over := w.spent + nano - *w.most; over > 0 {
		what := fmt.Sprintf("over --max-usd %s by %s: the call would cost %s, estimated", dollars(*w.most), dollars(over), dollars(nano))
		if w.spent > 0 {
			what += ", and " + dollars(w.spent) + " is spent"
		}
		return &failure{code: exitBudget, what: what}
	}
	return nil
}

// pay takes what an answer cost.
func (w *purse) pay(callee *providers.Callee, m *conv.AssistantMessage) {
	if w.most == nil || m.Usage == nil {
		return
	}
	nano, err := w.cost(callee, m.Usage)
	if err == nil {
		w.spent += nano
	}
}

// cost is what tokens of a model cost; not to know it is a failure.
func (w *purse) cost(callee *providers.Callee, usage *conv.Usage) (int64, error) {
	cost, why := w.prices.cost(&conv.AssistantMessage{Provider: callee.Provider, Model: callee.Model, Usage: usage})
	if cost == nil {
		f := &failure{code: exitBudget, what: "--max-usd: " + why}
		return 0, f.withHint("CONVO_PRICES names a FILE with prices: convo help cost")
	}
	nano, _ := cost.Total.Nano()
	return nano, nil
}
