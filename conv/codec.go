package conv

import (
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Reader is a Cursor with what a Decode also needs: the family whose residue
// unknown fields become, and the notes.
type Reader struct {
	*rawjson.Cursor
	Family string
	Notes  *note.Notes
}

// NewReader reads data, which must not change afterwards. It notes keys that an
// object repeats. The last value wins, so a Decode assigns and never adds.
//
//go:noinline
func NewReader(data []byte, family string, notes *note.Notes) *Reader {
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
	switch hint := extension.IsHint(key); {
	case !hint:
		r.Notes.Unknown(at, "field", key)
	case r.Family != nativeFamily:
		r.Notes.Unknown(at, "field", key)
		key = extension.ResidueKey(key)
	}
	r.KeepQuietly(n, key)
}

// KeepQuietly does the same without a note, for a field that the format knows.
func (r *Reader) KeepQuietly(n *Node, key string) {
	n.Extensions.Reserve(r.Family, r.FieldsLeft)
	n.Extensions.Set(r.Family, key, r.Raw())
}

// Text reads a string that is a text of n, and remembers its spelling.
func (r *Reader) Text(n *Node) string {
	s, spelling := r.Spelled()
	n.Spelled().Set(s, spelling)
	return s
}

// WriteText writes a string that Text may have read into n.
func WriteText(w *rawjson.Writer, n *Node, text string) {
	w.Spelled(text, n.Spelled().Of(text))
}
