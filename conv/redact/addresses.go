package redact

import "strings"

// addresses finds passwords in addresses: scheme://user:password@host.
func (s *scan) addresses() {
	for i := 0; ; i++ {
		n := strings.IndexByte(s.text[i:], '@')
		if n < 0 {
			return
		}
		i += n
		s.userinfo(i)
	}
}

// userinfo checks the text before an @.
func (s *scan) userinfo(at int) {
	const longest = 512
	least := max(0, at-longest)
	start := at
	for start > least && s.text[start-1] > ' ' && s.text[start-1] < 0x7f && strings.IndexByte("\"'`<>\\@", s.text[start-1]) < 0 {
		start--
	}
	from := strings.LastIndex(s.text[start:at], "://")
	if from < 0 {
		return
	}
	info := s.text[start+from+3 : at]
	if strings.ContainsAny(info, "/?") && !strings.Contains(info, ":") || strings.HasPrefix(info, "[") {
		return
	}
	at = lastAt(s.text, at)
	info = s.text[start+from+3 : at]
	user, pass, ok := strings.Cut(info, ":")
	if !ok || strings.ContainsAny(user, "/?#,() ") || strings.ContainsAny(pass, "/,()") || pass == "" {
		return
	}
	if at+1 >= len(s.text) || !alnum.in(s.text[at+1]) && s.text[at+1] != '[' && s.text[at+1] != '$' || isStandIn(pass) {
		return
	}
	s.add(at-len(pass), at, URLSecret)
}

// lastAt returns the index of the last @ in the authority that has one at s[at].
func lastAt(s string, at int) int {
	last := at
	for i := at + 1; i < len(s) && i-at < 64 && s[i] > ' ' && strings.IndexByte("/?#\"'`<>\\,)", s[i]) < 0; i++ {
		if s[i] == '@' {
			last = i
		}
	}
	return last
}

// signedURL checks the signature of an address. Whoever has the address may do
// what was signed: S3, Google Cloud Storage, CloudFront, Azure, content networks.
func (s *scan) signedURL(at int) {
	start := at + strings.IndexByte(s.text[at:], '=') + 1
	name := token.start(s.text, start-1, max(0, start-40))
	if name == 0 || strings.IndexByte("?&;", s.text[name-1]) < 0 {
		return
	}
	switch strings.ToLower(s.text[name : start-1]) {
	case "x-amz-signature", "x-goog-signature", "signature", "sig", "sign", "hmac":
	default:
		return
	}
	const sure, short = 20, 8
	end := (token | tilde | percent | plus | equals).end(s.text, start)
	t := s.text[start:end]
	if len(t) >= sure && !isStandIn(t) || len(t) >= short && isRandom(t) && isMixed(t) {
		s.add(start, end, Signature)
	}
}
