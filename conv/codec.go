package conv

import (
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// Reader is a Cursor with what a Decode also needs: the family whose residue
// unknown fields become, and the notes.
type Reader struct {
	*rawjson.Cursor
	Family string
	Notes  *Notes
}

// NewReader reads data, which must not change afterwards. It notes keys that an
// object repeats. The last value wins, so a Decode assigns and never adds.
//
//go:noinline
func NewReader(data []byte, family string, notes *Notes) *Reader {
	r := &Reader{rawjson.NewCursor(data), family, notes}
	if notes != nil {
		r.Arena = notes.Arena
	}
	r.Duplicate = notes.Repeats
	return r
}

// Keep reads the next value, for which the neutral model has no field, and keeps it as
// the node's residue, with a note.
func (r *Reader) Keep(n *Node, key string) {
	at := r.Offset()
	switch hint := IsHint(key); {
	case !hint:
		r.Notes.Unknown(at, "field", key)
	case r.Family != NativeFamily:
		r.Notes.Unknown(at, "field", key)
		key = ResidueKey(key)
	}
	r.KeepQuietly(n, key)
}

// KeepQuietly does the same without a note, for a field that the format knows.
func (r *Reader) KeepQuietly(n *Node, key string) {
	if x := n.Extensions.full(r.Family); x != nil {
		x.reserve(1 + r.FieldsLeft())
	}
	n.Extensions.Set(r.Family, key, r.Raw())
}

// Text reads a string that is a text of n, and remembers its spelling.
func (r *Reader) Text(n *Node) string {
	s, spelling := r.Spelled()
	n.Spell(s, spelling)
	return s
}

// WriteText writes a string that Text may have read into n.
func WriteText(w *rawjson.Writer, n *Node, text string) {
	w.Spelled(text, n.Spelling(text))
}

// WriteResidue writes a family's residue of a node as fields of the open object,
// except keys that were already written or must not be written.
func WriteResidue(w *rawjson.Writer, n *Node, family string, except ...string) {
	for _, m := range n.Extensions.Of(family) {
		if key, ok := WireKey(m.Key); ok && !slices.Contains(except, m.Key) {
			w.Key(key)
			w.Raw(m.Value)
		}
	}
}

// A format keeps hints in residue, under keys that begin with "~": how the wire
// spelled what the neutral fields say. Hints are never written as fields. Package
// conv/format names those that several formats know.

// IsHint reports whether a residue key is a hint: such keys begin with "~" and
// are never written as fields.
func IsHint(key string) bool { return len(key) > 0 && key[0] == '~' }

// WireKey returns the key that a field of residue has on the wire. ok is false for
// a hint, which is never written.
func WireKey(key string) (wire string, ok bool) {
	if wire, tilde := strings.CutPrefix(key, wireTilde); tilde {
		return wire, true
	}
	return key, !IsHint(key)
}

// ResidueKey returns the key under which residue holds a field of the wire.
// [WireKey] takes it back.
func ResidueKey(wire string) string {
	if IsHint(wire) {
		return wireTilde + wire
	}
	return wire
}

// wireTilde comes before the key of a field that would otherwise look like a
// hint.
const wireTilde = "~~"

// Partial is the hint, in the residue of a message or its usage, that it lacked
// fields that its own format requires.
const Partial = "~partial"
