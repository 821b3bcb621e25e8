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
	if !strings.Contains(s, `\u`) && !strings.Contains(s, `\/`) {
		return s
	}
	b := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+2 > len(s) {
			return string(append(b, s...))
		}
		b, s = append(b, s[:i]...), s[i:]
		switch s[1] {
		case '/':
			b, s = append(b, '/'), s[2:]
		case 'u':
			var n int
			b, n = appendEscaped(b, s)
			s = s[n:]
		default:
			b, s = append(b, s[:2]...), s[2:]
		}
	}
}

// appendEscaped appends the character of the escape \u at the start of s, and
// returns how long the escape is.
func appendEscaped(b []byte, s string) ([]byte, int) {
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
		return append(b, '\\', byte(r)), 6
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
