package openaifinetune

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// write writes a line. The conversation's mark makes it a preference. The
// preferred answer begins at the marked message.
func write(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	if c.Extensions.Get(family, hintPreference) == "" {
		thread().WriteHistory(w, c, c.Messages)
		conv.WriteResidue(w, &c.Node, family, noTools(c)...)
		w.EndObject()
		return
	}
	n := slices.IndexFunc(c.Messages, isPreferred)
	if n < 0 {
		n = len(c.Messages)
	}
	t := thread()
	w.Key("input")
	w.BeginObject()
	t.WriteHistory(w, c, c.Messages[:n])
	writeInput(w, c)
	w.EndObject()
	w.Key("preferred_output")
	w.BeginArray()
	for _, m := range c.Messages[n:] {
		t.WriteMessage(w, m)
	}
	w.EndArray()
	w.OptRaw(hintOther, c.Extensions.Get(family, hintOther))
	conv.WriteResidue(w, &c.Node, family, "input", hintOther)
	w.EndObject()
}

func isPreferred(m conv.Message) bool {
	meta := conv.MetaOf(m)
	return meta != nil && meta.Extensions.Get(family, hintPreferred) != ""
}

// noTools is the key of an empty list of tools, if the conversation has no
// tools: two lists may not be written.
func noTools(c *conv.Conversation) []string {
	if len(c.Tools) == 0 {
		return nil
	}
	return []string{"tools"}
}

// writeInput writes the residue of a preference's input.
func writeInput(w *rawjson.Writer, c *conv.Conversation) {
	raw := c.Extensions.Get(family, "input")
	if raw == "" || raw[0] != '{' {
		return
	}
	in := rawjson.NewCursor([]byte(raw))
	for key := range in.Fields {
		if !slices.Contains(noTools(c), key) {
			w.Key(key)
			w.Raw(in.Raw())
		}
	}
}
