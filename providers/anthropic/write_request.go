package anthropic

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	q, parameters := c.Request, objects().parameters
	if q == nil {
		q = &conv.Request{}
	}
	w.BeginObject()
	written := record.WriteDescribed(parameters, w, q)
	writeSystem(w, c)
	writeTools(w, c)
	record.WriteResidue(parameters, w, q, written)
	residue.Write(w, &c.Node, "system")
	w.Key("messages")
	writeMessages(w, c.Messages)
	if isUnasked(q) {
		w.OptNumber("max_tokens", q.MaxTokens)
	}
	w.EndObject()
}

// isUnasked reports whether nobody asked for the limit of output tokens.
func isUnasked(q *conv.Request) bool {
	return q.MaxTokens != "" && residue.Get(&q.Node, format.Unasked) == conv.Raw(q.MaxTokens)
}

// writeSystem writes the prompt, as the list that was read if that still gives
// the same prompt.
func writeSystem(w *rawjson.Writer, c *conv.Conversation) {
	raw := cmp.Or(residue.Get(&c.Node, "system"), residue.Hint(&c.Node, "system"))
	if raw == "" {
		if c.SystemPrompt != "" {
			w.Key("system")
			conv.WriteText(w, &c.Node, c.SystemPrompt)
		}
		return
	}
	var again conv.Conversation
	d := newDecoder([]byte(raw), nil)
	d.systemPrompt(&again)
	switch {
	case d.in.End() == nil && again.SystemPrompt == c.SystemPrompt:
		w.RawField("system", raw)
	case c.SystemPrompt != "":
		w.Field("system", c.SystemPrompt)
	}
}
