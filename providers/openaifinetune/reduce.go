package openaifinetune

import (
	"convo/conv"
	"convo/conv/fit"
)

// reduce leaves of a request's fields the tools in their old form, and what
// only training data has: a line is no request.
func reduce(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	if c.Request == nil {
		return c
	}
	r := *c.Request
	var kept conv.Extensions
	for _, x := range r.Extensions {
		for _, m := range x.Members {
			if x.Family == family || m.Key == "functions" || m.Key == "~functions" {
				kept.Set(x.Family, m.Key, m.Value)
			} else {
				fit.LoseField(notes, &r.Node, x.Family, m.Key)
			}
		}
	}
	r.Extensions = kept
	if c.Request = &r; r.IsEmpty() {
		c.Request = nil
	}
	return c
}
