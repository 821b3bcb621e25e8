package redact

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"
)

// Cleaner scans one text after the other, with memory for one. The zero value is
// ready. It is for one goroutine.
type Cleaner struct{ spelled []byte }

// IsClean reports whether JSON surely has no secret in its strings. It scans the
// JSON as one text, without taking it apart.
func (c *Cleaner) IsClean(r conv.Raw) bool {
	s := string(r)
	if i := foreignEscape(s); i >= 0 {
		c.spelled = appendSpelled(c.spelled[:0], s, i)
		s = rawjson.TextOf(c.spelled) // nothing of it is kept
	}
	return len(Secrets("", s)) == 0
}

// appendSpelled appends JSON with only those escapes that the scan knows: quotes,
// backslashes and white space. The first other escape is at s[i], -1 if there is
// none.
func appendSpelled(b []byte, s string, i int) []byte {
	for ; i >= 0; i = foreignEscape(s) {
		b = append(b, s[:i]...)
		s = s[i:]
		n := 2
		if s[1] == '/' {
			b = append(b, '/')
		} else {
			b, n = appendEscape(b, s)
		}
		s = s[n:]
	}
	return append(b, s...)
}

// foreignEscape returns the index of the first escape that the scan does not
// know, -1 if there is none.
func foreignEscape(s string) int {
	for i := 0; ; i += 2 {
		n := strings.IndexByte(s[i:], '\\')
		if i += n; n < 0 || i+2 > len(s) {
			return -1
		}
		if c := s[i+1]; c == 'u' || c == '/' {
			return i
		}
	}
}

// appendEscape appends the character of the escape \u at the start of s, and
// returns how long the escape is.
func appendEscape(b []byte, s string) ([]byte, int) {
	r, ok := unit(s)
	switch {
	case !ok:
		return append(b, s[:2]...), 2
	case utf16.IsSurrogate(r):
		if low, ok := unit(s[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return utf8.AppendRune(b, pair), 12
			}
		}
	case r == '"' || r == '\\':
		b = append(b, '\\')
	case r == '\n':
		return append(b, `\n`...), 6
	}
	return utf8.AppendRune(b, r), 6
}

// unit returns the 16 bits of the escape \uXXXX at the start of s.
func unit(s string) (r rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for i := 2; i < 6; i++ {
		c := s[i]
		if !isHex(c) {
			return 0, false
		}
		digit := rune(c & 0xf)
		if c > '9' {
			digit += 9
		}
		r = r<<4 | digit
	}
	return r, true
}
