package openaiagents

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/openairesponses"
)

// write writes a list of items, or a line for each if they were read so. With the fields
// of a run, the list is what a run begins with.
func write(w *rawjson.Writer, c *conv.Conversation) {
	run := c.Extensions.HasFields(family)
	prompt := openairesponses.PromptItem(c)
	lines := !run && c.Extensions.Get(family, hintLines) != "" && (prompt != "" || len(c.Messages) > 0)
	switch {
	case run:
		w.BeginObject()
		c.Node.Extensions.WriteFamily(w, family, "original_input", "generated_items", "new_items", "originalInput", "generatedItems")
		input := "original_input"
		if c.Extensions.Get(family, "currentAgent") != "" {
			input = "originalInput"
		}
		w.ArrayField(input)
	case !lines:
		w.BeginArray()
	}
	around := func(item func()) {
		if item(); lines {
			w.Text("\n")
		}
	}
	if prompt != "" {
		around(func() { w.Raw(prompt) })
	}
	var t openairesponses.Thread
	for _, m := range c.Messages {
		t.WriteMessage(w, m, around)
	}
	if !lines {
		w.EndArray()
	}
	if run {
		w.EndObject()
	}
	if !lines {
		w.Text("\n") // each list on a line
	}
}
