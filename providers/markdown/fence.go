package markdown

import (
	"strings"

	"convo/conv/ansi"
	"convo/conv/rawjson"
)

// The words after the backticks of fences that are blocks. In a tool result
// every other fence is a text.
const (
	callInfo     = "json tool-call"
	opaqueInfo   = "json opaque"
	dataInfo     = "json data"
	documentInfo = "text document"
)

// backticks is how many backticks a line begins with, 0 if it does not begin a
// fence.
func backticks(line string) int {
	n := 0
	for n < len(line) && line[n] == '`' {
		n++
	}
	if n < 3 || strings.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	return n
}

// blockFence is the word of the fence that a line begins, "" if it is not a
// block.
func blockFence(line string) string {
	n := backticks(line)
	if n == 0 {
		return ""
	}
	for _, info := range [...]string{callInfo, opaqueInfo, dataInfo, documentInfo} {
		if rest, ok := strings.CutPrefix(line[n:], info); ok && (rest == "" || strings.IndexByte(blanks, rest[0]) >= 0) {
			return info
		}
	}
	return ""
}

// closes reports whether a line closes a fence of n backticks.
func closes(line string, n int) bool {
	if len(line) < n || line[0] != '`' {
		return false
	}
	line = strings.TrimRight(line, blanks)
	return len(line) >= n && strings.Trim(line, "`") == ""
}

// attribute is the value of a key in the first line of a fence: key=word or
// key="JSON". It is "" without the key; ok is false if it cannot be read.
func attribute(line, key string) (value string, ok bool) {
	rest := strings.TrimRight(line, blanks)
	for {
		i := strings.IndexByte(rest, '=')
		if i < 0 {
			return value, true
		}
		name := rest[:i]
		if k := strings.LastIndexAny(name, blanks); k >= 0 {
			name = name[k+1:]
		}
		var word string
		if word, rest, ok = attributeValue(rest[i+1:]); !ok {
			return "", false
		}
		if name == key {
			value = word
		}
	}
}

func attributeValue(s string) (value, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		n := strings.IndexAny(s, blanks)
		if n < 0 {
			n = len(s)
		}
		return s[:n], s[n:], true
	}
	end := 1
	for end < len(s) && s[end] != '"' {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) {
		return "", "", false
	}
	value, ok = unquoted(s[:end+1])
	return value, s[end+1:], ok
}

// unquoted is the text of a JSON string.
func unquoted(s string) (text string, ok bool) {
	c := rawjson.NewCursor([]byte(s))
	text = c.Str()
	return text, c.End() == nil
}

// quoted is a JSON string that nobody obeys.
func quoted(text string) string { return ansi.Escaped(string(rawjson.AppendQuoted(nil, text))) }

// appendAttribute appends a value as attribute reads it.
func appendAttribute(b []byte, key, value string) []byte {
	b = append(append(append(b, ' '), key...), '=')
	for i := range len(value) {
		if !isWordByte(value[i]) {
			return append(b, strings.ReplaceAll(quoted(value), "`", `\u0060`)...)
		}
	}
	if value == "" {
		return append(b, '"', '"')
	}
	return append(b, value...)
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("_-.:/", c) >= 0
}

// fenceFor is a fence longer than any run of backticks inside.
func fenceFor(inside string) string {
	longest := 2
	for i := 0; i < len(inside); {
		at := strings.IndexByte(inside[i:], '`')
		if at < 0 {
			break
		}
		i += at
		start := i
		for i < len(inside) && inside[i] == '`' {
			i++
		}
		longest = max(longest, i-start)
	}
	return strings.Repeat("`", longest+1)
}
