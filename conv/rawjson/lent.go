package rawjson

import (
	"io"
	"iter"
	"unsafe"
)

// lent is memory that lives at least as long as what a Writer keeps, and the
// texts in it that were written but not copied.
type lent struct {
	memory []byte
	arena  *Arena
	texts  []lentText
}

type lentText struct {
	text string
	at   int // in the buffer of the Writer
}

// Lend makes a Writer without a destination use long texts that lie in b where
// they are: images are not copied. Nobody may change b before the Writer is
// Reset.
func (w *Writer) Lend(b []byte) { w.lent.memory = b }

// LendFrom does the same for long texts that an arena holds: it gives away their
// memory.
func (w *Writer) LendFrom(a *Arena) { w.lent.arena = a }

// CopyTo writes what Bytes would return.
func (w *Writer) CopyTo(out io.Writer) error {
	for piece := range w.lent.pieces(w.buf) {
		if _, err := out.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// takes reports whether a text stays where it is until the Writer is Reset.
func (l *lent) takes(s string) bool { return liesIn(s, l.memory) || l.arena.give(s) }

// liesIn reports whether all of a text lies in some memory.
func liesIn(s string, memory []byte) bool {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	return at >= start && at+uintptr(len(s)) <= start+uintptr(len(memory))
}

func (l *lent) add(s string, at int) { l.texts = append(l.texts, lentText{s, at}) }

// pieces are what was written to a buffer, and the texts between.
func (l *lent) pieces(buf []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		from := 0
		for _, t := range l.texts {
			if from < t.at && !yield(buf[from:t.at]) || !yield(bytesOf(t.text)) {
				return
			}
			from = t.at
		}
		if from < len(buf) {
			yield(buf[from:])
		}
	}
}

func (l *lent) forget() {
	clear(l.texts)
	l.memory, l.arena, l.texts = nil, nil, l.texts[:0]
}
