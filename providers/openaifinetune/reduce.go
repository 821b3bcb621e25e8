package openaifinetune

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// reduce leaves of a request's fields the tools in their old form, and of branches the
// rejected answer: a line is no request. Columns of other data sets that would be read
// as the line's own go.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	training.Reduce(c, nil, notes)
	drop := func(keys ...string) {
		for _, key := range keys {
			if training.Own.Get(&c.Node, key) != "" {
				fit.LoseField(notes, &c.Node, training.Family, key)
				training.Own.Drop(&c.Node, key)
			}
		}
	}
	if drop("messages"); training.Of(c).Pair {
		drop("preferred_output", fieldOther)
		input := training.Own.Get(&c.Node, "input")
		if input != "" && (input[0] != '{' || slices.ContainsFunc(input.Members(), isHistory)) {
			drop("input")
		}
	} else {
		training.Whole(c)
		training.Own.Drop(&c.Node, hintInput)
		training.Own.Drop(&c.Node, hintNoOther)
	}
	if c.Request == nil {
		return c
	}
	r := *c.Request
	r.Extensions = fit.KeptFields(notes, &r.Node, func(name, key string) bool {
		return name == training.Family || key == "functions" || key == "~functions"
	})
	if c.Request = &r; r.IsEmpty() {
		c.Request = nil
	}
	return c
}

// isHistory reports whether an input has a field once more that is written of the
// conversation.
func isHistory(m rawjson.Member) bool {
	return m.Key == "messages" || m.Key == "parallel_tool_calls" && (m.Value == "true" || m.Value == "false")
}
