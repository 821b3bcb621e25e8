package rawjson

import (
	"io"
	"strings"
)

// TextOf returns b as a string that shares its memory. Nobody may change b any
// more.
func TextOf(b []byte) string { return text(b) }

// BytesOf returns the bytes of s in shared memory. Nobody may write to them.
func BytesOf(s string) []byte { return bytesOf(s) }

// Reset makes the cursor read another text, from its start. What it read before
// stays valid. Nobody may change b any more.
func (c *Cursor) Reset(b []byte) {
	c.buf, c.pos, c.depth, c.spaces, c.again, c.err = b, 0, 0, 0, false, nil
	c.keys = c.keys[:0]
}

// RenewWhole is Renew for a text that it checks first: an error of the text is
// returned before anything of it is read.
func (c *Cursor) RenewWhole(b []byte) error {
	c.Reset(b)
	c.Skip()
	err := c.End()
	if c.Reset(b); err == nil {
		c.again = true
	}
	return err
}

// AtRest reads a text that is all there. Whoever knows that need not copy it:
// Rest is the text.
type AtRest struct{ left string }

// NewAtRest reads b, which nobody may change any more.
func NewAtRest(b []byte) *AtRest { return &AtRest{text(b)} }

// Read copies some of the text.
func (r *AtRest) Read(p []byte) (int, error) {
	if r.left == "" {
		return 0, io.EOF
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

// Rest takes what is left of the text.
func (r *AtRest) Rest() string {
	rest := r.left
	r.left = ""
	return rest
}

// Pieces is a text that comes in pieces. One piece alone is not copied.
type Pieces struct {
	first string
	all   strings.Builder // if there are more
}

// Add adds a piece.
func (p *Pieces) Add(piece string) {
	switch {
	case piece == "":
	case p.first == "":
		p.first = piece
	default:
		if p.all.Len() == 0 {
			p.all.WriteString(p.first)
		}
		p.all.Grow(len(piece)) // which doubles the memory, as appending does not
		p.all.WriteString(piece)
	}
}

// Len is the length of the text so far, in bytes.
func (p *Pieces) Len() int { return max(len(p.first), p.all.Len()) }

// String is the text so far.
func (p *Pieces) String() string {
	if p.all.Len() == 0 {
		return p.first
	}
	return p.all.String()
}
