package opencode

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// usageOf is the counts of an answer and what it cost, nil if opencode knew
// nothing: it then writes zeros. Its output does not include reasoning.
func usageOf(tokens, cost conv.Raw) *conv.Usage {
	u := &conv.Usage{}
	counts.Read(u, tokens)
	u.Output = rawjson.Sum(u.Output, u.Reasoning)
	if nano, ok := conv.Number(cost).Nano(); ok && nano > 0 && cost[0] != '"' {
		u.Cost = &conv.UsageCost{Total: conv.Number(cost)}
	}
	if u.Cost == nil && u.IsZero() {
		return nil
	}
	return u
}

// tokensOf is the counts as opencode writes them.
func tokensOf(u *conv.Usage) conv.Raw {
	var x conv.Usage
	if u != nil {
		x = *u
	}
	x.Output -= x.Reasoning
	return counts.Object(&x)
}

var counts = record.Parts{
	{Path: "input", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Input }},
	{Path: "output", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Output }},
	{Path: "reasoning", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Reasoning }},
	{Path: "cache.read", Usual: true, At: func(u *conv.Usage) *int64 { return &u.CacheRead }},
	{Path: "cache.write", Usual: true, At: func(u *conv.Usage) *int64 { return &u.CacheWrite }},
}

// counted drops the counts and costs of messages as they were written, where they
// no longer say what the messages say. The messages are those that each has made.
func (r *reducer) counted() {
	for i := 0; i < len(r.c.Messages); {
		list := r.c.Messages[i : i+span(r.c.Messages[i:])]
		if a, ok := list[0].(*conv.AssistantMessage); ok {
			steps := stepsIn(list)
			usage := steps[len(steps)-1].Usage
			if tokens := own.Get(&a.Node, hintTokens); tokens != "" && (tokens == tokensOf(usage) || !isCounted(tokens, usage)) {
				a.Extensions = a.Extensions.Without(family, hintTokens)
			}
			if cost := own.Get(&a.Node, hintCost); cost != "" && (cost == costOf(steps) || !isPriced(cost, steps)) {
				a.Extensions = a.Extensions.Without(family, hintCost)
			}
		}
		i += len(list)
	}
}

// costOf is what the steps of a message cost, as one number.
func costOf(steps []*conv.AssistantMessage) conv.Raw {
	if len(steps) == 1 {
		return costIn(steps[0].Usage)
	}
	var all int64
	for _, m := range steps {
		if m.Usage != nil && m.Usage.Cost != nil {
			nano, _ := m.Usage.Cost.Total.Nano()
			all = rawjson.Sum(all, nano)
		}
	}
	return conv.Raw(rawjson.NumberOfNano(all))
}

func costIn(u *conv.Usage) conv.Raw {
	if u == nil || u.Cost == nil || u.Cost.Total == "" {
		return "0"
	}
	return conv.Raw(u.Cost.Total)
}

// isCounted reports whether counts as they were written say what a usage says.
func isCounted(tokens conv.Raw, u *conv.Usage) bool {
	return tokens != "" && tokensOf(usageOf(tokens, "")) == tokensOf(u)
}
