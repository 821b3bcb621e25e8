package wire

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Mask replaces a secret in texts for people.
const Mask = "***"

// secretSize is the least size, in bytes, of a secret to look for in an answer.
// The placeholder that a server on this machine accepts as a key may be a
// common word.
const secretSize = 16

// wordSize is the least size of a secret to look for in a message for people.
const wordSize = 4

// Private returns the secrets of a request: those that it declares, and those in
// its address. They are found once: the request must not change afterwards.
func (r *Request) Private() Secrets {
	if r.private == nil {
		r.private = r.secrets()
	}
	return *r.private
}

func (r *Request) secrets() *Secrets {
	all := slices.Clone(r.Secrets)
	for _, secret := range r.Secrets {
		all = append(all, encoded(secret)...)
	}
	if u, err := url.Parse(r.URL); err == nil {
		all = append(all, addressSecrets(u)...)
	}
	found := SecretsOf(all...)
	return &found
}

// encoded returns a secret in hexadecimal digits, and what base64 makes of it,
// wherever it stands in what is encoded, without the characters at its edges that
// its neighbours change.
func encoded(secret string) (all []string) {
	if len(secret) < secretSize {
		return nil
	}
	all = append(all, hex.EncodeToString([]byte(secret)))
	for before := range 3 {
		whole := len(secret) - (before+len(secret))%3
		text := base64.RawStdEncoding.EncodeToString([]byte("\x00\x00"[:before] + secret[:whole]))
		if before > 0 {
			text = text[before+1:]
		}
		all = append(all, text)
		if other := strings.NewReplacer("+", "-", "/", "_").Replace(text); other != text {
			all = append(all, other)
		}
	}
	return all
}

// addressSecrets returns the user's password or token in an address, and the
// parameters that may be secret.
func addressSecrets(u *url.URL) (all []string) {
	if u.User != nil {
		name := u.User.Username()
		password, ok := u.User.Password()
		if ok {
			all = append(all, password, base64.StdEncoding.EncodeToString([]byte(name+":"+password)))
		}
		if !ok || len(name) >= secretSize {
			all = append(all, name)
		}
	}
	for name, values := range u.Query() {
		if SecretParameter(name) {
			all = append(all, values...)
		}
	}
	return all
}

// Shown is the address of a request with variables in place of what may be
// secret in it, and these variables.
func (r *Request) Shown() (address string, variables []string) {
	address = r.URL
	u, err := url.Parse(address)
	if err != nil {
		return address, nil
	}
	if u.User != nil {
		variables = append(variables, "$USER_PASSWORD")
		scheme, rest, _ := strings.Cut(address, "://")
		end := strings.IndexAny(rest+"/", "/?#")
		address = scheme + "://$USER_PASSWORD" + rest[strings.LastIndexByte(rest[:end], '@'):]
	}
	base, query, _ := strings.Cut(address, "?")
	query, _, _ = strings.Cut(query, "#")
	parts := strings.Split(query, "&")
	for i, part := range parts {
		name, value, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err == nil && value != "" && SecretParameter(plain) {
			variable := "$" + strings.Map(inVariable, plain)
			variables = append(variables, variable)
			parts[i] = name + "=" + variable
		}
	}
	if query == "" {
		return address, variables
	}
	return base + "?" + strings.Join(parts, "&"), variables
}

// inVariable is a character as it stands in the name of a variable.
func inVariable(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return r
	default:
		return '_'
	}
}

// SecretParameter reports whether a parameter of an address may be secret, by
// its name. Functions of Azure take a key as code.
func SecretParameter(name string) bool {
	if name = strings.ToLower(name); name == "code" {
		return true
	}
	for _, word := range []string{"key", "token", "secret", "sig", "pass", "auth", "cred"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// Secrets are texts that nothing may show, the longest first.
type Secrets []string

// SecretsOf returns secrets without those that are too short to look for.
func SecretsOf(texts ...string) Secrets {
	all := slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return len(s) < wordSize })
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return Secrets(slices.Compact(all))
}

// Long returns the secrets that are no common words.
func (s Secrets) Long() Secrets {
	return slices.DeleteFunc(slices.Clone(s), func(s string) bool { return len(s) < secretSize })
}

// Mask replaces the secrets in a text, in any spelling; see [Secrets.Hide].
func (s Secrets) Mask(text string) string {
	if len(s) == 0 {
		return text
	}
	var out []byte
	for rest := []byte(text); len(rest) > 0; {
		n, found := s.Next(rest)
		if found {
			out = append(out, Mask...)
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return string(out)
}

// Next returns the size of the secret that a text begins with, or of what is
// before the next place where one may begin.
func (s Secrets) Next(text []byte) (n int, found bool) {
	for _, secret := range s {
		if n, _ := spelled(text, secret); n > 0 {
			return n, true
		}
	}
	return step(text), false
}

// Hide overwrites each secret in a text with asterisks: as it is or in another
// case, with escapes of JSON, also of JSON within JSON, or of an address. It does
// not find one with spaces between, as entities of HTML, or in part.
func (s Secrets) Hide(text []byte) (found bool) {
	for _, secret := range s {
		for at := 0; at < len(text); {
			if c := text[at]; fold(rune(c)) != fold(rune(secret[0])) && c != '\\' && c != '%' {
				at++
				continue
			}
			n, _ := spelled(text[at:], secret)
			if n == 0 {
				at += step(text[at:])
				continue
			}
			for i := range n {
				text[at+i] = '*'
			}
			at += n
			found = true
		}
	}
	return found
}

// Begun counts the bytes at the end of a text that may begin a secret.
func (s Secrets) Begun(text []byte) (most int) {
	for _, secret := range s {
		window := 16*len(secret) + 2*longestRun // an escape in JSON in JSON has up to 12 bytes
		for at := max(len(text)-window, 0); at < len(text); at += step(text[at:]) {
			if _, cut := spelled(text[at:], secret); cut {
				most = max(most, len(text)-at)
				break
			}
		}
	}
	return most
}

// longestRun is the most backslashes that an escape has: in JSON in JSON, six
// levels deep.
const longestRun = 64

// step returns the size of what a secret that is not at the start of text
// cannot begin in: an escape is passed over as a whole.
func step(text []byte) int {
	run := backslashes(text)
	switch {
	case run == 0:
		return 1
	case run%2 == 1 && run < len(text) && strings.IndexByte("bfnrtu", text[run]) >= 0:
		return run + 1
	}
	return run
}

func backslashes(text []byte) (n int) {
	for n < len(text) && text[n] == '\\' {
		n++
	}
	return n
}

// spelled returns how many bytes at the start of text spell a secret, 0 if they
// do not. cut reports whether text ends before that is decided.
func spelled(text []byte, secret string) (n int, cut bool) {
	for secret != "" {
		r, size := utf8.DecodeRuneInString(secret)
		m, cut := spelledRune(text[n:], r, secret[:size])
		if m == 0 {
			return 0, cut
		}
		n += m
		secret = secret[size:]
		if r == '\\' {
			secret = strings.TrimLeft(secret, `\`) // the run in text stands for all of them
		}
	}
	return n, false
}

// spelledRune is [spelled] for one character.
func spelledRune(text []byte, r rune, plain string) (n int, cut bool) {
	switch {
	case len(text) == 0:
		return 0, true
	case text[0] == '\\':
		return escapedRune(text, r)
	case text[0] == '%' && r != '%':
		if len(text) < 3 {
			return 0, true
		}
		return hexRune(text[1:3], r, 3), false
	case bytes.HasPrefix(text, []byte(plain)), fold(rune(text[0])) == fold(r):
		return len(plain), false
	}
	return 0, strings.HasPrefix(plain, string(text[:min(len(text), len(plain))]))
}

func escapedRune(text []byte, r rune) (n int, cut bool) {
	run := backslashes(text[:min(len(text), longestRun)])
	switch {
	case r == '\\':
		return run, false
	case run == len(text):
		return 0, true
	case text[run] == 'u' && len(text) < run+5:
		return 0, true
	case text[run] == 'u':
		return hexRune(text[run+1:run+5], r, run+5), false
	case text[run] == '"' && r == '"', text[run] == '/' && r == '/':
		return run + 1, false
	}
	return 0, false
}

// hexRune returns n if the digits are those of r, else 0.
func hexRune(digits []byte, r rune, n int) int {
	if v, err := strconv.ParseUint(string(digits), 16, 32); err == nil && fold(rune(v)) == fold(r) {
		return n
	}
	return 0
}

// fold is the small letter of a letter of ASCII: servers may change the case.
func fold(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r | 0x20
	}
	return r
}

// SecretHeader reports whether a header's value is secret.
func SecretHeader(key string) bool {
	switch strings.ToLower(key) {
	case "authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie", "set-cookie":
		return true
	}
	return false
}
