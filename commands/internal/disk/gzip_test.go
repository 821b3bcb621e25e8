package disk

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// However a text arrives, and however small the pieces are in which it is asked
// for, it comes out whole.
func TestUnpackedInAnyPieces(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte("high water")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"high water": "high water", packed.String(): "high water",
		"": "", "x": "x", "\x1f": "\x1f", "\x1f\x8b": "\x1f\x8b", "\x1f\x8bx": "\x1f\x8bx",
	} {
		for name, pieces := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader,
			"halves": iotest.HalfReader, "with the end": iotest.DataErrReader,
		} {
			for _, size := range []int{1, 2, 3, 100} {
				r := Unpacked(pieces(strings.NewReader(in)))
				got, err := io.ReadAll(readsAtMost{r, size})
				if err != nil || string(got) != want {
					t.Errorf("%q, %s, asked for %d: %q, %v, want %q", in, name, size, got, err, want)
				}
			}
		}
	}
}

// readsAtMost asks for so many bytes at a time.
type readsAtMost struct {
	r    io.Reader
	size int
}

func (m readsAtMost) Read(b []byte) (int, error) { return m.r.Read(b[:min(len(b), m.size)]) }
