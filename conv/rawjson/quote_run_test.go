package rawjson

import (
	"strings"
	"testing"
	"time"
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

// Bytes that are not UTF-8 cost the same however many follow.
func TestEscapingIsLinear(t *testing.T) {
	for _, part := range []string{"\xed\xa0\x80", "\xff", "x\xed\xa0\x80 some text"} {
		s := strings.Repeat(part, 4<<20/len(part))
		begun := time.Now()
		appendInside(nil, s)
		if took := time.Since(begun); took > 5*time.Second { // 4 MB took 20 minutes
			t.Errorf("%q: %v", part, took)
		}
	}
}
