package openaichat

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeRequest writes the body of a request.
func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	r := cmp.Or(c.Request, &conv.Request{})
	b := &requestBody{c, r}
	w.BeginObject()
	record.WriteResidue(objects().body, w, b, record.WriteDescribed(objects().body, w, b))
	w.EndObject()
}

func writeMessages(w *rawjson.Writer, b *requestBody) {
	w.Key("messages")
	writeMessageList(w, b.c)
}

func writeMessageList(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginArray()
	writeSystemPrompt(w, c, promptMessage(c))
	e := encoder{Writer: w, thread: &Thread{}}
	for _, m := range c.Messages {
		e.message(m)
	}
	w.EndArray()
}

// promptMessage returns the message that the prompt was read from, "" if none
// is kept.
func promptMessage(c *conv.Conversation) conv.Raw {
	return cmp.Or(residue.Get(&c.Node, "system"), residue.Get(&c.Node, hintSystem))
}

// writeSystemPrompt writes the message that the prompt was read from while it
// still says the prompt, else a system message.
func writeSystemPrompt(w *rawjson.Writer, c *conv.Conversation, raw conv.Raw) {
	if raw != "" && raw[0] == '{' {
		d := reread(raw)
		role, _ := d.in.FindTag("role")
		if m := d.system(role); d.in.End() == nil && record.PromptOf(m) == c.SystemPrompt {
			w.Raw(raw)
			return
		}
	}
	if c.SystemPrompt == "" {
		return
	}
	w.BeginObject()
	w.Field("role", "system")
	w.Key("content")
	conv.WriteText(w, &c.Node, c.SystemPrompt)
	w.EndObject()
}

func writeStop(w *rawjson.Writer, b *requestBody) {
	if b.Stop == nil {
		return
	}
	if len(b.Stop) == 1 && residue.Text(&b.Request.Node, hintForm) == "string" {
		w.Field("stop", b.Stop[0])
	} else {
		w.StringsField("stop", b.Stop)
	}
}
