package terminal

import (
	"strings"
	"testing"
)

// hostile is what a terminal would obey, with how it is shown.
var hostile = []struct{ in, shown string }{
	{"\x1b[31mred", `\u001b[31mred`},
	{"a\x00b\ac\bd\x7f", `a\u0000b\u0007c\u0008d\u007f`},
	{"\u0080\u009b31m\u009d0;title\u009c", `\u0080\u009b31m\u009d0;title\u009c`},
	{"raw \x9b31m \x80 \xff", `raw \u009b31m \u0080 \u00ff`},
	{"\u202a\u202b\u202c\u202d\u202e", `\u202a\u202b\u202c\u202d\u202e`},
	{"\u2066\u2067\u2068\u2069", `\u2066\u2067\u2068\u2069`},
	{"\u200e\u200f\u061c\u2028\u2029", `\u200e\u200f\u061c\u2028\u2029`},
	{"100%\rover", `100%\u000dover`},
	{"é \u00a0 世界 👩\u200d🚀 \uFFFD", "é \u00a0 世界 👩\u200d🚀 \uFFFD"},
	{"cut \xe2\x80", `cut \u00e2\u0080`},
}

// A terminal obeys nothing that comes from outside, in however many pieces it
// comes. A pipe gets every byte.
func TestStreamEscapesForATerminalOnly(t *testing.T) {
	for _, test := range hostile {
		for size := 1; size <= len(test.in); size++ {
			for _, terminal := range []bool{true, false} {
				want := test.in
				if terminal {
					want = test.shown
				}
				got := streamed(terminal, func(s *Stream) {
					for rest := []byte(test.in); len(rest) > 0; {
						n := min(size, len(rest))
						if m, err := s.Write(rest[:n]); m != n || err != nil {
							t.Fatal(m, err)
						}
						rest = rest[n:]
					}
				})
				if got != want {
					t.Fatalf("terminal %v, in pieces of %d: %q, want %q", terminal, size, got, want)
				}
			}
		}
		if got := Printable(test.in); got != test.shown {
			t.Errorf("printable %q, want %q", got, test.shown)
		}
	}
}

// streamed is what a stream passes on.
func streamed(terminal bool, write func(*Stream)) string {
	var b strings.Builder
	s := &Stream{Terminal: terminal, out: &b}
	write(s)
	_ = s.End()
	return b.String()
}

func TestStreamKeepsLines(t *testing.T) {
	got := streamed(true, func(s *Stream) { _, _ = s.Write([]byte("a\tb\r\nc\n")) })
	if got != "a\tb\nc\n" {
		t.Errorf("%q", got)
	}
	if got := Printable("a\tb\nc"); got != `a\u0009b\u000ac` {
		t.Errorf("%q", got)
	}
}
