package markdown

import (
	"strings"

	"convo/conv"
)

// The lines that are markup. One function reads each. The writer uses the same
// functions to find the lines of a text that need a backslash.
const (
	commentStart  = "<!-- convo"
	commentEnd    = "-->"
	thinkingStart = "<details><summary>thinking</summary>"
	redactedStart = "<details><summary>redacted thinking</summary>"
	detailsEnd    = "</details>"
	versionKey    = "convo:"
)

const blanks = " \t\r"

// isOurs reports whether a line of a text would be read as markup.
func isOurs(line string) bool {
	if line == "" {
		return false
	}
	switch line[0] {
	case '#':
		_, ok := parseHeading(line)
		return ok
	case '<':
		return isComment(line) || isThinking(line)
	case '`':
		return blockFence(line) != ""
	case '!', '[':
		_, _, _, ok := parseMedia(line)
		return ok
	case 'c':
		return strings.HasPrefix(line, versionKey)
	}
	return false
}

// isDetailsEnd is isOurs within reasoning, where only this line is markup.
func isDetailsEnd(line string) bool { return strings.TrimRight(line, blanks) == detailsEnd }

func isComment(line string) bool { return strings.HasPrefix(line, commentStart) }

func isThinking(line string) bool {
	line = strings.TrimRight(line, blanks)
	return line == thinkingStart || line == redactedStart
}

// isRule reports whether a line begins or ends a front matter.
func isRule(line string) bool {
	return strings.HasPrefix(line, "---") && strings.TrimRight(line, blanks) == "---"
}

// heading is what a heading says of its message.
type heading struct {
	role     conv.Role
	name, id string // of a tool and its call; the type of a custom message
	failed   bool   // of a result
	call     string // tool of the call, for people: the result has no name of its own
}

// plainHeadings are the headings without a name.
var plainHeadings = []struct {
	word string
	role conv.Role
}{
	{"user", conv.RoleUser},
	{"assistant", conv.RoleAssistant},
	{"system", conv.RoleSystem},
	{"developer", conv.RoleDeveloper},
	{"branch summary", conv.RoleBranchSummary},
	{"compaction summary", conv.RoleCompactionSummary},
}

// parseHeading reads a heading of a message, in letters of any case.
func parseHeading(line string) (h heading, ok bool) {
	rest, ok := strings.CutPrefix(line, "## ")
	if !ok || len(rest) > 4096 {
		return h, false
	}
	rest = strings.Trim(rest, blanks)
	for _, p := range plainHeadings {
		if strings.EqualFold(strings.TrimSuffix(rest, ":"), p.word) {
			return heading{role: p.role}, true
		}
	}
	if name, ok := cutWord(rest, "custom"); ok && (name == "" || name[0] == ':') {
		return heading{role: conv.RoleCustom, name: strings.Trim(strings.TrimPrefix(name, ":"), blanks)}, true
	}
	if rest, ok = cutWord(rest, "tool"); ok {
		return parseTool(rest)
	}
	return h, false
}

// parseTool reads what follows "tool": [ error][: NAME][ (ID)][ of CALL].
func parseTool(rest string) (h heading, ok bool) {
	h.role = conv.RoleToolResult
	if after, ok := cutWord(rest, " error"); ok {
		rest, h.failed = after, true
	}
	if rest == "" {
		return h, true
	}
	if rest[0] != ':' && !strings.HasPrefix(rest, " (") {
		return h, false
	}
	if i := strings.LastIndex(rest, calledMark); i >= 0 && strings.HasPrefix(rest, " (") {
		rest, h.call = rest[:i+1], strings.Trim(rest[i+len(calledMark):], blanks)
	}
	if i := strings.LastIndex(rest, " ("); i >= 0 && strings.HasSuffix(rest, ")") {
		rest, h.id = rest[:i], rest[i+2:len(rest)-1]
	}
	h.name = strings.Trim(strings.TrimPrefix(rest, ":"), blanks)
	return h, rest == "" || rest[0] == ':'
}

// cutWord cuts a word off the front, in letters of any case.
func cutWord(s, word string) (rest string, ok bool) {
	if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return s, false
	}
	return s[len(word):], true
}

// line is the heading as it is written. It leaves out a name that would be
// read as something else: whole is then false.
func (h heading) line() (line string, whole bool) {
	for _, p := range plainHeadings {
		if p.role == h.role {
			return "## " + p.word, true
		}
	}
	word := "## custom"
	if h.role == conv.RoleToolResult {
		if word = "## tool"; h.failed {
			word += " error"
		}
	}
	line = word
	if h.name != "" {
		line += ": " + h.name
	}
	if h.id != "" {
		line += " (" + h.id + ")"
	}
	if h.call != "" {
		line += " of " + h.call
	}
	if again, ok := parseHeading(line); ok && again == h && isClean(line) && !strings.ContainsAny(line, "\n\r") {
		return line, true
	}
	if h.call != "" {
		h.call = ""
		return h.line()
	}
	return word, false
}

// calledMark is between the id of a call and the name of its tool.
const calledMark = ") of "
