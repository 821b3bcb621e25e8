package redact

import "strings"

// follower is a secret that follows a keyword. It is the first group of its form,
// which begins with the keyword.
type follower struct {
	kind string
	form *pattern
	is   func(t string) bool
}

var followers = [...]follower{
	bearerWord: {Bearer, &pattern{text: `^(?i)bearer[ \t]+([\w.+/=~-]+)`}, isBearer},
	basicWord:  {BasicAuth, &pattern{text: `^(?i)basic[ \t]+([a-z\d+/=]+)`}, isPair},
	// whoever has an address may do what was signed: S3, Google Cloud Storage, CloudFront, Azure, content networks
	queryWord: {Signature, &pattern{text: `^(?i)(?:[?&;]|x-amz-|x-goog-)(?:signature|sign?|hmac)=([\w~%+/=-]+)`}, isSignature},
}

func (s *scan) follower(x *follower, at int) {
	if m := x.form.get().FindStringSubmatchIndex(s.text[at:]); m != nil {
		start, t := at+m[2], strings.TrimRight(s.text[at+m[2]:at+m[3]], ".")
		if x.is(t) {
			s.add(start, start+len(t), x.kind)
		}
	}
}

func isBearer(t string) bool {
	return len(t) >= 12 && digits.count(t) > 1 && isKey(t) && !isStandIn.of(t)
}

func isSignature(t string) bool {
	const sure, short = 20, 8
	return len(t) >= sure && !isStandIn.of(t) || len(t) >= short && isMixed(t) && isRandom(t)
}

// isPair reports whether a text is a user and a password in base64.
func isPair(t string) bool {
	if len(t) < 8 || !(baseChars | equals).all(t) {
		return false
	}
	pair, ok := decoded(t)
	user, pass, two := strings.Cut(pair, ":")
	return ok && two && user+pass != "" && isText(pair)
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
