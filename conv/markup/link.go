package markup

import "strings"

// maxAddress is the longest address that is read as one.
const maxAddress = 2048

// link ends a link at a bracket: [text](address "title"). A link in a link is
// text, as is an image: its words lead to where it is.
func (s *spanner) link(i int) int {
	s.flush(i)
	if len(s.links) == 0 {
		s.piece(i, "]")
		return 1
	}
	open := s.links[len(s.links)-1]
	s.links = s.links[:len(s.links)-1]
	address, n := readTarget(s.text[i+1:])
	if n == 0 || !leadsOut(address) {
		s.piece(i, "]")
		return 1
	}
	s.pieces[open].Text = ""
	if open > 0 && strings.HasSuffix(s.pieces[open-1].Text, "!") {
		s.pieces[open-1].Text = strings.TrimSuffix(s.pieces[open-1].Text, "!")
	}
	if open+1 == len(s.pieces) {
		s.pieces = append(s.pieces, Span{Text: address})
	}
	s.ranges = append(s.ranges, styled{from: open, to: len(s.pieces), link: address})
	s.links = s.links[:0]
	s.from = i + 1 + n
	return 1 + n
}

// readTarget reads (address) or (address "title") and returns its length, 0 if
// there is none.
func readTarget(s string) (address string, n int) {
	if s == "" || s[0] != '(' {
		return "", 0
	}
	s = s[:min(len(s), maxAddress)]
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '\n':
			return "", 0
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				address, _, _ = strings.Cut(strings.TrimSpace(s[1:i]), " ")
				return strings.Trim(address, "<>"), i + 1
			}
		}
	}
	return "", 0
}

// leadsOut reports whether an address may be a link: it leads out of the page,
// and runs nothing.
func leadsOut(address string) bool {
	for _, scheme := range []string{"https://", "http://", "mailto:"} {
		if len(address) > len(scheme) && strings.EqualFold(address[:len(scheme)], scheme) {
			return strings.IndexFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f }) < 0
		}
	}
	return false
}

// address reads an address that stands in the text.
func (s *spanner) address(i int) int {
	rest := s.text[i:min(len(s.text), i+maxAddress)]
	if !strings.HasPrefix(rest, "https://") && !strings.HasPrefix(rest, "http://") || i > 0 && isWord(s.text[i-1]) {
		return 1
	}
	end := strings.IndexAny(rest, " \t\n<>\"`'|\\^{}")
	if end < 0 {
		end = len(rest)
	}
	end = len(strings.TrimRight(rest[:end], ".,:;!?*_~]"))
	if end > 0 && rest[end-1] == ')' && strings.Count(rest[:end], "(") < strings.Count(rest[:end], ")") {
		end = len(strings.TrimRight(rest[:end], ".,:;!?)*_~"))
	}
	if len(s.links) > 0 || !leadsOut(rest[:end]) || strings.HasSuffix(rest[:end], "//") {
		return 1
	}
	s.flush(i)
	s.pieces = append(s.pieces, Span{Text: rest[:end], Link: rest[:end]})
	s.from = i + end
	return end
}

// bracketed reads <address>.
func (s *spanner) bracketed(i int) int {
	rest := s.text[i+1 : min(len(s.text), i+maxAddress)]
	end := strings.IndexAny(rest, " \n<>")
	if end <= 0 || rest[end] != '>' || !leadsOut(rest[:end]) {
		return 1
	}
	s.flush(i)
	s.pieces = append(s.pieces, Span{Text: rest[:end], Link: rest[:end]})
	s.from = i + end + 2
	return end + 2
}

func isWord(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
