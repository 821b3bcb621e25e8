package redact

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"convo/conv"
)

// IsClean reports whether JSON surely has no secret in its strings. It scans the
// JSON as one text, without taking it apart.
func IsClean(r conv.Raw) bool { return len(Secrets("", spelled(string(r)))) == 0 }

// spelled returns JSON with only those escapes that the scan knows: quotes,
// backslashes and white space.
func spelled(s string) string {
	i := foreignEscape(s)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for ; i >= 0; i = foreignEscape(s) {
		b.WriteString(s[:i])
		s = s[i:]
		if s[1] == '/' {
			b.WriteByte('/')
			s = s[2:]
			continue
		}
		s = s[readEscape(&b, s):]
	}
	b.WriteString(s)
	return b.String()
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

// readEscape writes the character of the escape \u at the start of s, and returns
// how long the escape is.
func readEscape(b *strings.Builder, s string) int {
	r, ok := unit(s)
	switch {
	case !ok:
		b.WriteString(s[:2])
		return 2
	case utf16.IsSurrogate(r):
		if low, ok := unit(s[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				b.WriteRune(pair)
				return 12
			}
		}
	case r == '"' || r == '\\':
		b.WriteByte('\\')
	case r == '\n':
		b.WriteString(`\n`)
		return 6
	}
	b.WriteRune(r)
	return 6
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
