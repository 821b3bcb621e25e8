package rawjson

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestPieces(t *testing.T) {
	var p Pieces
	want := ""
	for _, piece := range []string{"", "one", "", " two", strings.Repeat("x", 5000), "\xed\xa0\xbd"} {
		p.Add(piece)
		if want += piece; p.String() != want || p.Len() != len(want) {
			t.Fatalf("after %q: %d bytes, want %d", piece, p.Len(), len(want))
		}
	}
	one := "alone"
	var q Pieces
	if q.Add(one); !IsSame(q.String(), one) {
		t.Error("a single piece was copied")
	}
}

// What a cursor read before it was renewed stays as it was.
func TestRenewKeepsWhatWasRead(t *testing.T) {
	for _, arena := range []*Arena{nil, {}} {
		c := Cursor{Arena: arena}
		var all []string
		for _, text := range []string{`"a\n1"`, `{"k":[1,`, `"b\n2"`, `  "c\n3" `} {
			if c.RenewWhole([]byte(text)) == nil {
				all = append(all, c.Str())
			}
			if err := c.Err(); err != nil {
				t.Errorf("%s: %v stays", text, err)
			}
		}
		if got := strings.Join(all, "|"); got != "a\n1|b\n2|c\n3" {
			t.Errorf("got %q", got)
		}
	}
}

func TestRenewWholeFindsWhatIsWrong(t *testing.T) {
	c := &Cursor{}
	for text, want := range map[string]string{
		`{"a":1`:   "offset 6: unexpected end of JSON",
		`{"a":1}}`: "offset 7: unexpected '}' after the value",
		"":         "offset 0: unexpected end of JSON",
	} {
		if err := c.RenewWhole([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestAtRest(t *testing.T) {
	if err := iotest.TestReader(NewAtRest([]byte("all of it")), []byte("all of it")); err != nil {
		t.Error(err)
	}
	r := NewAtRest([]byte("all of it"))
	if _, err := io.ReadFull(r, make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	if got := r.Rest(); got != "of it" {
		t.Errorf("got %q", got)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("got %d, %v after the rest", n, err)
	}
}
