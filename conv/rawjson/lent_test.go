package rawjson_test

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// What lies in memory that was lent is not copied, and what is written is the
// same as without.
func TestLend(t *testing.T) {
	long := strings.Repeat("iVBORw0K", 20_000)
	block := []byte(`["short","` + long + `","é \" ` + long + `"]`)
	write := func(w *rawjson.Writer) {
		c := rawjson.NewCursor(block)
		w.BeginArray()
		for range c.Elements {
			w.Spelled(c.Spelled())
		}
		w.Joined("data:image/png;base64,", string(block[10:10+len(long)])) // a copy
		w.Joined("data:image/png;base64,", rawjson.TextOf(block[10:10+len(long)]))
		w.Str(rawjson.TextOf(block[1+len(long):])) // must be escaped
		w.Raw(rawjson.Raw(rawjson.TextOf(block)))
		w.EndArray()
		w.Text("\n")
	}
	plain := rawjson.NewWriter(nil)
	write(plain)

	w := rawjson.NewBuffer(100)
	for round := range 3 {
		w.Lend(block)
		if write(w); !bytes.Equal(w.Bytes(), plain.Bytes()) || w.IsEmpty() {
			t.Fatalf("round %d: other bytes", round)
		}
		var out bytes.Buffer
		if err := w.CopyTo(&out); err != nil || !bytes.Equal(out.Bytes(), plain.Bytes()) {
			t.Fatalf("round %d: CopyTo writes other bytes (error %v)", round, err)
		}
		pieces := &counter{}
		if _ = w.CopyTo(pieces); pieces.largest < len(block) || pieces.n < 7 {
			t.Errorf("round %d: %d pieces, the largest of %d bytes: all was copied", round, pieces.n, pieces.largest)
		}
		if w.Reset(); len(w.Bytes()) > 0 || !w.IsEmpty() {
			t.Error("something is left after Reset")
		}
	}
	w.Str(rawjson.TextOf(block[10 : 10+len(long)]))
	if pieces := (&counter{}); w.CopyTo(pieces) != nil || pieces.n != 1 {
		t.Errorf("%d pieces after the loan has ended", pieces.n)
	}
}

// Long texts of an arena are not copied either. What is read later does not
// change them.
func TestLendFrom(t *testing.T) {
	long := strings.Repeat("iVBORw0K/", 20_000)
	block := []byte(`"` + strings.ReplaceAll(long, "/", `\/`) + `"`)
	arena, w := new(rawjson.Arena), rawjson.NewBuffer(100)
	for range 3 {
		w.LendFrom(arena)
		c := rawjson.NewCursor(block)
		c.Arena = arena
		w.Str(c.Str())
		arena.Reset()
		for range 3 {
			c := rawjson.NewCursor([]byte(strings.Replace(string(block), "iVBO", "eeee", 1)))
			c.Arena = arena
			c.Str()
		}
		pieces := &counter{}
		if _ = w.CopyTo(pieces); pieces.n != 3 {
			t.Errorf("%d pieces: the text was copied", pieces.n)
		}
		if got := string(w.Bytes()); got != `"`+long+`"` {
			t.Fatalf("other bytes: %.40s…", got)
		}
		arena.Reset()
		w.Reset()
	}
	w.Str(strings.Repeat("x", 1<<20)) // of no arena
	if pieces := (&counter{}); w.CopyTo(pieces) != nil || pieces.n != 1 {
		t.Errorf("%d pieces of a text that was not lent", pieces.n)
	}
}

// CopyTo ends with the first error.
func TestCopyToFails(t *testing.T) {
	block := []byte(strings.Repeat("x", 1<<20))
	for most := range 3 {
		w := rawjson.NewBuffer(10)
		w.Lend(block)
		w.Str(rawjson.TextOf(block))
		out := &counter{most: most, limited: true}
		if err := w.CopyTo(out); err != errFull || out.n != most {
			t.Errorf("error %v after %d of %d pieces", err, out.n, most)
		}
	}
}

var errFull = errors.New("full")

// counter counts what is written to it.
type counter struct {
	n, largest int
	most       int
	limited    bool
}

func (c *counter) Write(p []byte) (int, error) {
	if c.limited && c.n == c.most {
		return 0, errFull
	}
	c.n++
	c.largest = max(c.largest, len(p))
	return len(p), nil
}

// What is kept outlives collections, up to a number.
func TestSpare(t *testing.T) {
	s := rawjson.NewSpare[*[]byte](2)
	if s.Take() != nil {
		t.Error("there is something in the beginning")
	}
	var kept []*[]byte
	for range 3 {
		b := make([]byte, 1<<16)
		kept = append(kept, &b)
		s.Keep(&b)
	}
	for range 3 {
		runtime.GC()
	}
	if one, two, three := s.Take(), s.Take(), s.Take(); one != kept[1] || two != kept[0] || three != nil {
		t.Error("not the two that were kept first, the last of them first")
	}
}
