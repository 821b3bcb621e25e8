package redact

import "strings"

// nameChars are the characters of names in programs, settings and headers.
const nameChars = dotted

// assigned checks the value that is assigned to the name around s.text[at].
func (s *scan) assigned(at int) {
	const longest = 80
	start := nameChars.start(s.text, at, max(0, at-longest))
	end := nameChars.end(s.text[:min(len(s.text), at+longest)], at)
	if hasFold(s.text[at:], "api key") {
		end = at + len("api key")
	}
	if end-start > longest {
		return
	}
	sep := separator(s.text, start, end)
	if sep < 0 || start > 0 && s.text[start-1] == ':' && s.text[end] == ':' {
		return // no separator, or one part of a longer name: arn:aws:…:secret:name
	}
	name := s.text[min(end, unescaped(s.text, start)):end]
	v := valueAt(s.text, sep)
	if strings.HasSuffix(name, "auth") {
		if isPair(s.text[v.start:v.end]) {
			s.add(v.start, v.end, BasicAuth)
		}
		return
	}
	says, kind := saying(name)
	if says == nothing {
		return
	}
	if v.isType() {
		if again := separator(s.text, v.start, v.end); again > 0 {
			v = valueAt(s.text, again)
		}
	}
	if strings.HasSuffix(name, "uthorization") && !v.quoted && letters.all(s.text[v.start:v.end]) && v.end < len(s.text) && s.text[v.end] == ' ' {
		v = valueAt(s.text, v.end+1) // the scheme of a header
	}
	v.name, v.set = name, s.text[sep-1] == '=' || v.quoted
	if v.isSecret(s.text, says) {
		s.add(v.start, v.end, kind)
	}
}

// member checks a text that is the value of a JSON field.
func (s *scan) member(key string) {
	if strings.HasSuffix(key, "auth") && isPair(s.text) {
		s.add(0, len(s.text), BasicAuth)
	}
	says, kind := saying(key)
	v := value{start: 0, end: len(s.text), quoted: true, name: key}
	if says != nothing && v.isSecret(s.text, says) {
		s.add(0, len(s.text), kind)
	}
}

// separator returns the index after the separator between a name and its value,
// -1 if there is no separator at end, where the name ends.
func separator(s string, start, end int) int {
	i := quote(s, end)
	closed := i > end
	i = blank(s, i)
	rest := s[i:]
	switch {
	case rest == "":
		return -1
	case rest[0] == '=' || rest[0] == ':':
		n := 1
		for n < len(rest) && n < 3 && strings.IndexByte("=>:", rest[n]) >= 0 {
			n++
		}
		return blank(s, i+n)
	case rest[0] == '>' && start > 0 && s[start-1] == '<':
		if end := strings.IndexByte(rest, '<'); end < 0 || !strings.HasPrefix(rest[end:], "</") {
			return -1
		}
		return i + 1
	case closed && hasFold(rest, "value="):
		return i + len("value=")
	case i > end && !closed && hasFold(rest, "is "):
		return blank(s, i+len("is "))
	case i > end && !closed && start > 1 && s[start] == '-' && s[start+1] == '-':
		return i
	case i > end && !closed && strings.Contains(s[max(0, start-60):start], "login "):
		return i // in a .netrc file
	}
	return -1
}

// blank skips spaces.
func blank(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// quote skips a quotation mark, which may be escaped.
func quote(s string, i int) int {
	k := i
	for k < len(s) && s[k] == '\\' && k-i < 3 {
		k++
	}
	if k < len(s) && (s[k] == '"' || s[k] == '\'' || s[k] == '`') {
		return k + 1
	}
	return i
}

// value is the value that is assigned to a name.
type value struct {
	start, end int
	quoted     bool
	set        bool // with = or in quotes
	name       string
	text       string
}

// valueAt returns the value that begins at s[i].
func valueAt(s string, i int) value {
	const longest, longestBare = 4096, 1200
	if i+1 < len(s) && letters.in(s[i]) && (s[i+1] == '"' || s[i+1] == '\'') {
		i++ // b"…" in Python
	}
	if i+1 < len(s) && s[i] == '[' && quote(s, i+1) > i+1 {
		i++ // the first element of a list
	}
	start := quote(s, i)
	rest := s[start:min(len(s), start+longest)]
	if start == i {
		n := bareEnd(rest[:min(len(rest), longestBare)])
		return value{start: start, end: start + n, text: s}
	}
	mark := s[start-1]
	n := 0
	for n < len(rest) && rest[n] != mark && rest[n] != '\n' {
		if rest[n] == '\\' {
			if n+1 < len(rest) && rest[n+1] == mark && s[start-2] == '\\' {
				break
			}
			n++
		}
		n++
	}
	n = min(n, len(rest))
	if start+n >= len(s) || s[start+n] == '\n' {
		return value{start: start, end: start, text: s} // it does not end
	}
	return value{start: start, end: start + n, quoted: true, text: s}
}

// bareEnd returns where a value without quotes ends: at white space, at a
// character that values lack, before the next parameter of an address, at the end of a sentence.
func bareEnd(s string) int {
	n := 0
	for n < len(s) && !(space | closing).in(s[n]) && (s[n] != '&' || !isParameter(s[n+1:])) {
		n++
	}
	if n == len(s) || space.in(s[n]) {
		for n > 0 && (s[n-1] == '.' || s[n-1] == ':') {
			n--
		}
	}
	return n
}

// isParameter reports whether a text begins with a name and =, or with the rest
// of an HTML escape after &.
func isParameter(s string) bool {
	n := dotted.end(s, 0)
	return n > 0 && n < len(s) && (s[n] == '=' || s[n] == ';')
}

// isType reports whether a value is the type of a parameter. A default may
// follow the type.
func (v *value) isType() bool {
	switch v.text[v.start:v.end] {
	case "string", "str", "String", "&str", "text", "Text":
		return !v.quoted
	}
	return false
}

// isSecret reports whether a value is the secret that its name announces.
func (v *value) isSecret(s string, says trust) bool {
	t := s[v.start:v.end]
	if len(t) < 4 || len(t) > 4096 || space.count(t) > 0 || !v.quoted && v.end < len(s) && strings.IndexByte("([{", s[v.end]) >= 0 {
		return false // or a call, an index
	}
	return v.mayBe(says, t) && (v.quoted || isEnvironment(v.name) || !isIdentifier(t)) && !isStandIn.of(t)
}

func (v *value) mayBe(says trust, t string) bool {
	switch says {
	case password:
		return v.isPassword(t)
	case strongly:
		return (v.quoted || digits.count(t) > 1) && isKey(t) || v.set && isEnvironment(v.name) && strings.HasSuffix(v.name, "SECRET") && len(t) >= 8 && letters.all(t)
	case tokenish:
		return len(t) >= 16 && isRandom(t)
	case weakly:
		return len(t) >= 24 && isMixed(t) && isRandom(t) && !(strings.Contains(t, "/") && strings.Contains(t, "-"))
	default:
		return false
	}
}

// isPassword reports whether a text may be a password, and is not the name of a
// variable, a type or a label.
func (v *value) isPassword(t string) bool {
	if v.quoted || isEnvironment(v.name) {
		if strings.Count(t, ".") > 1 && digits.count(t) == 0 {
			return false
		}
	} else if letters.count(t) == 0 || digits.count(t) == 0 && !strings.ContainsAny(t, "!#@^%*$") {
		return false
	}
	var is, name plainName
	plain := name.of(v.name)
	return (is.of(t) != plain || digits.in(t[len(t)-1])) && (plain != "pass" && plain != "pwd" || !letters.all(t)) &&
		!strings.Contains(t, "://") && !isWordOfPrograms.of(t) && !isPath.of(t) && !isVersion.of(t)
}

// isEnvironment reports whether a name is that of an environment variable:
// PGPASSWORD, DB_PASS.
func isEnvironment(name string) bool { return lower.count(name) == 0 && upper.count(name) > 3 }

// isIdentifier reports whether a text is the name of a variable, field or type:
// password1, user.password2, ed25519.PrivateKey.
func isIdentifier(t string) bool {
	if !(word | dot).all(t) {
		return false
	}
	says, _ := saying(t)
	return says != nothing && (digits.count(t) < 2 || !digits.in(t[len(t)-1])) || strings.Contains(t, ".") && isWordy.of(t)
}
