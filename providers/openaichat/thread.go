package openaichat

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// Thread reads or writes the messages of one conversation one at a time. It
// serves formats whose lines carry messages of Chat Completions. The zero value
// is ready.
type Thread struct {
	Guest  string   // the family of the other format
	Fields []string // fields of a message that belong to that family

	// Templates says that messages are as templates of chats take them. Arguments are an
	// object, and a string only if they were read so. A part {"type":"image"} is known.
	// null is the same as no field.
	Templates bool

	legacy legacyCalls
}

func (t *Thread) decoder(r *conv.Reader) *decoder {
	return &decoder{in: record.ReaderOf(residue, r), thread: t}
}

// Message reads one message. It returns nil if r failed.
func (t *Thread) Message(r *conv.Reader) conv.Message { return t.decoder(r).next() }

// History reads a field that requests and other formats have alike: messages,
// tools, functions or parallel_tool_calls. A leading system message becomes the
// prompt. c must have a Request. For any other field or value it reads nothing
// and returns false.
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

// WriteHistory writes the fields that History reads, with the system prompt and
// these messages.
func (t *Thread) WriteHistory(w *rawjson.Writer, c *conv.Conversation, messages []conv.Message) {
	r := cmp.Or(c.Request, &conv.Request{})
	t.WriteMessages(w, "messages", c, messages)
	b := &requestBody{c, r}
	writeFunctions(w, b)
	writeTools(w, b)
	w.OptRaw("functions", residue.Get(&r.Node, "functions"))
	w.OptBool("parallel_tool_calls", r.ParallelToolCalls)
}

// WriteMessages writes a field that is a list of messages, the first of which is the
// system prompt.
func (t *Thread) WriteMessages(w *rawjson.Writer, key string, c *conv.Conversation, messages []conv.Message) {
	w.ArrayField(key)
	writeSystemPrompt(w, c, cmp.Or(c.Extensions.Get(t.Guest, hintSystem), promptMessage(c)))
	for _, m := range messages {
		t.WriteMessage(w, m)
	}
	w.EndArray()
}

// WriteTools writes tools as the value of a field.
func WriteTools(w *rawjson.Writer, tools []conv.ToolDefinition) {
	w.BeginArray()
	for i := range tools {
		writeTool(w, &tools[i])
	}
	w.EndArray()
}

// InObject is a call as a Thread for templates reads it again. Arguments that are no
// object are lost, with a note.
func InObject(t *conv.ToolCall, notes *note.Notes) *conv.ToolCall {
	form := residue.Text(&t.Node, hintForm)
	if form != "object" && (t.ArgumentsText == nil || form == "text") {
		return t
	}
	if t.ArgumentsText != nil && t.Mended() != rawjson.Strict {
		notes.Loss(note.CodeArguments, note.Dropped, t.Offset(), "text of arguments that are no object, of tool", t.Name)
	}
	x := conv.ToolCall{Node: t.Node, ID: t.ID, Name: t.Name, Arguments: t.Arguments}
	if form == "object" {
		residue.Drop(&x.Node, hintForm)
	}
	return &x
}

// own reads a field of a message that belongs to Guest. It comes first in the
// residue, so that equal messages are equal wherever the field stands.
func (t *Thread) own(r *conv.Reader, n *conv.Node, key string) bool {
	if !slices.Contains(t.Fields, key) {
		return false
	}
	if len(n.Extensions) > 0 && n.Extensions[0].Family != t.Guest {
		n.Extensions = slices.Insert(n.Extensions, 0, extension.Extension{Family: t.Guest})
	}
	n.Extensions.Set(t.Guest, key, r.Raw())
	return true
}

// writeOwn writes the fields that own read.
func (t *Thread) writeOwn(w *rawjson.Writer, n *conv.Node) {
	if t.Guest != "" {
		n.Extensions.WriteFamily(w, t.Guest)
	}
}

// MessageShape is the shape of a message with more fields.
func MessageShape(own ...*shape.Member) *shape.Shape { return messageShape(own...) }

// ToolShape is the shape of an element of tools.
func ToolShape() *shape.Shape { return tool() }

// FunctionShape is the shape of an element of functions, the old form of tools.
func FunctionShape() *shape.Shape { return function() }
