package rawjson

import (
	"strconv"
	"strings"
	"testing"
)

// A string is escaped in the same way wherever in it a window ends.
func TestEscapesAreTheSameAtAnyPlace(t *testing.T) {
	for _, part := range []string{"é", "世", "😀", "\xed\xa0\x80", "\xff", "\x80\x80\x80\x80\x80", "😀\x80", "a\x80", "\xf0\x9f", "\"", "\x01", "\ufffd"} {
		want := string(appendEscaped(nil, part))
		for before := range 600 {
			plain := strings.Repeat("x", before)
			if got := string(appendEscaped(nil, plain+part+"end")); got != plain+want+"end" {
				t.Fatalf("%q after %d bytes: %q", part, before, got[before:])
			}
		}
		if got := string(appendEscaped(nil, strings.Repeat(part, 500))); len(part) < 5 && got != strings.Repeat(want, 500) && part != "\xf0\x9f" {
			t.Errorf("%q 500 times: %.80q", part, got)
		}
	}
}

// BenchmarkEscapeBroken escapes bytes that are not UTF-8: the time a byte must not
// grow with the length of the text.
func BenchmarkEscapeBroken(b *testing.B) {
	for _, part := range []string{"\xed\xa0\x80", "\xff", "x\xed\xa0\x80 some text"} {
		for _, size := range []int{64 << 10, 1 << 20} {
			s := strings.Repeat(part, size/len(part))
			b.Run(strconv.Quote(part)+"/"+strconv.Itoa(size>>10)+"kB", func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					appendInside(nil, s)
				}
			})
		}
	}
}
