package code

import "strings"

// markupToken reads a token of HTML or XML: a comment, the name of a tag, an
// attribute, its value.
func markupToken(s *scanner) {
	rest := s.rest()
	switch c := rest[0]; {
	case s.open == 0 && strings.HasPrefix(rest, "<!--"):
		s.comment()
	case s.open == 0 && c == '<':
		end := s.at + 1
		for end < len(s.text) && strings.IndexByte("/!?", s.text[end]) >= 0 {
			end++
		}
		if name := s.nameEnd(end); name > end {
			s.open = 1
			s.take(Keyword, name)
			return
		}
		s.at = end
	case s.open == 0:
		s.at++
	case c == '>':
		s.open = 0
		s.at++
	case s.quoted():
	case isLetter(c):
		s.take(Name, s.nameEnd(s.at))
	default:
		s.at++
	}
}

// nameEnd is where the name ends that begins at i.
func (s *scanner) nameEnd(i int) int {
	for i < len(s.text) && (isLetter(s.text[i]) || isDigit(s.text[i]) || strings.IndexByte("-:.@", s.text[i]) >= 0) {
		i++
	}
	return i
}

// diffLine reads a line of a diff.
func diffLine(s *scanner) {
	end := s.lineEnd(s.at)
	line := s.text[s.at:end]
	if end < len(s.text) {
		end++
	}
	for _, k := range diffMarks {
		if strings.HasPrefix(line, k.mark) {
			s.take(k.kind, end)
			return
		}
	}
	s.at = end
}

// diffMarks tell what a line of a diff is, the longest first.
var diffMarks = []struct {
	mark string
	kind Kind
}{
	{"+++ ", Place},
	{"--- ", Place},
	{"*** ", Place},
	{"diff ", Place},
	{"index ", Place},
	{"@@", Place},
	{"+", Added},
	{"-", Removed},
	{">", Added},
	{"<", Removed},
}
