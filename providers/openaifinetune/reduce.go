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
	r.Extensions = fit.KeptFields(notes, &r.Node, func(name, key string) bool {
		return name == family || key == "functions" || key == "~functions"
	})
	if c.Request = &r; r.IsEmpty() {
		c.Request = nil
	}
	return c
}
