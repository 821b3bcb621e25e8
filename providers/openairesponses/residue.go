package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep for this family.
var residue = &record.Family{Name: family, Gathered: true, Lenient: true, Order: inOrder}

// The hints, besides ~blank and ~lacks: how the wire spelled neutral fields.
// In those two, a key that begins with "message." is about the item that a
// text begins.
const (
	hintID     = format.ItemID
	hintItem   = "~item"   // a text begins an item, though it could continue the one before
	hintKind   = "~kind"   // the unusual type of an output or a part
	hintForm   = "~form"   // of the input: list, absent; of one text: list; of arguments: string, object; of reasoning: content
	hintParts  = "~parts"  // the lengths of the parts of reasoning
	hintRaw    = "~raw"    // the parts of reasoning as they were read
	hintURL    = "~url"    // the unusual spelling of a media URL
	hintSystem = "~system" // the item that the prompt came from, or its role, in a list if its text was
	wireTilde  = "~~"      // prefix for a wire key that looks like a hint
)

// outer is the residue of a text's item, and the prefix of its keys.
const outer = "message"

// Keep reads the next value as residue of a node and notes it. null counts as
// absent. A wire key that looks like a hint gets a prefix.
func (d *decoder) Keep(n *conv.Node, key string) {
	switch {
	case d.in.IsNull():
	case key == outer:
		d.in.Notes.Unknown(d.in.Offset(), "field", key)
		d.in.KeepQuietly(n, wireTilde+key)
	default:
		d.in.Keep(n, key)
	}
}

// Known reads the next value as residue of a node, without a note. null counts
// as absent. An empty list or object is a hint.
func (d *decoder) Known(n *conv.Node, key string) { d.in.KnownOrBlank(n, key) }

// usual reads a field that usually has one value. That value is a hint,
// another is residue.
func (d *decoder) usual(n *conv.Node, key string, value conv.Raw) {
	switch raw := d.in.Raw(); {
	case raw == value && d.listed && key == "type", raw == "null":
	case raw == value:
		residue.SetBlank(n, key, raw)
	default:
		residue.Set(n, key, raw)
	}
}

// inOrder sorts the hints of a node, and fields with a fixed place in the
// output, before the rest. The rest keeps its order, which writing repeats.
func inOrder(a, b rawjson.Member) int {
	x, y := rank(a.Key), rank(b.Key)
	if x == y && x < 2 {
		return strings.Compare(a.Key, b.Key)
	}
	return x - y
}

func rank(key string) int {
	switch {
	case extension.IsHint(key) && !strings.HasPrefix(key, wireTilde):
		return 0
	case key == "text" || key == "created_at":
		return 1
	}
	return 2
}
