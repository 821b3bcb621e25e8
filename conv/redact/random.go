package redact

import (
	"math"
	"strings"
)

// isKey reports whether a text may be a key if its name says so: letters and
// digits that are not words.
func isKey(t string) bool {
	if isUUID(t) {
		return true
	}
	return len(t) >= 8 && digits.count(t) >= 1 && letters.count(t) >= 2 && distinct(t) >= 6 && !isWordy(t) && !isPath(t) &&
		!strings.Contains(t, "://") && !isDigest(t) && isCoded(t)
}

// isRandom reports whether a text looks random.
func isRandom(t string) bool {
	return !hasUUID(t) && isKey(t) && digits.count(t) >= 2 && turns(t) >= 3 && entropy(t) >= 3
}

// isMixed reports whether a text has upper and lower case letters and digits.
func isMixed(t string) bool {
	return upper.count(t) >= 2 && lower.count(t) >= 2 && digits.count(t) >= 2
}

// isCoded reports whether a text only has characters that occur in keys.
func isCoded(t string) bool {
	return (dotted|plus|equals|tilde|percent).count(t)+strings.Count(t, "!")+strings.Count(t, "@")+strings.Count(t, "#")+
		strings.Count(t, "$")+strings.Count(t, "*")+strings.Count(t, "^")+strings.Count(t, ":") == len(t)
}

// turns returns how often a digit and a letter are adjacent.
func turns(t string) (n int) {
	for i := 1; i < len(t); i++ {
		if digits.in(t[i]) && letters.in(t[i-1]) || letters.in(t[i]) && digits.in(t[i-1]) {
			n++
		}
	}
	return n
}

// distinct returns how many different bytes a text has.
func distinct(t string) (n int) {
	var seen [256]bool
	for i := range len(t) {
		if !seen[t[i]] {
			seen[t[i]] = true
			n++
		}
	}
	return n
}

// entropy returns Shannon's entropy in bits a byte.
func entropy(t string) (bits float64) {
	var counts [256]int
	for i := range len(t) {
		counts[t[i]]++
	}
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(t))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// isWordy reports whether a text consists of words, numbers, and words with a
// short number: my-app-v2, gpt-4o-mini-2024-07-18, config.apiKey1.
func isWordy(t string) bool {
	for piece := range strings.FieldsFuncSeq(t, func(r rune) bool { return r < 0x80 && !alnum.in(byte(r)) }) {
		if len(piece) <= 3 {
			continue
		}
		head := letters.end(piece, 0)
		if tail := digits.end(piece, head); tail == len(piece) && head <= 24 && (tail-head <= 3 || head == 0 && tail <= 8) {
			continue
		}
		if head = digits.end(piece, 0); head > 0 && head <= 3 && letters.end(piece, head) == len(piece) && len(piece)-head <= 8 {
			continue
		}
		return false
	}
	return true
}

// isUUID reports whether a text is a UUID.
func isUUID(t string) bool {
	if len(t) != 36 {
		return false
	}
	for i := range len(t) {
		if dashed := i == 8 || i == 13 || i == 18 || i == 23; dashed != (t[i] == '-') || !dashed && !isHex(t[i]) {
			return false
		}
	}
	return true
}

// isDigest reports whether a text says that it is a hash, a name or a number.
func isDigest(t string) bool {
	for _, mark := range []string{"sha1-", "sha256-", "sha384-", "sha512-", "sha256:", "md5:", "$2a$", "$2b$", "$2y$", "$argon2", "pbkdf2", "h1:", "urn:", "arn:", "0x"} {
		if strings.HasPrefix(t, mark) {
			return true
		}
	}
	return strings.Contains(t, "aws4_request") || strings.Contains(t, "goog4_request")
}

// isPath reports whether a text is a file path.
func isPath(t string) bool {
	return strings.HasPrefix(t, "/") && strings.Count(t, "/") > 1 || strings.HasPrefix(t, "./") || strings.HasPrefix(t, "../") || strings.HasPrefix(t, "~/")
}

// isStandIn reports whether a text only stands for a secret: a variable, a
// placeholder, asterisks, an earlier redaction.
func isStandIn(t string) bool {
	t = strings.TrimLeft(t, `\`)
	if t == "" || isFiller(t) || isVariable(t) || strings.HasPrefix(t, "u003c") {
		return true
	}
	for _, mark := range []string{"<", ">", "{{", "***", "...", "…", "%s", "%v", "%q", "%("} {
		if strings.Contains(t, mark) {
			return true
		}
	}
	if _, end := placeholder(t, 0); end > 0 && t[0] == '[' {
		return true
	}
	small := strings.ToLower(t[:min(len(t), 40)])
	for _, word := range []string{"your", "redacted", "[redacted", "placeholder", "changeme", "change_me", "change-me", "xxxx", "process.env", "os.environ", "os.getenv", "env.", "secrets.", "config.", "self.", "this."} {
		if strings.HasPrefix(small, word) {
			return true
		}
	}
	return strings.Contains(small, "your-") || strings.Contains(small, "your_")
}

// isVariable reports whether a text is a variable as shells and templates write
// it: $NAME, ${NAME}, {name}, %NAME%, (…), [….
func isVariable(t string) bool {
	switch t[0] {
	case '$':
		rest := t[1:]
		end := word.end(rest, 0)
		return rest == "" || strings.IndexByte("{(", rest[0]) >= 0 || end == len(rest) || end > 0 && strings.IndexByte("/:-.>[", rest[end]) >= 0
	case '{', '(':
		return true
	case '[':
		return strings.HasSuffix(t, "]") || strings.HasSuffix(t, ")")
	case '%', '&', '*':
		return (word | percent).all(t[1:])
	}
	return false
}

// isVersion reports whether a text is the version of a program, or a range.
func isVersion(t string) bool {
	t = strings.TrimLeft(t, "^~>=<v ")
	return t != "" && digits.in(t[0]) && strings.Contains(t, ".") && (digits | dot | dash | plus).all(t)
}

// hasUUID reports whether a text contains a UUID.
func hasUUID(t string) bool {
	for i := 0; i+36 <= len(t); i++ {
		if isUUID(t[i : i+36]) {
			return true
		}
	}
	return false
}

// isWordOfPrograms reports whether a text is a type, a value or a label that
// often follows the word password in programs and documents.
func isWordOfPrograms(t string) bool {
	switch strings.ToLower(t) {
	case "string", "text", "true", "false", "null", "none", "nil", "undefined", "required", "optional", "password", "passwd",
		"pass", "pwd", "input", "hidden", "value", "bool", "boolean", "object", "number", "integer", "varchar", "bytes",
		"current-password", "new-password", "example", "missing", "invalid", "empty", "default", "user", "username", "email",
		"type", "field", "data", "prompt", "enter", "confirm", "plain", "plaintext", "hash", "hashed", "bcrypt", "char", "must",
		"with", "and", "or", "for", "the", "not", "is", "has", "yes", "no", "on", "off", "error", "incorrect", "wrong", "reset":
		return true
	}
	return false
}
