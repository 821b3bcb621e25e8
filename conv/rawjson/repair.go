package rawjson

import (
	"strings"
	"unicode/utf8"
)

// Mode tells how much repair a tool call's arguments needed.
type Mode string

// The modes, from least to most repair.
const (
	Strict   Mode = "strict"   // already a JSON object
	Repaired Mode = "repaired" // control characters and stray backslashes were escaped
	Partial  Mode = "partial"  // what a cut left open was closed
	Broken   Mode = "invalid"  // nothing could be read: {}
)

// Repair returns a JSON object from the text of a tool call's arguments, which
// a model wrote and a stream may have cut off. It takes the text as it is, or
// repairs it, completes it, or both; if all fail, it returns {}. The empty text
// is {} in mode Strict.
func Repair(s string) (Raw, Mode) {
	if strings.Trim(s, " \t\r\n") == "" {
		return "{}", Strict
	}
	var c Cursor
	if r := c.object(s, nil); r != "" {
		return r, Strict
	}
	fixed := repairStrings(s)
	if r := c.object(fixed, nil); r != "" {
		return r, Repaired
	}
	for _, t := range []string{s, fixed} {
		if r := c.object(complete(t), nil); r != "" {
			return r, Partial
		}
	}
	return "{}", Broken
}

// repairStrings escapes raw control characters and lone surrogates in strings,
// and doubles backslashes that do not begin an escape.
func repairStrings(s string) string {
	var b strings.Builder
	inside := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case !inside:
			inside = c == '"'
			b.WriteByte(c)
		case c == '"':
			inside = false
			b.WriteByte(c)
		case c < 0x20 || c >= 0x80:
			n := 1
			for c >= 0x80 && i+n < len(s) && s[i+n] >= 0x80 {
				n++
			}
			q := AppendQuoted(nil, s[i:i+n])
			b.Write(q[1 : len(q)-1])
			i += n - 1
		case c == '\\' && validEscape(s[i:]):
			b.WriteString(s[i : i+2])
			i++
		case c == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func validEscape(s string) bool {
	if len(s) < 2 {
		return false
	}
	if s[1] != 'u' {
		return isEscape[s[1]] != 0
	}
	return len(s) >= 6 && isHex(s[2]) && isHex(s[3]) && isHex(s[4]) && isHex(s[5])
}

// complete closes the strings, objects and arrays that a cut left open. It
// drops a key, number or literal that was cut.
func complete(s string) string {
	var open []byte
	good, depth := 0, 0 // s[:good] with open[:depth] closed is well formed
	mark := func(i int) { good, depth = i, len(open) }
	key := true // the next string is a key
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '{', '[':
			if len(open) >= MaxDepth {
				return ""
			}
			open = append(open, c)
			key = c == '{'
			i++
			mark(i)
		case '}', ']':
			if len(open) == 0 {
				return s[:i]
			}
			open = open[:len(open)-1]
			key = false
			i++
			if mark(i); len(open) == 0 {
				return s[:i]
			}
		case '"':
			end, bad := scanString(bytesOf(s), i)
			if end < 0 && bad < len(s) {
				return "" // not cut off, but wrong
			}
			if end < 0 && !key && i > 0 {
				return closeAll(cutString(s, i)+`"`, open)
			}
			if end < 0 {
				return closeAll(s[:good], open[:depth])
			}
			i = end
			if !key {
				mark(i)
			}
		case ',':
			key = len(open) > 0 && open[len(open)-1] == '{'
			i++
		case ':':
			key = false
			i++
		case ' ', '\n', '\t', '\r':
			i++
		default:
			k := i
			for k < len(s) && !strings.ContainsRune(",}] \n\t\r", rune(s[k])) {
				k++
			}
			if k == len(s) {
				return closeAll(s[:good], open[:depth])
			}
			i = k
			mark(i)
		}
	}
	return closeAll(s[:good], open[:depth])
}

// cutString returns s, in which a string begins at s[i], without what the end
// cuts in two: an escape, a pair of surrogates, a character.
func cutString(s string, i int) string {
	high := -1 // where the last escape begins, if it is a high surrogate
	for i++; i < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if !validEscape(s[i:]) {
			s = s[:i]
			break
		}
		if s[i+1] != 'u' {
			i++
			continue
		}
		if high = -1; hex4(bytesOf(s[i+2:]))>>10 == 0xD800>>10 {
			high = i
		}
		i += 5
	}
	if high >= 0 && high+6 == len(s) {
		return s[:high]
	}
	for k := 1; k <= min(utf8.UTFMax-1, len(s)); k++ {
		if c := s[len(s)-k]; utf8.RuneStart(c) {
			if !utf8.FullRuneInString(s[len(s)-k:]) {
				return s[:len(s)-k]
			}
			break
		}
	}
	return s
}

func closeAll(s string, open []byte) string {
	b := []byte(s)
	for i := len(open) - 1; i >= 0; i-- {
		b = append(b, open[i]+2) // '{'+2 is '}', '['+2 is ']'
	}
	return string(b)
}
