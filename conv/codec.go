package conv

import (
	"slices"

	"convo/conv/rawjson"
)

// Reader is a Cursor with what a Decode needs beside it: the family whose
// residue unknown members become, and where to note them.
type Reader struct {
	*rawjson.Cursor
	Family string
	Notes  *Notes
}

// NewReader reads data, which must not change afterwards. It notes keys that
// an object repeats: the last one wins, so a Decode assigns and never adds.
func NewReader(data []byte, family string, notes *Notes) *Reader {
	r := &Reader{rawjson.NewCursor(data), family, notes}
	if notes != nil {
		r.Arena = notes.Arena
	}
	r.Duplicate = func(offset int, key string) {
		notes.Loss(CodeDuplicateKey, Dropped, offset, "earlier value of the repeated key", key)
	}
	return r
}

// Keep reads the next value, which the neutral model has no place for, as
// the node's residue.
func (r *Reader) Keep(n *Node, key string) {
	at := r.Offset()
	switch hint := IsHint(key); {
	case !hint:
		r.Notes.Unknown(at, "field", key)
	case r.Family != NativeFamily:
		r.Notes.Unknown(at, "field", key)
		key = wireTilde + key
	}
	n.Extensions.Set(r.Family, key, r.Raw())
}

// KeepQuietly is Keep for a member that the format knows well and only the
// neutral model has no place for.
func (r *Reader) KeepQuietly(n *Node, key string) {
	n.Extensions.Set(r.Family, key, r.Raw())
}

// Text reads a string that is n's text, and remembers its spelling there.
func (r *Reader) Text(n *Node) string {
	s, spelling := r.Spelled()
	n.Spell(s, spelling)
	return s
}

// WriteText writes a string that Text may have read into n.
func WriteText(w *rawjson.Writer, n *Node, text string) {
	w.Spelled(text, n.Spelling(text))
}

// WriteResidue writes a family's residue of a node as members of the object
// that is open, except those keys that were written or must not be.
func WriteResidue(w *rawjson.Writer, n *Node, family string, except ...string) {
	for _, m := range n.Extensions.Of(family) {
		if key, ok := WireKey(m.Key); ok && !slices.Contains(except, m.Key) {
			w.Key(key)
			w.Raw(m.Value)
		}
	}
}
