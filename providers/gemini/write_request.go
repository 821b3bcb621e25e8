package gemini

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	writeInstruction(w, c)
	writeTools(w, c)
	if q := c.Request; q != nil {
		a := &asking{q: q}
		if f := q.ResponseFormat; f != nil && f.Type == "jsonSchema" && f.Schema != "" {
			a.asJSON = writesJSONSchema(&f.Node, "responseSchema", f.Schema)
		}
		r := objects().parameters
		record.WriteResidue(r, w, a, record.WriteDescribed(r, w, a))
	}
	residue.Write(w, &c.Node, "systemInstruction")
	writeContents(w, c)
	w.EndObject()
}

// writeInstruction writes the prompt, as the content that was read if that
// still gives the same prompt.
func writeInstruction(w *rawjson.Writer, c *conv.Conversation) {
	name := residue.Key(&c.Node, "systemInstruction")
	if raw := cmp.Or(residue.Get(&c.Node, "systemInstruction"), residue.Hint(&c.Node, "systemInstruction")); raw != "" {
		d := newDecoder([]byte(raw), nil)
		prompt, _, _ := d.instructionTexts()
		if d.in.End() == nil && prompt == c.SystemPrompt {
			w.RawField(name, raw)
			return
		}
	}
	if c.SystemPrompt == "" {
		return
	}
	w.ObjectField(name)
	w.Field("role", roleUser)
	w.ArrayField("parts")
	w.BeginObject()
	w.Key("text")
	conv.WriteText(w, &c.Node, c.SystemPrompt)
	w.EndObject()
	w.EndArray()
	w.EndObject()
}
