package redact

import (
	"strings"
	"unicode/utf8"
)

// deepest is how often base64 inside base64 is decoded.
const deepest = 3

// encoded looks for secrets in a long word, and the lines that continue it, if
// it is the base64 of a text. If it has one, all of it is a secret.
func (s *scan) encoded(start, end int) {
	if s.deep >= deepest || start < s.decoded || !mayBeText(s.text[start:end]) {
		return
	}
	word, end := s.lines(start, end)
	s.decoded = end
	text, ok := decoded(word)
	if !ok || !isText(text) {
		return
	}
	if inside := secrets("", text, s.deep+1); len(inside) > 0 {
		s.add(start, equals.end(s.text, end), inside[0].Kind)
	}
}

// lines returns the word from start to end. If the word is as long as a line of
// base64, it adds the lines that continue it.
func (s *scan) lines(start, end int) (word string, last int) {
	const shortest = 60
	word = s.text[start:end]
	if n := end - start; n < shortest || n%4 != 0 {
		return word, end
	}
	all := []byte(word)
	for {
		next := lineEnd(s.text, end)
		to := baseChars.end(s.text, next)
		if next == end || to == next || to-next > len(word) {
			break
		}
		all = append(all, s.text[next:to]...)
		if end = to; to-next < len(word) {
			break // the last line is shorter
		}
	}
	return string(all), end
}

// lineEnd skips a line end, plain or as JSON writes it.
func lineEnd(s string, i int) int {
	for _, end := range []string{"\n", "\r\n", `\n`, `\r\n`} {
		if strings.HasPrefix(s[i:], end) {
			return i + len(end)
		}
	}
	return i
}

// mayBeText checks some characters of base64. Each fourth one has the high bits
// of a byte. In a text these are the bits of letters, spaces and line ends.
func mayBeText(s string) bool {
	odd := 0
	for i := 0; i < len(s) && i < 64; i += 4 {
		switch c := s[i]; {
		case c >= 'I' && c <= 'Z' || c >= 'a' && c <= 'f':
		case c == 'C' || c == 'D':
		default:
			odd++
		}
	}
	return odd*4 <= min(len(s), 64)/4
}

// isText reports whether bytes are text and not a file of another kind.
func isText(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && !space.in(c) && c != 0x1b || c == 0x7f {
			return false
		}
	}
	return true
}

// TextOf returns the text of a text file in base64, "" for any other file.
func TextOf(base64 string) string {
	if !mayBeText(base64) {
		return ""
	}
	if text, ok := decoded(base64); ok && isText(text) {
		return text
	}
	return ""
}
