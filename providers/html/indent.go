package html

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Where white space has made JSON so many times as long, the rest stays on a line.
const (
	maxWider = 4
	anyWidth = 4000 // but for this much
)

// indented is JSON for people.
func indented(v conv.Raw) string {
	s := rawjson.ReplaceLoneSurrogates(string(v))
	var b strings.Builder
	b.Grow(len(s) + len(s)/4)
	depth, from := 0, 0 // s is written before from
	newline := func() {
		if b.Len()+2*depth < maxWider*from+anyWidth {
			b.WriteByte('\n')
			for range depth {
				b.WriteString("  ")
			}
		}
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = stringEnd(s, i)
		case ' ', '\t', '\r', '\n':
			b.WriteString(s[from:i])
			from = i + 1
		case '[', '{', ',', ':':
			b.WriteString(s[from : i+1])
			from = i + 1
			switch {
			case s[i] == ':':
				b.WriteByte(' ')
				continue
			case s[i] != ',':
				if rest := strings.TrimLeft(s[from:], " \t\r\n"); rest != "" && (rest[0] == ']' || rest[0] == '}') {
					b.WriteByte(rest[0])
					from = len(s) - len(rest) + 1
					i = from - 1
					continue
				}
				depth++
			}
			newline()
		case ']', '}':
			b.WriteString(s[from:i])
			from = i
			depth--
			newline()
		}
	}
	b.WriteString(s[from:])
	return b.String()
}

// stringEnd is where the string ends that begins at i.
func stringEnd(s string, i int) int {
	for i++; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i
}
