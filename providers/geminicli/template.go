package geminicli

import (
	"bytes"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// The log is kept with references in place of what the messages say:
// {"~":N} is the Nth literal of the conversation. So nothing stands twice, and
// what is changed in a message is changed in the log too.

// refKey is the only key of a reference.
const refKey = "~"

// shortest is the length from which a literal gets a reference.
const shortest = 16

// literals passes what the messages say as JSON, in order.
func literals(c *conv.Conversation) iter.Seq[conv.Raw] {
	return func(yield func(conv.Raw) bool) {
		for _, m := range c.Messages {
			for x := range literalsOf(m) {
				if !yield(x) {
					return
				}
			}
		}
	}
}

func literalsOf(m conv.Message) iter.Seq[conv.Raw] {
	return func(yield func(conv.Raw) bool) {
		fields := func(n *conv.Node) bool {
			return !slices.ContainsFunc(n.Extensions.Of(family), func(x conv.Member) bool { return !yield(x.Value) })
		}
		each := func(b conv.Block) bool { return literalsIn(b, yield) && fields(nodeOf(b)) }
		if !fields(&conv.MetaOf(m).Node) {
			return
		}
		switch m := m.(type) {
		case *conv.UserMessage:
			_ = slices.ContainsFunc(m.Content, func(b conv.UserContent) bool { return !each(b) })
		case *conv.AssistantMessage:
			_ = slices.ContainsFunc(m.Content, func(b conv.AssistantContent) bool { return !each(b) })
		case *conv.ToolResultMessage:
			_ = slices.ContainsFunc(m.Content, func(b conv.ToolResultContent) bool { return !each(b) })
		case *conv.CustomMessage:
			yield(m.Data)
		}
	}
}

// nodeOf is the node of a call, an empty one of other blocks: those have no
// fields of this format.
func nodeOf(b conv.Block) *conv.Node {
	if t, ok := b.(*conv.ToolCall); ok {
		return &t.Node
	}
	return &conv.Node{}
}

func literalsIn(b conv.Block, yield func(conv.Raw) bool) bool {
	switch b := b.(type) {
	case *conv.TextContent:
		return yield(spelled(&b.Node, b.Text)) && yield(conv.Raw(b.Text)) // a result may be an object
	case *conv.ThinkingContent:
		subject, text, _ := subjectOf(b.Thinking)
		return yield(spelled(&b.Node, b.Thinking)) && yield(rawjson.Quoted(text)) && yield(rawjson.Quoted(subject))
	case *conv.ToolCall:
		return yield(b.ArgumentsObject())
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		m := conv.MediaOf(b)
		return yield(spelled(&m.Node, m.Data)) && yield(spelled(&m.Node, m.URL))
	}
	return true
}

func spelled(n *conv.Node, text string) conv.Raw {
	w := rawjson.NewWriter(nil)
	conv.WriteText(w, n, text)
	return conv.Raw(w.Bytes())
}

// isPlain reports whether the records are what write makes of the messages: then
// there is no need to keep them.
func (d *decoder) isPlain(records []record) bool {
	for i, x := range records {
		if x.messages >= 0 || x.kind != messageRecord && (i > 0 || x.kind != headRecord) {
			return false
		}
	}
	w := rawjson.NewWriter(nil)
	write(w, d.c)
	written := w.Bytes()
	for _, x := range records {
		rest, ok := bytes.CutPrefix(written, d.writtenAt(x.at))
		if !ok || len(rest) == 0 || rest[0] != '\n' {
			return false
		}
		written = rest[1:]
	}
	return len(written) == 0
}

// writtenAt is a record with its white space.
func (d *decoder) writtenAt(at int) []byte {
	c := rawjson.Again(d.data)
	c.Rewind(at)
	c.Skip()
	return bytes.TrimSpace(d.data[at:c.Offset()])
}

// keepLog keeps the records of the file.
func (d *decoder) keepLog(records []record) {
	if d.isPlain(records) {
		return
	}
	t := &template{at: map[conv.Raw]int{}, w: rawjson.NewWriter(nil)}
	n := 0
	for x := range literals(d.c) {
		if _, there := t.at[x]; !there && len(x) >= shortest {
			t.at[x] = n
		}
		n++
	}
	t.w.BeginArray()
	for _, x := range records {
		c := rawjson.Again(d.data)
		c.Rewind(x.at)
		t.c = c
		t.value("", true)
	}
	t.w.EndArray()
	d.c.Extensions.Set(family, hintLog, conv.Raw(t.w.Bytes()))
}

// template writes values with references.
type template struct {
	c  *rawjson.Cursor
	w  *rawjson.Writer
	at map[conv.Raw]int
}

// value writes the next value. whole is true where an object may be a literal as
// a whole.
func (t *template) value(key string, whole bool) {
	switch t.c.Kind() {
	case rawjson.Object:
		if whole && isWhole(key) {
			begin := t.c.Offset()
			if compact, written := t.c.Glued(); written != "" && t.reference(conv.Raw(written)) || t.reference(compact) {
				return
			}
			t.c.Rewind(begin)
			whole = key == ""
		}
		t.w.BeginObject()
		for key := range t.c.Fields {
			t.w.Key(key)
			t.value(key, whole)
		}
		t.w.EndObject()
	case rawjson.Array:
		t.w.BeginArray()
		for range t.c.Elements {
			t.value("-", whole)
		}
		t.w.EndArray()
	default:
		if raw := t.c.Raw(); !t.reference(raw) {
			t.w.Raw(raw)
		}
	}
}

// isWhole reports whether an object under a key may be a literal: arguments, an
// output, a whole record.
func isWhole(key string) bool {
	switch key {
	case "", "args", "response", "resultDisplay":
		return true
	}
	return false
}

func (t *template) reference(raw conv.Raw) bool {
	if len(raw) < shortest {
		return false
	}
	n, ok := t.at[raw]
	if ok {
		t.w.BeginObject()
		t.w.IntField(refKey, int64(n))
		t.w.EndObject()
	}
	return ok
}

// expand is the lines of a log with what the messages say now. ok is false if it
// has references to nothing.
func expand(log conv.Raw, c *conv.Conversation) (lines []conv.Raw, ok bool) {
	x := &expander{all: slices.Collect(literals(c)), ok: true}
	for record := range log.Elements {
		w := rawjson.NewWriter(nil)
		x.value(w, rawjson.Again([]byte(record)))
		lines = append(lines, conv.Raw(w.Bytes()))
	}
	return lines, x.ok
}

type expander struct {
	all []conv.Raw
	ok  bool
}

func (x *expander) value(w *rawjson.Writer, c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		if x.reference(w, c) {
			return
		}
		w.BeginObject()
		for key := range c.Fields {
			w.Key(key)
			x.value(w, c)
		}
		w.EndObject()
	case rawjson.Array:
		w.BeginArray()
		for range c.Elements {
			x.value(w, c)
		}
		w.EndArray()
	default:
		w.Raw(c.Raw())
	}
}

// reference writes what a reference stands for, if one comes next.
func (x *expander) reference(w *rawjson.Writer, c *rawjson.Cursor) bool {
	at := c.Ahead(refKey)
	if at < 0 {
		return false
	}
	begin := c.Offset()
	c.Rewind(at)
	n, ok := rawjson.Number(c.Raw()).Int()
	c.Rewind(begin)
	if !ok || n < 0 || n >= int64(len(x.all)) {
		return false
	}
	if c.Skip(); !rawjson.IsValue(string(x.all[n])) {
		x.ok = false
		return true
	}
	w.Raw(x.all[n])
	return true
}
