package media

import (
	"encoding/base64"
	"io"
	"strings"
)

// Encoded is a file in base64.
type Encoded struct {
	Quoted string // standard base64 in double quotes: a JSON string
	Head   []byte // the start of the file: enough for Type
	Size   int64  // size of the file, in bytes
}

// Data returns the base64 without quotes. It shares Quoted's memory.
func (e *Encoded) Data() string { return e.Quoted[1 : len(e.Quoted)-1] }

// Encode reads a file to its end. size is the expected length if known, else 0.
// With a known size, nothing of the file is in memory twice.
func Encode(r io.Reader, size int64) (*Encoded, error) {
	const piece = 48 << 10 // a multiple of 3: only the last piece is padded
	var b strings.Builder
	e := &Encoded{}
	raw, coded := make([]byte, piece), make([]byte, base64.StdEncoding.EncodedLen(piece))
	b.Grow(base64.StdEncoding.EncodedLen(int(size)) + 2)
	b.WriteByte('"')
	for {
		n, err := fill(r, raw)
		if e.Size == 0 {
			e.Head = append(e.Head, raw[:min(n, headSize)]...)
		}
		e.Size += int64(n)
		m := base64.StdEncoding.EncodedLen(n)
		base64.StdEncoding.Encode(coded[:m], raw[:n])
		b.Write(coded[:m])
		switch {
		case err == io.EOF:
			b.WriteByte('"')
			e.Quoted = b.String()
			return e, nil
		case err != nil:
			return nil, err
		}
	}
}

// fill reads until b is full. It returns io.EOF at the end of the file, which
// io.ReadFull reports like a file that was cut short.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var m int
		m, err = r.Read(b[n:])
		n += m
	}
	return n, err
}

// headSize is how much of a file Type reads.
const headSize = 4 << 10
