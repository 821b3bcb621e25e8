package redact

import (
	"encoding/base64"
	"strings"

	"convo/conv/rawjson"
)

// shape looks in the word from start to end for a key that needs more than a
// mark. It returns where the key ends, 0 if there is none.
func (s *scan) shape(start, end int) int {
	n := end - start
	word := s.text[start:end]
	switch {
	case n < longWord:
		return 0
	case strings.HasPrefix(word, "eyJ"):
		return s.jwt(start)
	case n == 34 && (word[:2] == "SK" || word[:2] == "AC") && lowerHex.all(word[2:]):
		return s.whole(start, end, "secret:twilio-key")
	case n == 35 && strings.HasPrefix(word, "AA"):
		return s.telegram(start, end)
	case n == 64 && lowerHex.all(word) && strings.HasPrefix(s.before(start, 18), "pat") && s.text[start-1] == '.':
		return s.whole(start-18, end, "secret:airtable-token")
	case n >= 35 && lowerHex.all(word[:32]):
		return s.hexed(start, end)
	case n >= 60 && strings.HasSuffix(s.text[:start], ".atlasv1."):
		return s.whole(max(0, start-len(".atlasv1.")-14), end, "secret:terraform-token")
	case n == 84 && alnum.all(word) && (word[52:58] == "JQQJ99" || word[76:80] == "AZDO"):
		return s.whole(start, end, "secret:azure-key")
	case strings.HasPrefix(word, "com/services/") && strings.HasSuffix(s.text[:start], "hooks.slack."):
		return s.whole(start+len("com/services/"), end, "secret:slack-webhook")
	case strings.HasPrefix(word, "com/workflows/") && strings.HasSuffix(s.text[:start], "hooks.slack."):
		return s.whole(start+len("com/workflows/"), end, "secret:slack-webhook")
	case strings.HasPrefix(word, "com/triggers/") && strings.HasSuffix(s.text[:start], "hooks.slack."):
		return s.whole(start+len("com/triggers/"), end, "secret:slack-webhook")
	case strings.HasPrefix(word, "com/api/webhooks/") && discords(s.text[:start]):
		return s.whole(start+len("com/api/webhooks/"), end, "secret:discord-webhook")
	case end < len(s.text) && s.text[end] == '.' && n >= 23 && n <= 30 && strings.IndexByte("MNO", word[0]) >= 0:
		return s.discord(start, end)
	case start > 2 && s.text[start-1] == '~' && s.text[start-2] == 'Q':
		return s.entra(start)
	}
	return 0
}

// whole adds a span and returns its end.
func (s *scan) whole(start, end int, kind string) int {
	s.add(start, end, kind)
	return end
}

// before returns the n bytes before i, "" if there are fewer.
func (s *scan) before(i, n int) string {
	if i < n {
		return ""
	}
	return s.text[i-n : i]
}

// jwt checks a JSON Web Token (RFC 7519): three parts in base64url, the first two
// of which are JSON objects; or an encrypted one (RFC 7516) with five parts.
func (s *scan) jwt(start int) int {
	ends := []int{token.end(s.text, start)}
	for len(ends) < 5 {
		last := ends[len(ends)-1]
		if last+1 >= len(s.text) || s.text[last] != '.' {
			break
		}
		ends = append(ends, token.end(s.text, last+1))
	}
	header, ok := decoded(s.text[start:ends[0]])
	if !ok || !isObject(header) {
		return 0
	}
	switch {
	case len(ends) >= 5:
		return s.whole(start, ends[4], JWT)
	case len(ends) < 3 || ends[2] == ends[1]+1:
		return 0
	}
	if payload, ok := decoded(s.text[ends[0]+1 : ends[1]]); !ok || !isObject(payload) {
		return 0
	}
	return s.whole(start, ends[2], JWT)
}

func isObject(s string) bool {
	c := rawjson.NewCursor([]byte(s))
	if c.Kind() != rawjson.Object {
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

// telegram is a bot's token: its number, a colon, 35 characters.
func (s *scan) telegram(start, end int) int {
	if start < 9 || s.text[start-1] != ':' {
		return 0
	}
	from := digits.start(s.text, start-1, max(0, start-12))
	if n := start - 1 - from; n < 8 || n > 10 {
		return 0
	}
	return s.whole(from, end, "secret:telegram-token")
}

// hexed checks keys of hexadecimal digits with a suffix: Mailchimp's name their
// data centre, Mailgun's have three parts.
func (s *scan) hexed(start, end int) int {
	rest := s.text[start+32 : end]
	switch {
	case strings.HasPrefix(rest, "-us") && len(rest) < 6 && len(rest) > 3 && digits.all(rest[3:]):
		return s.whole(start, end, "secret:mailchimp-key")
	case len(rest) == 18 && rest[0] == '-' && rest[9] == '-' && lowerHex.all(rest[1:9]) && lowerHex.all(rest[10:]):
		return s.whole(start, end, "secret:mailgun-key")
	}
	return 0
}

func discords(before string) bool {
	return strings.HasSuffix(before, "discord.") || strings.HasSuffix(before, "discordapp.")
}

// discord is a bot's token: its number in base64, a time, a signature.
func (s *scan) discord(start, end int) int {
	number, ok := decoded(s.text[start:end])
	if !ok || !digits.all(number) {
		return 0
	}
	time := token.end(s.text, end+1)
	if time-end != 7 || time >= len(s.text) || s.text[time] != '.' {
		return 0
	}
	last := token.end(s.text, time+1)
	if n := last - time - 1; n < 27 || n > 40 {
		return 0
	}
	return s.whole(start, last, "secret:discord-token")
}

// entra is a client secret of Microsoft Entra ID: three characters, a digit,
// Q~ and 31 to 34 more.
func (s *scan) entra(start int) int {
	from, end := start-6, (dotted|tilde).end(s.text, start)
	if n := end - start; from < 0 || n < 31 || n > 34 || !digits.in(s.text[start-3]) || !(dotted | tilde).all(s.text[from:start]) {
		return 0
	}
	return s.whole(from, end, "secret:azure-client-secret")
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
