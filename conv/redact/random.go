package redact

import "math"

// isKey reports whether a text may be a key if its name says so: letters and
// digits that are not words.
func isKey(t string) bool {
	return isUUID.of(t) || len(t) >= 8 && digits.count(t) >= 1 && letters.count(t) >= 2 && distinct(t) >= 6 &&
		isCoded.of(t) && !isPlain.of(t) && !isWordy.of(t)
}

// isRandom reports whether a text looks random.
func isRandom(t string) bool {
	return digits.count(t) >= 2 && turns(t) >= 3 && entropy(t) >= 3 && !hasUUID.of(t) && isKey(t)
}

// isMixed reports whether a text has upper and lower case letters and digits.
func isMixed(t string) bool {
	return upper.count(t) >= 2 && lower.count(t) >= 2 && digits.count(t) >= 2
}

// What a text may be.
var (
	isUUID    = pattern{text: `^` + uuid + `$`}
	hasUUID   = pattern{text: uuid}
	isPath    = pattern{text: `^(?:/.*/|\.\.?/|~/)`}
	isVersion = pattern{text: `^[\^~<>=v ]*\d[\d+/-]*\.[\d.+/-]*$`}

	// isCoded: it has only characters that occur in keys.
	isCoded = pattern{text: `^[\w.+/=~%!@#$*^:-]*$`}

	// isPlain: it is a path or an address, or says that it is a hash, a name or a number.
	isPlain = pattern{text: `^(?:/.*/|\.\.?/|~/|sha(?:1|256|384|512)-|sha256:|md5:|\$2[aby]\$|\$argon2|pbkdf2|h1:|urn:|arn:|0x)|://|(?:aws|goog)4_request`}

	// isWordy: it consists of words, numbers, and words with a short number: my-app-v2, gpt-4o-mini-2024-07-18, config.apiKey1.
	isWordy = pattern{text: `^(?:(?:[a-zA-Z]{0,24}\d{0,3}|\d{0,8}|\d{1,3}[a-zA-Z]{1,8}|[a-zA-Z0-9]{0,3})(?:[^a-zA-Z0-9]|$))*$`}

	// isFiller: it only stands for a key, as in an example.
	isFiller = pattern{text: filler}

	// isStandIn: it only stands for a secret. It is a variable as shells and templates write it ($NAME, ${NAME}, {name}, %NAME%, (…), […]),
	// a placeholder, asterisks, or an earlier redaction.
	isStandIn = pattern{text: `^\\*(?:$|\$(?:$|[{(]|\w+(?:$|[/:.>\[-]))|[{(]|\[.*[\])]$|[%&*][\w%]*$|(?i:u003c|your|\[?redacted|placeholder|` +
		`change[_-]?me|xxxx|process\.env|os\.environ|os\.getenv|env\.|secrets\.|config\.|self\.|this\.))|` +
		placed + `|[<>…]|\{\{|\*\*\*|\.\.\.|%[svq(]|` + filler}

	// isWordOfPrograms: it is a type, a value or a label that often follows the word password in programs and documents.
	isWordOfPrograms = pattern{text: `(?i)^(?:string|text|true|false|null|none|nil|undefined|required|optional|password|passwd|pass|pwd|input|hidden|` +
		`value|bool|boolean|object|number|integer|varchar|bytes|current-password|new-password|example|missing|invalid|empty|default|` +
		`user|username|email|type|field|data|prompt|enter|confirm|plain|plaintext|hash|hashed|bcrypt|char|must|with|and|or|for|the|` +
		`not|is|has|yes|no|on|off|error|incorrect|wrong|reset)$`}
)

const (
	uuid   = `[[:xdigit:]]{8}(?:-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}`
	filler = `x{6}|X{6}|\*{6}|\.{6}|(?i:your[_-]|placeholder)`
)

// turns returns how often a digit and a letter are adjacent.
func turns(t string) (n int) {
	for i := 1; i < len(t); i++ {
		if digits.in(t[i]) && letters.in(t[i-1]) || letters.in(t[i]) && digits.in(t[i-1]) {
			n++
		}
	}
	return n
}

// counts returns how often a text has each byte.
func counts(t string) (n [256]int) {
	for i := range len(t) {
		n[t[i]]++
	}
	return n
}

// distinct returns how many different bytes a text has.
func distinct(t string) (n int) {
	for _, of := range counts(t) {
		n += min(of, 1)
	}
	return n
}

// entropy returns Shannon's entropy in bits a byte.
func entropy(t string) (bits float64) {
	for _, n := range counts(t) {
		if n > 0 {
			p := float64(n) / float64(len(t))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
