package conv

import "convo/conv/rawjson"

// Limit is the limit to ask for where a request names none: the protocol's,
// on top of a budget for reasoning, which counts as output.
func (x *Rules) Limit(r *Reasoning) Number {
	if r == nil {
		return x.MaxTokens
	}
	budget, _ := r.BudgetTokens.Int()
	usual, _ := x.MaxTokens.Int()
	return rawjson.NumberOf(usual + max(budget, 0))
}

// Unasked is the hint, in the residue of a request, that its limit of output
// tokens is none that anybody asked for: its protocol demanded one. Its value
// is that limit; another one was asked for since.
const Unasked = "~unasked"

// limit gives a request the limit of output tokens that its protocol demands,
// anew where it has one that nobody asked for.
func (a *adapter) limit(c *Conversation) {
	x := Request{}
	if c.Request != nil {
		x = *c.Request
	}
	has, wants := x.MaxTokens, a.Limit(x.Reasoning)
	own := x.Extensions.Get(a.family, Unasked) == Raw(has)
	if a.MaxTokens == "" || has != "" && (!own || has == wants) {
		return
	}
	x.MaxTokens = wants
	x.Extensions = x.Extensions.Clone()
	x.Extensions.Set(a.family, Unasked, Raw(wants))
	a.notes.Info(CodeSynthesized, Synthesized, c.Offset(), "limit of output tokens, which the protocol demands:", string(wants))
	c.Request = &x
}

// unasked reports whether only another format demanded the limit.
func (f *fitter) unasked(r *Request) bool {
	for _, x := range r.Extensions {
		if x.Family != f.family && r.MaxTokens != "" && r.Extensions.Get(x.Family, Unasked) == Raw(r.MaxTokens) {
			return true
		}
	}
	return false
}
