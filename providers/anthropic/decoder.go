package anthropic

import (
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep for this family.
var residue = &record.Family{Name: family}

// decoder reads one wire body.
type decoder struct {
	in   record.Reader
	sent bool // the body is a request

	heard answer // of a guest, used again
	made  *nodes // nil: nothing yet
}

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

// Keep keeps a field that is not described.
func (d *decoder) Keep(n *conv.Node, key string) { d.in.Keep(n, key) }

// Known keeps a field that is only known.
func (d *decoder) Known(n *conv.Node, key string) { d.in.Known(n, key) }

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{in: record.NewReader(residue, data, notes)}
}

// content reads a string, which is one text, or a list of blocks.
func content[B any](d *decoder, lists *rawjson.Slab[B], block func() B) []B {
	var few [8]B
	list := few[:0]
	d.content(
		func() { list = append(list, any(d.plainText()).(B)) },
		func() { list = append(list, block()) })
	if len(list) == 0 {
		return nil
	}
	return lists.List(list...)
}

// content reads a string or a list of blocks. It calls plain or block for
// each.
func (d *decoder) content(plain, block func()) {
	switch k := d.in.Kind(); k {
	case rawjson.String:
		plain()
	case rawjson.Array:
		for range d.in.Elements {
			block()
		}
	case rawjson.Invalid:
		d.in.Skip()
	default:
		d.in.Fail(d.in.Offset(), "want content as a string or an array, got %s", k)
	}
}
