package openaichat

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decodeRequest reads the body of a request.
func decodeRequest(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	return d.in.One(d.request())
}

func (d *decoder) request() *conv.Conversation {
	at := d.in.Offset()
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(at, "want a request as an object, got %s", k)
		return nil
	}
	c := &conv.Conversation{}
	d.in.SetOffset(&c.Node)
	r := &conv.Request{}
	d.in.SetOffset(&r.Node)
	b := &requestBody{c, r}
	said, found := false, false
	for key := range d.in.Fields {
		switch {
		case key == "messages":
			found = d.in.Kind() == rawjson.Array
			d.messages(c)
		case d.in.IsNull():
		case key == "tools":
			said = d.tools(c, r) || said
		case key == "functions":
			said = true
			d.functions(c, r)
		default:
			said = true
			record.ReadField(objects().body, d, b, key)
		}
	}
	if !found {
		d.in.Fail(at, "a request without messages")
	}
	if said {
		d.limitKey(r)
		residue.Settle(&r.Node)
		c.Request = r
	}
	return c
}

// maxTokens reads the token limit under its old or its new name. If both are
// present, the first counts and the second becomes residue.
func (d *decoder) maxTokens(r *conv.Request, key string) {
	if d.in.Kind() != rawjson.Num || r.MaxTokens != "" {
		d.in.KeepQuietly(&r.Node, key)
		return
	}
	r.MaxTokens, d.limit = d.in.Number(), key
}

// limitKey remembers the name of the token limit if writing would choose
// another.
func (d *decoder) limitKey(r *conv.Request) {
	if r.MaxTokens != "" && d.limit != maxTokensKey(r) {
		residue.Set(&r.Node, hintKey, rawjson.Quoted(d.limit))
	}
}

// maxTokensKey is the name to write the limit under: the one that was read,
// else the old name. Every server takes that, except OpenAI for its reasoning
// models.
func maxTokensKey(r *conv.Request) string {
	switch key := residue.Text(&r.Node, hintKey); key {
	case "max_tokens", "max_completion_tokens":
		return key
	}
	model := strings.TrimPrefix(r.Model, "openai/")
	for _, reasoning := range [...]string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, reasoning) {
			return "max_completion_tokens"
		}
	}
	return "max_tokens"
}

// stop reads one stop sequence or a list of them.
func (d *decoder) stop(b *requestBody) {
	r := b.Request
	at := d.in.Offset()
	switch d.in.Kind() {
	case rawjson.String:
		r.Stop = []string{d.in.Str()}
		residue.Set(&r.Node, hintForm, `"string"`)
		return
	case rawjson.Array:
		for range d.in.Elements {
			if d.in.Kind() != rawjson.String {
				r.Stop = nil
				break
			}
			r.Stop = append(r.Stop, d.in.Str())
		}
	}
	if r.Stop == nil {
		d.in.Rewind(at)
		d.usual(r, "stop", "[]")
	}
}

// reasoning reads the effort: reasoning_effort, or effort in OpenRouter's
// reasoning object, whose other fields become residue.
func (d *decoder) reasoning(r *conv.Request, key string) {
	x := &conv.Reasoning{}
	d.in.SetOffset(&x.Node)
	if key == "reasoning_effort" && d.in.Kind() == rawjson.String {
		if x.Effort = d.in.Str(); x.Effort == "" {
			residue.SetBlank(&r.Node, key, `""`)
			return
		}
		d.displace(r)
		r.Reasoning = x
		return
	}
	raw := d.in.Raw()
	x.Effort = effortOf(raw)
	if key == "reasoning_effort" || r.Reasoning != nil || x.Effort == "" {
		residue.Set(&r.Node, key, raw)
		return
	}
	residue.Set(&x.Node, hintForm, raw)
	r.Reasoning = x
}

// displace turns a reasoning object that was read before into residue:
// reasoning_effort counts.
func (d *decoder) displace(r *conv.Request) {
	if r.Reasoning != nil {
		if raw := residue.Get(&r.Reasoning.Node, hintForm); raw != "" {
			residue.Set(&r.Node, "reasoning", raw)
		}
	}
}

// effortOf returns the effort in a reasoning object, "" if there is none.
func effortOf(raw conv.Raw) string {
	if raw == "" || raw[0] != '{' {
		return ""
	}
	return raw.Lookup("effort").Text()
}

// writeReasoning writes the effort under the key that it was read from.
func writeReasoning(w *rawjson.Writer, x *conv.Reasoning, key string) {
	if x == nil || x.Effort == "" {
		return
	}
	raw := residue.Get(&x.Node, hintForm)
	if whole := effortOf(raw) == x.Effort; whole != (key == "reasoning") {
		return
	} else if !whole {
		raw = rawjson.Quoted(x.Effort)
	}
	w.OptRaw(key, raw)
}
