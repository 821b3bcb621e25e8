package redact

import (
	"slices"
	"strings"
)

// The kinds of secrets without a vendor's mark.
const (
	Password  = "secret:password"
	Secret    = "secret:secret"
	Token     = "secret:token"
	Key       = "secret:key"
	Bearer    = "secret:bearer-token"
	BasicAuth = "secret:basic-auth"
	URLSecret = "secret:url-password"
	Signature = "secret:url-signature"
	Private   = "secret:private-key"
	JWT       = "secret:jwt"
)

// Secrets finds credentials by the form of vendors' keys, by the name that they
// are assigned to, in headers and addresses, and inside base64.
func Secrets(key, text string) []Span { return secrets(key, text, 0) }

// scan does the work of Secrets.
type scan struct {
	text    string
	deep    int // how often base64 was decoded
	decoded int // base64 was decoded up to here
	found   []Span
}

func secrets(key, text string, deep int) []Span {
	s := &scan{text: text, deep: deep}
	if key != "" {
		s.member(key)
	}
	s.words()
	s.addresses()
	if len(s.found) == 0 {
		return nil
	}
	return apart(s.found)
}

// add adds a span and returns its end.
func (s *scan) add(start, end int, kind string) int {
	s.found = append(s.found, Span{start, end, kind})
	return end
}

// words checks the long words, and the keywords between words that are too long
// to contain any.
func (s *scan) words() {
	between := 0
	for i := 0; ; {
		start, end := nextWord(s.text, i)
		if start < 0 {
			break
		}
		s.word(start, end)
		if end-start > hugeWord {
			keywords(s.text, between, start, s.told)
			between = end
		}
		i = end
	}
	keywords(s.text, between, len(s.text), s.told)
}

// hugeWord is the length from which a word is base64 and not searched for parts
// and names.
const hugeWord = 400

// word checks one long word, and the parts of it that may be a key.
func (s *scan) word(start, end int) {
	first := unescaped(s.text, start)
	i := first
	if end-first >= longWord {
		i = max(first, s.shape(first, end), s.dotted(first))
	}
	for i+longWord <= end && i-first < hugeWord {
		if next := s.vendor(i, i == first); next > 0 {
			i = next
		}
		for i++; i < end && !parts(s.text[i-1]); i++ {
		}
	}
	s.encoded(first, end)
}

// unescaped returns where a word begins whose first characters belong to an
// escape before it, as in \n, %3D and \u003d.
func unescaped(s string, i int) int {
	if i == 0 {
		return i
	}
	rest := s[i:]
	switch {
	case s[i-1] == '%' && len(rest) > 1 && isHex(rest[0]) && isHex(rest[1]):
		return i + 2
	case s[i-1] != '\\' || rest == "":
		return i
	case strings.HasPrefix(rest, "u00") && len(rest) > 4 && isHex(rest[3]) && isHex(rest[4]):
		return i + 5
	case rest[0] == 'n' || rest[0] == 'r' || rest[0] == 't':
		return i + 1
	}
	return i
}

// begins reports whether no letter or digit is before s[i], except that of an
// escape.
func begins(s string, i int) bool {
	return i == 0 || !alnum.in(s[i-1]) || slices.ContainsFunc([]int{1, 2, 5}, func(n int) bool { return i > n && unescaped(s, i-n) == i })
}

// parts reports whether a byte separates words.
func parts(b byte) bool { return b == '/' || b == '+' || b == '-' || b == '_' }

// vendor looks for a vendor's key at s.text[i], where a word begins (first) or a
// part of one. It returns where the key ends, 0 if there is none.
func (s *scan) vendor(i int, first bool) int {
	for _, v := range byMark()[s.text[i]&0x7f] {
		if v.weak && !first && s.text[i-1] != '/' {
			continue
		}
		if end := v.match(s.text, i); end > 0 {
			if v.kind == awsID {
				s.awsSecret(i, end)
			}
			return s.add(i, end, v.kind)
		}
	}
	return 0
}

// A key is a long word: no vendor has shorter ones.
const longWord = 20

// nextWord returns the next run of at least longWord word characters that begins
// at s[i] or later; start is -1 if there is none. At each stride it looks at eight
// characters, so it cannot skip a word that is long enough: most have a space or
// another byte before '+', which is in no word.
func nextWord(s string, i int) (start, end int) {
	const seen = 8
	for p := i; p+seen <= len(s); p += longWord - seen + 1 {
		x := eight(s, p)
		if (x-ones*'+')&^x&highs != 0 || classes[s[p]]&classes[s[p+2]]&classes[s[p+4]]&classes[s[p+6]]&long == 0 {
			continue
		}
		start, end = long.start(s, p, i), long.end(s, p+1)
		if end-start >= longWord {
			return start, end
		}
		i, p = end, end
	}
	return -1, len(s)
}
