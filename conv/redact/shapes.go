package redact

import (
	"encoding/base64"
	"regexp"
	"strings"
	"sync"

	"convo/conv/rawjson"
)

// pattern is a regular expression that is compiled when it is first used.
type pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

func (p *pattern) get() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	return p.compiled
}

// of reports whether a text matches the pattern.
func (p *pattern) of(text string) bool { return p.get().MatchString(text) }

// shape is a key that needs more than a mark. Its form is matched against a long
// word with some text around it; the key is the first group.
type shape struct {
	kind         string
	lead, first  string // what ends right before the word, the bytes that may begin it; "": any
	min, max     int    // characters of the word
	back, behind int    // characters around the word that the form needs
	form         *pattern
}

var shapes = []shape{
	{"secret:twilio-key", "", "SA", 34, 34, 0, 0, &pattern{text: `^((?:SK|AC)[\da-f]{32})$`}},
	{"secret:telegram-token", ":", "A", 35, 35, 12, 0, &pattern{text: `(?:^|\D)(\d{8,10}:AA.{33})$`}},
	{"secret:mailchimp-key", "", hexDigits, 36, 37, 0, 0, &pattern{text: `^([\da-f]{32}-us\d{1,2})$`}},
	{"secret:mailgun-key", "", hexDigits, 50, 50, 0, 0, &pattern{text: `^([\da-f]{32}-[\da-f]{8}-[\da-f]{8})$`}},
	{"secret:airtable-token", ".", hexDigits, 64, 64, 18, 0, &pattern{text: `^(pat.{14}\.[\da-f]{64})$`}},
	{"secret:terraform-token", ".atlasv1.", "", 60, hugeWord, 23, 0, &pattern{text: `(.{0,14}\.atlasv1\..+)$`}},
	{"secret:azure-key", "", "", 84, 84, 0, 0, &pattern{text: `^([a-zA-Z\d]{52}JQQJ99[a-zA-Z\d]{26}|[a-zA-Z\d]{76}AZDO[a-zA-Z\d]{4})$`}},
	{"secret:slack-webhook", "hooks.slack.", "c", longWord, hugeWord, 0, 0, &pattern{text: `^com/(?:services|workflows|triggers)/(.+)$`}},
	{"secret:discord-webhook", "discord.", "c", longWord, hugeWord, 0, 0, &webhook},
	{"secret:discord-webhook", "discordapp.", "c", longWord, hugeWord, 0, 0, &webhook},
	{"secret:discord-token", "", "MNO", 23, 30, 0, 50, &pattern{text: `^(` + base64Digits + `\.[\w-]{6}\.[\w-]{27,40})(?:$|[^\w-])`}},
	{"secret:azure-client-secret", "Q~", "", longWord, hugeWord, 6, 40, &pattern{text: `^([\w.~-]{3}\dQ~[\w.~-]{31,34})(?:$|[^\w.~-])`}},
}

const hexDigits = "0123456789abcdef"

// base64Digits is base64 of a number of 15 digits or more.
const base64Digits = `(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,}(?:[MNO](?:[AQgw]|[DTjz][AEIMQUYcgk]))?`

var webhook = pattern{text: `^com/api/webhooks/(.+)$`}

// shape looks in the word from start to end for a key that needs more than a
// mark. It returns where the key ends, 0 if there is none.
func (s *scan) shape(start, end int) int {
	if strings.HasPrefix(s.text[start:end], "eyJ") {
		return s.jwt(start)
	}
	for i := range shapes {
		x := &shapes[i]
		if n := end - start; n < x.min || n > x.max || !strings.HasSuffix(s.text[:start], x.lead) || x.first != "" && strings.IndexByte(x.first, s.text[start]) < 0 {
			continue
		}
		from := max(0, start-x.back)
		if m := x.form.get().FindStringSubmatchIndex(s.text[from:min(len(s.text), end+x.behind)]); m != nil {
			return s.add(from+m[2], from+m[3], x.kind)
		}
	}
	return 0
}

var jwt = pattern{text: `^([\w-]+)\.([\w-]*)\.([\w-]*)(\.[\w-]*\.[\w-]*)?`}

// jwt checks a JSON Web Token (RFC 7519): three parts in base64url, the first two
// of which are JSON objects; or an encrypted one (RFC 7516) with five parts.
func (s *scan) jwt(start int) int {
	m := jwt.get().FindStringSubmatch(s.text[start:])
	if m == nil || !isObject(m[1]) || m[4] == "" && (m[3] == "" || !isObject(m[2])) {
		return 0
	}
	return s.add(start, start+len(m[0]), JWT)
}

// isObject reports whether base64 is that of a JSON object.
func isObject(base64 string) bool {
	text, ok := decoded(base64)
	c := rawjson.NewCursor([]byte(text))
	if !ok || c.Kind() != rawjson.Object {
		return false
	}
	c.Skip()
	return c.End() == nil
}

// decoded decodes base64 of either alphabet, with or without padding.
func decoded(s string) (string, bool) {
	s = strings.TrimRight(s, "=")
	e := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		e = base64.RawURLEncoding
	}
	b, err := e.DecodeString(s)
	return string(b), err == nil
}

// awsSecret looks for the secret of an access key's id: 40 characters of base64
// near the id.
func (s *scan) awsSecret(start, end int) {
	const near = 300
	last := min(len(s.text), end+near)
	for i := max(0, start-near); i < last; {
		from, to := nextWord(s.text, i)
		if from < 0 || from >= last {
			return
		}
		from = unescaped(s.text, from)
		key := s.text[from:to]
		if len(key) == 40 && baseChars.all(key) && upper.count(key) > 1 && lower.count(key) > 1 && digits.count(key) > 0 {
			s.add(from, to, "secret:aws-secret-key")
		}
		i = to
	}
}
