package screen

import (
	"strconv"
	"strings"

	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/view"
)

// place is how far the output of an input is.
type place struct {
	name    string
	source  *pipe.Source
	number  int // of the conversation, from 0
	several bool
	count   int // messages that match
}

// conversation shows what matches in a conversation.
func (f *finding) conversation(at *place, found foundIn) error {
	if found.matches == nil {
		return nil
	}
	f.found = true
	at.count += len(found.matches)
	switch {
	case f.count || f.files:
		return nil
	case f.as == "json":
		return f.object(at, found)
	}
	if f.grouped {
		f.heading(at, found)
	}
	if f.before+f.after == 0 || f.only {
		for i := range found.matches {
			f.match(at, &found.matches[i])
		}
		return f.out.err
	}
	last := -2 // the message that was shown last
	for i, m := range found.matches {
		from := max(m.index-f.before, last+1, 0)
		if f.printed && from > last+1 {
			f.out.styledLine(cyan, "--")
		}
		for k := from; k < m.index; k++ {
			f.context(at, found.c, k)
		}
		f.match(at, &found.matches[i])
		last = max(m.index, -1)
		next := len(found.c.Messages)
		if i+1 < len(found.matches) {
			next = found.matches[i+1].index
		}
		for k := m.index + 1; k < min(next, m.index+1+f.after); k++ {
			f.context(at, found.c, k)
			last = k
		}
		f.printed = true
	}
	return f.out.err
}

// begin writes where a line is from: FILE:CONVERSATION/MESSAGE:WHO: as far as there
// are several. Lines of context have - for :.
func (f *finding) begin(at *place, index int, who, mark string) {
	if f.grouped {
		f.below(at, index, who, mark)
		return
	}
	if f.several {
		f.out.styled(magenta, at.name)
		f.out.styled(cyan, mark)
	}
	number := "-"
	if index >= 0 {
		number = strconv.Itoa(index)
	}
	if at.several {
		number = strconv.Itoa(at.number+1) + "/" + number
	}
	f.out.styled(green, number)
	f.out.styled(cyan, mark)
	f.out.styled(blue, who)
	f.out.styled(cyan, mark)
}

// context shows a message around one that matches, on a line.
func (f *finding) context(at *place, c *conv.Conversation, i int) {
	f.begin(at, i, roleOf(c.Messages[i]), "-")
	line := f.fitting(gist(c.Messages[i]))
	if f.grouped {
		f.out.styled(dim, f.out.cut(line))
	} else {
		f.out.styled("", line)
	}
	f.out.newline()
}

// match shows the lines of a message that match.
func (f *finding) match(at *place, m *match) {
	for i := range m.hits {
		h := &m.hits[i]
		who := m.who
		switch h.what {
		case "thinking":
			who = "thinking"
		case "arguments":
			who = strings.TrimSuffix(h.tool+"."+h.path, ".")
		case "results":
			who = strings.TrimSpace("tool " + h.tool)
		}
		if !f.only {
			f.begin(at, m.index, who, ":")
			f.marked(h)
			continue
		}
		for _, s := range h.spans {
			if s[0] < s[1] {
				f.begin(at, m.index, who, ":")
				f.out.styledLine(red+";"+bold, h.line[s[0]:s[1]])
			}
		}
	}
}

// marked writes a line with its matches. On a terminal, what is far from the first
// of them is cut: the line may be of a megabyte.
func (f *finding) marked(h *hit) {
	if f.grouped {
		f.fit(h)
		return
	}
	line, from := h.line, 0
	const side = 200
	end := len(line)
	if f.p.Stdout.Terminal && len(line) > 3*side {
		from, end = max(h.spans[0][0]-side, 0), min(h.spans[0][1]+side, len(line))
		from += len(line[from:end]) - len(valid(line[from:end]))
		if from > 0 {
			f.out.styled(dim, "… ")
		}
	}
	at := from
	for _, s := range h.spans {
		if s[0] >= end || s[0] == s[1] {
			continue
		}
		f.out.styled("", line[at:s[0]])
		at = min(s[1], end)
		f.out.styled(red+";"+bold, line[s[0]:at])
	}
	f.out.styled("", line[at:end])
	if end < len(line) {
		f.out.styled(dim, " … "+view.Size(len(line)-end)+" more")
	}
	f.out.newline()
}

func (f *finding) fitting(line string) string {
	if f.p.Stdout.Terminal {
		return clipped(line, mostOfLine)
	}
	return line
}

// ended shows what there is to say of a whole input: -c, -l.
func (f *finding) ended(at *place) error {
	switch {
	case f.files && at.count > 0:
		if f.as == "json" {
			return f.total(at)
		}
		f.out.styledLine(magenta, at.name)
	case f.count && f.as == "json":
		return f.total(at)
	case f.count:
		if f.several {
			f.out.styled(magenta, at.name)
			f.out.styled(cyan, ":")
		}
		f.out.styledLine("", strconv.Itoa(at.count))
	}
	return f.out.err
}

// total is an input for programs.
func (f *finding) total(at *place) error {
	f.json.BeginObject()
	f.json.Field("file", at.name)
	f.json.IntField("count", int64(at.count))
	f.json.EndObject()
	f.json.Text("\n")
	return f.json.Flush()
}

// object writes the lines that match for programs, one object each.
func (f *finding) object(at *place, found foundIn) error {
	w := f.json
	for _, m := range found.matches {
		for _, h := range m.hits {
			w.BeginObject()
			w.Field("file", at.name)
			w.IntField("conversation", int64(at.number))
			if m.index >= 0 {
				w.IntField("message", int64(m.index))
			}
			w.Field("role", roleName(m.m))
			w.Field("in", h.what)
			w.OptField("tool", h.tool)
			w.OptField("path", h.path)
			if a, ok := m.m.(*conv.AssistantMessage); ok {
				w.OptField("model", a.Model)
			}
			w.Field("line", h.line)
			var words []string
			for _, s := range h.spans {
				words = append(words, h.line[s[0]:s[1]])
			}
			w.StringsField("matches", words)
			w.EndObject()
			w.Text("\n")
		}
	}
	return w.Flush()
}

// roleName is the role of a message in conversation.json.
func roleName(m conv.Message) string {
	if m == nil {
		return string(conv.RoleSystem)
	}
	return string(conv.RoleOf(m))
}
