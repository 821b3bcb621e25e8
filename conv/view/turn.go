package view

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"convo/conv"
)

// Turn is a question, and what followed up to the next one.
type Turn struct {
	Question int // the index of its message
	Asked    string
	Answer   string     // the first line of the last text of its answers
	Calls    []Tally    // of its tools
	Usage    conv.Usage // the sum of what is recorded
	Commits  []string   // their lines, as git prints them: "1a2b3c4 Mend the parser"
	From, To int64      // Unix milliseconds; 0 is unknown
}

// Tally is how often there is something of a name.
type Tally struct {
	Name string
	N    int
}

// String is the name, and how often if it is more than once.
func (t Tally) String() string {
	if t.N == 1 {
		return t.Name
	}
	return t.Name + " ×" + strconv.Itoa(t.N)
}

// Tallies counts names, in the order of their first.
func Tallies(names []string) []Tally {
	var list []Tally
	of := map[string]int{}
	for _, name := range names {
		at, ok := of[name]
		if !ok {
			at = len(list)
			of[name] = at
			list = append(list, Tally{Name: name})
		}
		list[at].N++
	}
	return list
}

// Named says at most n of the tallies.
func Named(list []Tally, n int) string {
	var b strings.Builder
	for i, t := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == n {
			b.WriteString("…")
			break
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// Took says what a turn took: its calls, its time, its cost.
func (t *Turn) Took() string {
	var said []string
	if len(t.Calls) > 0 {
		n := 0
		for _, c := range t.Calls {
			n += c.N
		}
		said = append(said, Count(n, "tool call")+": "+Named(t.Calls, 4))
	}
	if d := t.To - t.From; t.From != 0 && d >= 1000 {
		said = append(said, Duration(d))
	}
	if cost := Cost(&t.Usage); cost != "" {
		said = append(said, cost)
	}
	return strings.Join(said, " · ")
}

// Duration is a time in words: 40 s, 3 min, 2 h 5 min, 3 days.
func Duration(ms int64) string {
	s := ms / 1000
	switch {
	case s < 60:
		return strconv.FormatInt(s, 10) + " s"
	case s < 3600:
		return strconv.FormatInt(s/60, 10) + " min"
	case s < 2*86400:
		said := strconv.FormatInt(s/3600, 10) + " h"
		if m := s % 3600 / 60; m > 0 {
			said += " " + strconv.FormatInt(m, 10) + " min"
		}
		return said
	default:
		return strconv.FormatInt(s/86400, 10) + " days"
	}
}

// TurnsOf returns the turns of a conversation. What stands before the first
// question is in none. What goes on after a question that is no longer sent follows the
// last one that is.
func TurnsOf(c *conv.Conversation) []Turn {
	var turns []Turn
	var tools []map[string]int // of a turn and a tool: where its tally stands
	active, left := -1, -1     // the last question, and the one after it that is no longer sent
	_, calls := ResultsOf(c)
	for i, m := range c.Messages {
		meta := conv.MetaOf(m)
		if asked := Asked(m); asked != "" {
			if left = len(turns); !meta.Excluded {
				active, left = left, -1
			}
			turns = append(turns, Turn{Question: i, Asked: asked})
			tools = append(tools, map[string]int{})
		}
		at := active
		if left >= 0 && (meta.Excluded || active < 0) {
			at = left
		}
		if at < 0 {
			continue
		}
		t := &turns[at]
		if ms := meta.Timestamp; ms != 0 {
			t.From = cmp.Or(t.From, ms)
			t.To = max(t.To, ms)
		}
		switch m := m.(type) {
		case *conv.AssistantMessage:
			t.answer(m, tools[at])
		case *conv.ToolResultMessage:
			if call := calls[i]; call != nil && KindOf(call) == Shell {
				t.committed(m)
			}
		}
	}
	return turns
}

func (t *Turn) answer(m *conv.AssistantMessage, of map[string]int) {
	if m.Usage != nil {
		t.Usage.Add(m.Usage)
	}
	for _, b := range m.Content {
		switch b := b.(type) {
		case *conv.TextContent:
			if line := FirstLine(b.Text); line != "" {
				if strings.HasPrefix(line, "|") { // of a table
					line = strings.ReplaceAll(strings.Trim(line, "| "), " | ", " · ")
				}
				t.Answer = line
			}
		case *conv.ToolCall:
			at, ok := of[b.Name]
			if !ok {
				at = len(t.Calls)
				of[b.Name] = at
				t.Calls = append(t.Calls, Tally{Name: b.Name})
			}
			t.Calls[at].N++
		}
	}
}

// committed finds the line that git prints for a commit: [main 1a2b3c4] Mend it.
func (t *Turn) committed(m *conv.ToolResultMessage) {
	for _, b := range m.Content {
		text, ok := b.(*conv.TextContent)
		if !ok || !strings.Contains(text.Text, "] ") {
			continue
		}
		for line := range strings.Lines(text.Text) {
			head, subject, ok := strings.Cut(strings.TrimSpace(line), "] ")
			if !ok || !strings.HasPrefix(head, "[") || subject == "" {
				continue
			}
			words := strings.Fields(head[1:])
			if len(words) < 2 || len(words) > 4 || !isHash(words[len(words)-1]) {
				continue
			}
			t.Commits = append(t.Commits, words[len(words)-1]+" "+subject)
		}
	}
}

// isElement reports whether a text is one element: programs put such texts beside what
// somebody asks.
func isElement(text string) bool {
	name, _, ok := strings.Cut(strings.TrimSpace(text), ">")
	name, _, _ = strings.Cut(name, " ")
	return ok && strings.HasPrefix(name, "<") && strings.HasSuffix(strings.TrimSpace(text), "</"+name[1:]+">")
}

func isHash(s string) bool {
	return len(s) >= 7 && len(s) <= 40 && strings.Trim(s, "0123456789abcdef") == ""
}

// Asked is the first line of what a person said, "" for other messages.
func Asked(m conv.Message) string {
	u, ok := m.(*conv.UserMessage)
	if !ok || u.Injected {
		return ""
	}
	first := ""
	for _, b := range u.Content {
		if t, ok := b.(*conv.TextContent); ok {
			line := FirstLine(t.Text)
			if tells(line) && !isElement(t.Text) {
				return line
			}
			first = cmp.Or(first, line)
		}
	}
	return first
}

// TitleOf is the line that names a conversation: its title, else what was asked
// first, "" if there is neither.
func TitleOf(c *conv.Conversation) string {
	for i := 0; i < len(c.Messages) && FirstLine(c.Title) == ""; i++ {
		if line := Asked(c.Messages[i]); line != "" {
			return Titled("", line)
		}
	}
	return Titled(c.Title, "")
}

// Titled is a line of a title, else of what was asked first.
func Titled(title, asked string) string {
	const most = 200
	return Shortened(cmp.Or(FirstLine(title), FirstLine(asked)), most)
}

// FirstLine is the first line of a text that has a letter or a number, or the first
// one that is not blank: a fence says nothing, and neither does the tag that Codex
// puts around an image. It is without the marks of a heading.
func FirstLine(text string) string {
	first := ""
	for text != "" {
		line, rest := text, ""
		if at := strings.IndexAny(text, "\n\r\v\f\u0085\u2028\u2029"); at >= 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			line, rest = text[:at], text[at+size:]
		}
		line = strings.TrimSpace(line)
		if tells(line) {
			if heading := strings.TrimLeft(line, "#"); strings.HasPrefix(heading, " ") {
				return strings.TrimSpace(heading)
			}
			return line
		}
		first = cmp.Or(first, line)
		text = rest
	}
	return first
}

// Shortened is at most n characters of a line. It is cut between words, unless the
// last one is long.
func Shortened(line string, n int) string {
	left := n
	for i := range line {
		if left--; left >= 0 {
			continue
		}
		cut := strings.TrimRight(line[:i], " \t")
		if at := strings.LastIndexAny(cut, " \t"); at > i*2/3 && line[i] != ' ' {
			cut = strings.TrimRight(cut[:at], " \t")
		}
		return cut + "…"
	}
	return line
}

// tells reports whether a line says something to a reader.
func tells(line string) bool {
	return strings.IndexFunc(line, says) >= 0 && !strings.HasPrefix(line, "```") && !isTag(line)
}

// isTag reports whether a line is one tag, as programs put around what people say.
func isTag(line string) bool {
	return strings.HasPrefix(line, "<") && strings.IndexAny(line[1:], "<>") == len(line)-2
}

// isImageTag reports whether a line is a tag that Codex puts around an image.
func isImageTag(line string) bool {
	return strings.HasSuffix(line, ">") && (strings.HasPrefix(line, "<image name=") || line == "</image>")
}

func says(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// IsNote reports whether a message is a note that a program keeps for itself, or
// what it said in a person's name: nobody typed it and no model said it.
func IsNote(m conv.Message) bool {
	switch m := m.(type) {
	case *conv.CustomMessage:
		return len(m.Content) == 0
	case *conv.UserMessage:
		return m.Injected
	case *conv.SystemMessage:
		return true
	}
	return false
}

// NoteName is what a note is called: its type without the name of its program.
func NoteName(m conv.Message) string {
	switch m := m.(type) {
	case *conv.CustomMessage:
		if _, name, ok := strings.Cut(m.CustomType, "."); ok {
			return name
		}
		return m.CustomType
	case *conv.SystemMessage:
		return "instructions"
	default:
		return "added text"
	}
}

// GoesOn reports whether a text goes on with the sentence of the one before it.
func GoesOn(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return unicode.IsLetter(last) || unicode.IsDigit(last) || last == ',' || unicode.IsSpace(last) ||
		unicode.IsSpace(first) || unicode.IsLower(first) || strings.ContainsRune(".,;:)", first)
}
