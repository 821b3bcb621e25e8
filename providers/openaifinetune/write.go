package openaifinetune

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// write writes a line. A pair is a preference.
func write(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	t, p := thread(), training.Of(c)
	if !p.Pair {
		t.WriteHistory(w, c, c.Messages)
		training.Own.Write(w, &c.Node, toolsKey(c)...)
		w.EndObject()
		return
	}
	w.ObjectField("input")
	t.WriteHistory(w, c, p.History)
	writeInput(w, c)
	w.EndObject()
	answer := func(key string, messages []conv.Message) {
		x := *t
		w.ArrayField(key)
		for _, m := range messages {
			x.WriteMessage(w, m)
		}
		w.EndArray()
	}
	answer("preferred_output", p.Chosen)
	if len(p.Rejected) > 0 || training.Own.Get(&c.Node, hintNoOther) == "" {
		answer(fieldOther, p.Rejected)
	}
	training.Own.Write(w, &c.Node, "input")
	w.EndObject()
}

// toolsKey is the key of an empty list of tools, if the conversation has no
// tools: two lists may not be written.
func toolsKey(c *conv.Conversation) []string {
	if len(c.Tools) == 0 {
		return nil
	}
	return []string{"tools"}
}

// writeInput writes the residue of a preference's input.
func writeInput(w *rawjson.Writer, c *conv.Conversation) {
	raw := cmp.Or(training.Own.Get(&c.Node, "input"), training.Own.Get(&c.Node, hintInput))
	for key, value := range raw.Fields {
		if !slices.Contains(toolsKey(c), key) {
			w.RawField(key, value)
		}
	}
}
