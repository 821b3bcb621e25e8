package gemini

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep for this family, sorted by key. So two bodies
// that differ only in their order read the same.
var residue = &record.Family{
	Name: family, Inside: isNested, Flat: true, Plainly: true, NoNulls: true, Snakes: true,
	Order: record.ByKey,
}

// decoder reads one wire body.
type decoder struct {
	in   record.Reader
	sent bool // the body is a request

	as      string  // the role of the content that was read
	parts   []*part // that is read, and those inside it
	nested  int     // how many of them are being read
	strange int     // how many unknown fields were read

	texts   rawjson.Slab[conv.TextContent]
	calls   rawjson.Slab[conv.ToolCall]
	users   rawjson.Slab[conv.UserMessage]
	answers rawjson.Slab[conv.AssistantMessage]
	results rawjson.Slab[conv.ToolResultMessage]
}

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

// Known keeps a field that is only known.
func (d *decoder) Known(n *conv.Node, key string) { d.in.Known(n, key) }

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{in: record.NewReader(residue, data, notes)}
}

// fields passes on the fields of the next object. null counts as absent.
func (d *decoder) fields(yield func(name string) bool) {
	for name := range d.in.Fields {
		if !d.in.IsNull() && !yield(name) {
			return
		}
	}
}

// Keep keeps a field that is not described. null counts as absent.
func (d *decoder) Keep(n *conv.Node, name string) {
	if !d.in.IsNull() {
		d.strange++
		d.in.Keep(n, name)
	}
}

// elements reads a list. The API also takes one element instead of a list of
// one. That is a hint at the node.
func (d *decoder) elements(n *conv.Node, name string, read func()) {
	residue.RereadAll(n, name)
	if d.in.Kind() != rawjson.Object {
		for range d.in.Elements {
			read()
		}
		return
	}
	residue.SetHint(n, name, "{}")
	read()
}

// beginList opens a list and reports whether it did. It opens none for one
// element if the node was read with that instead of a list.
func beginList(w *rawjson.Writer, n *conv.Node, name string, one bool) bool {
	if one && residue.Hint(n, name) == "{}" {
		return false
	}
	w.BeginArray()
	return true
}

// nested are the objects inside a node whose residue the node keeps.
var nested = []string{
	"generationConfig.", "toolConfig.", "functionCall.", "functionResponse.", "inlineData.", "fileData.", "content.", "response.",
}

func isNested(key string) bool {
	return slices.ContainsFunc(nested, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}
