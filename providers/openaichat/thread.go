package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// Thread reads or writes the messages of one conversation one at a time, for
// a guest: a format whose lines carry messages of Chat Completions. The zero
// value is at the beginning.
type Thread struct {
	Guest  string   // the guest's family
	Fields []string // a message's fields that are the guest's: residue of its family

	legacy legacyCalls
}

func (t *Thread) decoder(r *conv.Reader) *decoder {
	return &decoder{Reader: record.ReaderOf(residue, r), thread: t}
}

// Message reads one message. It is nil if r failed.
func (t *Thread) Message(r *conv.Reader) conv.Message { return t.decoder(r).next() }

// History reads the value of a field that a request and a guest's line have
// alike: messages, tools, functions or parallel_tool_calls. Of the messages,
// the system prompt is the first. c has a Request. It is false, and nothing is
// read, for any other field or value.
func (t *Thread) History(r *conv.Reader, c *conv.Conversation, key string) bool {
	d := t.decoder(r)
	switch kind := r.Kind(); {
	case key == "messages":
		d.messages(c)
	case key == "tools" && kind == rawjson.Array && !d.isEmptyArray():
		d.tools(c, c.Request)
	case key == "functions" && kind != rawjson.Null:
		d.functions(c, c.Request)
	case key == "parallel_tool_calls" && kind == rawjson.Bool:
		c.Request.ParallelToolCalls = r.OptBool()
	default:
		return false
	}
	residue.Settle(&c.Request.Node)
	return true
}

// WriteMessage writes one message.
func (t *Thread) WriteMessage(w *rawjson.Writer, m conv.Message) {
	(&encoder{Writer: w, thread: t}).message(m)
}

// WriteHistory writes the fields that History reads, with the system prompt
// and some of the messages.
func (t *Thread) WriteHistory(w *rawjson.Writer, c *conv.Conversation, messages []conv.Message) {
	r := c.Request
	if r == nil {
		r = &conv.Request{}
	}
	w.Key("messages")
	w.BeginArray()
	prompt := c.Extensions.Get(t.Guest, hintSystem)
	if prompt == "" {
		prompt = promptMessage(c)
	}
	writeSystemPrompt(w, c, prompt)
	for _, m := range messages {
		t.WriteMessage(w, m)
	}
	w.EndArray()
	if b := (&requestBody{c, r}); !writeFunctions(w, b) {
		writeTools(w, b)
	}
	w.OptRaw("functions", residue.Get(&r.Node, "functions"))
	w.OptBool("parallel_tool_calls", r.ParallelToolCalls)
}

// own reads a field of a message that is the guest's. It comes before what
// else the message has, so that equal messages are equal wherever the line
// says it.
func (t *Thread) own(r *conv.Reader, n *conv.Node, key string) bool {
	if !slices.Contains(t.Fields, key) {
		return false
	}
	if len(n.Extensions) > 0 && n.Extensions[0].Family != t.Guest {
		n.Extensions = slices.Insert(n.Extensions, 0, conv.Extension{Family: t.Guest})
	}
	n.Extensions.Set(t.Guest, key, r.Raw())
	return true
}

// writeOwn writes the fields that own reads.
func (t *Thread) writeOwn(w *rawjson.Writer, n *conv.Node) {
	if t.Guest != "" {
		conv.WriteResidue(w, n, t.Guest)
	}
}

// MessageShape is the shape of a message that may have some fields of a
// guest's own.
func MessageShape(own ...*shape.Member) *shape.Shape { return message(parts(), own...) }

// ToolShape is the shape of an element of tools.
func ToolShape() *shape.Shape { return tool() }

// FunctionShape is the shape of an element of functions, the old form of tools.
func FunctionShape() *shape.Shape { return function() }
