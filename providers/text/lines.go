package text

import (
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/rawjson"
)

// The lines that are markup, besides labels, calls and mentions.
const (
	separator     = "========" // between two conversations
	textMark      = "[text]"
	thinkingMark  = "[thinking]"
	redactedMark  = "[redacted thinking]"
	indent        = "  "
	arrow         = "-> "
	toolWord      = "Tool "
	blanks        = " \t\r"
	failedSuffix  = " error:"
	ofCall        = " of " // before the tool of the call, where the result does not name it
	allWhiteSpace = " \t\r\n"
)

// label is the line above a message.
type label struct {
	role     conv.Role
	name, id string // of a tool and its call
	failed   bool
}

// words are the labels without a name.
var words = []struct {
	word string
	role conv.Role
}{
	{"User", conv.RoleUser},
	{"Assistant", conv.RoleAssistant},
	{"System", conv.RoleSystem},
	{"Developer", conv.RoleDeveloper},
}

// parseLabel reads a label and the rest of its line.
func parseLabel(line string) (l label, rest string, ok bool) {
	for _, w := range words {
		if len(line) > len(w.word) && line[len(w.word)] == ':' && strings.EqualFold(line[:len(w.word)], w.word) {
			return label{role: w.role}, strings.TrimLeft(line[len(w.word)+1:], blanks), true
		}
	}
	rest, ok = strings.CutPrefix(line, toolWord)
	if !ok {
		return l, "", false
	}
	l.role = conv.RoleToolResult
	if l.name, l.id, rest, ok = parseNames(rest); !ok {
		return l, "", false
	}
	rest = strings.TrimRight(rest, blanks)
	if rest, l.failed = strings.CutSuffix(rest, failedSuffix); !l.failed {
		if rest, ok = strings.CutSuffix(rest, ":"); !ok {
			return l, "", false
		}
	}
	if call, ok := strings.CutPrefix(rest, ofCall); ok {
		_, rest, ok = parseName(call)
		return l, "", ok && call != "" && rest == ""
	}
	return l, "", rest == ""
}

// parseNames reads NAME(ID), each a word or a JSON string, or nothing.
func parseNames(s string) (name, id, rest string, ok bool) {
	if name, rest, ok = parseName(s); !ok || rest == "" || rest[0] != '(' {
		return "", "", "", false
	}
	if id, rest, ok = parseName(rest[1:]); !ok || rest == "" || rest[0] != ')' {
		return "", "", "", false
	}
	return name, id, rest[1:], true
}

func parseName(s string) (name, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		n := 0
		for n < len(s) && isWordByte(s[n]) {
			n++
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
	c := rawjson.NewCursor([]byte(s[:end+1]))
	name = c.Str()
	return name, s[end+1:], c.End() == nil
}

// appendNames appends what parseNames reads.
func appendNames(b []byte, name, id string) []byte {
	b = append(appendName(b, name), '(')
	return append(appendName(b, id), ')')
}

func appendName(b []byte, s string) []byte {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return append(b, ansi.Escaped(string(rawjson.AppendQuoted(nil, s)))...)
		}
	}
	return append(b, s...)
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("_-./:", c) >= 0
}

// parseCall reads a call: its names, and the place of its arguments in the
// line.
func parseCall(line string) (name, id string, arguments int, ok bool) {
	rest, ok := strings.CutPrefix(line, arrow)
	if !ok {
		return "", "", 0, false
	}
	name, id, rest, ok = parseNames(rest)
	if !ok || !strings.HasPrefix(rest, " {") {
		return "", "", 0, false
	}
	return name, id, len(line) - len(rest) + 1, true
}

// isOurs reports whether a line of a text would be read as markup.
func isOurs(line string) bool {
	if line == "" {
		return false
	}
	switch c := line[0]; c {
	case '[':
		line = strings.TrimRight(line, blanks)
		return line == textMark || isThinking(line) || isMention(line)
	case '=':
		return strings.TrimRight(line, blanks) == separator
	case '-':
		_, _, _, ok := parseCall(line)
		return ok
	default:
		_, _, ok := parseLabel(line)
		return ok
	}
}

func isThinking(line string) bool {
	return line == thinkingMark || line == redactedMark
}
