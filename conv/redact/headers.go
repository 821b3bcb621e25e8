package redact

import "strings"

// bearer checks the text after "Bearer ".
func (s *scan) bearer(at int) {
	if !startsWord(s.text, at) {
		return
	}
	start := blank(s.text, at+len("bearer "))
	end := (dotted | plus | equals | tilde).end(s.text, start)
	for end > start && s.text[end-1] == '.' {
		end--
	}
	t := s.text[start:end]
	if len(t) >= 12 && isKey(t) && digits.count(t) > 1 && !isStandIn(t) {
		s.add(start, end, Bearer)
	}
}

// startsWord reports whether s[i] begins a word: no letter or digit is before
// it, except that of an escape such as \n.
func startsWord(s string, i int) bool {
	return i == 0 || !alnum.in(s[i-1]) || i > 1 && s[i-2] == '\\'
}

// basic checks the text after "Basic ": a user and a password in base64.
func (s *scan) basic(at int) {
	if !startsWord(s.text, at) {
		return
	}
	start := blank(s.text, at+len("basic "))
	s.pair(start, (baseChars|equals).end(s.text, start))
}

// pair checks a text that may be a user and a password in base64.
func (s *scan) pair(start, end int) {
	if end-start < 8 || !(baseChars | equals).all(s.text[start:end]) {
		return
	}
	pair, ok := decoded(s.text[start:end])
	if user, pass, two := strings.Cut(pair, ":"); ok && two && user+pass != "" && isText(pair) {
		s.add(start, end, BasicAuth)
	}
}

// private checks a private key in PEM (RFC 7468) or in OpenSSH's form, complete
// or cut off; or a name.
func (s *scan) private(at int) {
	const begin, end, word = "-----BEGIN ", "-----END ", "PRIVATE KEY"
	if !strings.HasPrefix(s.text[at:], word) {
		s.assigned(at)
		return
	}
	from := strings.LastIndex(s.text[max(0, at-40):at], begin)
	if from < 0 {
		return
	}
	from += max(0, at-40)
	if !(upper | space | digits).all(s.text[from+len(begin) : at]) {
		return
	}
	const longest = 32 << 10
	rest := s.text[at:min(len(s.text), at+longest)]
	body := strings.Index(rest, "-----")
	if body < 0 || body > len(word)+6 {
		return
	}
	const least = 40 // characters of a key
	to := strings.Index(rest[body+5:], end)
	switch {
	case to < 0:
		if to = keyEnd(rest, body+5); to-body-5 >= least {
			s.add(from, at+to, Private)
		}
		return
	case to < least:
		return
	}
	to += body + 5
	if n := strings.Index(rest[to+len(end):], "-----"); n >= 0 && n < 40 {
		to += len(end) + n + 5
	}
	s.add(from, at+to, Private)
}

// keyEnd returns where the lines of base64 at s[i:] end, for a key that was cut
// off.
func keyEnd(s string, i int) int {
	end := i
	for i < len(s) {
		switch {
		case (baseChars | equals).in(s[i]):
			i++
			end = i
		case space.in(s[i]):
			i++
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == 'n' || s[i+1] == 'r'):
			i += 2
		default:
			return end
		}
	}
	return end
}
