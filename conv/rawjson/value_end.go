package rawjson

import "bytes"

// valueScanner finds the end of the first value of a growing text.
type valueScanner struct {
	pos      int
	depth    int
	inString bool
}

// scan returns the index after the value, 0 if it has not ended. It only looks
// at brackets and quotes: who reads the value finds what is wrong.
func (s *valueScanner) scan(b []byte) int {
	for s.pos < len(b) {
		if s.inString {
			if s.string(b); s.depth == 0 && !s.inString {
				return s.pos
			}
			continue
		}
		switch b[s.pos] {
		case '"':
			s.inString = true
		case '{', '[':
			s.depth++
		case '}', ']':
			if s.depth--; s.depth <= 0 {
				return s.pos + 1
			}
		case '\n', ' ', '\t', '\r':
			if s.depth == 0 && s.pos > 0 {
				return s.pos
			}
		}
		s.pos++
	}
	return 0
}

// string looks for the end of the string that pos is in.
func (s *valueScanner) string(b []byte) {
	i := bytes.IndexByte(b[s.pos:], '"')
	if i < 0 {
		s.pos = len(b)
		return
	}
	s.pos += i
	slashes := 0
	for k := s.pos - 1; k >= 0 && b[k] == '\\'; k-- {
		slashes++
	}
	s.pos++
	s.inString = slashes%2 == 1
}
