package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/record"
)

// residue is what nodes keep for this family.
var residue = &record.Family{Name: family, Gathered: true, Order: inOrder}

// The hints, beside ~blank and ~lacks: how the wire spelled what the neutral
// fields say. Keys inside those two that begin with "message." are those of
// the item that a text begins.
const (
	hintID     = conv.ItemID
	hintItem   = "~item"   // a text begins an item, though the one before it would take it
	hintKind   = "~kind"   // the type of an output or a part, where it is another than the usual one
	hintForm   = "~form"   // of the input: list, absent; of arguments: string, object; content: reasoning stood there
	hintParts  = "~parts"  // lengths of the parts of reasoning
	hintRaw    = "~raw"    // the parts of reasoning as they were
	hintURL    = "~url"    // of media, where it is spelled in another way
	hintSystem = "~system" // the role of the item, or the whole item, that the prompt came from
	wireTilde  = "~~"      // before the key of a wire member that would be a hint here
)

// outer is the residue, and the prefix of keys, of the item of a text.
const outer = "message"

// Keep reads the next value as residue of a node and notes it; null is
// absent. A field of the wire is never taken for what stands beside it.
func (d *decoder) Keep(n *conv.Node, key string) {
	switch {
	case d.IsNull():
	case key == outer:
		d.Notes.Unknown(d.Offset(), "field", key)
		d.KeepQuietly(n, wireTilde+key)
	default:
		d.Reader.Keep(n, key)
	}
}

// Known reads the next value as residue of a node; null is absent, and an
// empty list or object is a hint.
func (d *decoder) Known(n *conv.Node, key string) {
	if d.IsNull() {
		return
	}
	switch raw := d.Raw(); raw {
	case "[]", "{}", `""`:
		residue.SetBlank(n, key, raw)
	default:
		residue.Set(n, key, raw)
	}
}

// usual reads a field that usually has a value: a hint if it has that, else
// residue.
func (d *decoder) usual(n *conv.Node, key string, value conv.Raw) {
	if raw := d.Raw(); raw == value {
		residue.SetBlank(n, key, raw)
	} else if raw != "null" {
		residue.Set(n, key, raw)
	}
}

// inOrder puts a node's hints first, and what writing puts at a place of its
// own, in the order of their keys: the order of the rest is that of writing.
func inOrder(a, b conv.Member) int {
	x, y := rank(a.Key), rank(b.Key)
	if x == y && x < 2 {
		return strings.Compare(a.Key, b.Key)
	}
	return x - y
}

func rank(key string) int {
	switch {
	case conv.IsHint(key) && !strings.HasPrefix(key, wireTilde):
		return 0
	case key == "text" || key == "created_at":
		return 1
	}
	return 2
}
