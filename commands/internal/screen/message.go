package screen

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/view"
)

// heads are the names and colours of the roles.
func head(m conv.Message) (name, code string) {
	switch m := m.(type) {
	case *conv.UserMessage:
		return "User", blue
	case *conv.AssistantMessage:
		return "Assistant", green
	case *conv.SystemMessage:
		if conv.RoleOf(m) == conv.RoleDeveloper {
			return "Developer", magenta
		}
		return "System", magenta
	case *conv.ToolResultMessage:
		return "Tool", yellow
	case *conv.CustomMessage:
		return "Note", magenta
	case *conv.BranchSummary:
		return "Summary of a branch", magenta
	case *conv.CompactionSummary:
		return "Summary of earlier messages", magenta
	default:
		panic(fmt.Sprintf("screen: unknown message %T", m))
	}
}

// message shows a message: its number, who says it, what is known about it, and what it
// says.
func (t *talk) message(i int) {
	it := t.c.Messages[i]
	if r, ok := it.(*conv.ToolResultMessage); ok {
		t.alone(i, r)
		return
	}
	t.head(i, it)
	switch it := it.(type) {
	case *conv.UserMessage:
		text := (*writer).asked
		if it.Injected {
			text = (*writer).told
		}
		t.blocks(it, text)
	case *conv.AssistantMessage:
		t.blocks(it, (*writer).markdown)
		t.sources(&it.Node)
		if it.ErrorMessage != "" {
			t.apart()
			t.prose(red, it.ErrorMessage, "")
		}
	case *conv.SystemMessage:
		t.blocks(it, (*writer).plain)
	case *conv.CustomMessage:
		t.blocks(it, (*writer).told)
		switch {
		case it.Data == "" || t.show.tools == "none":
		case t.show.tools == "full":
			t.prose(dim, string(it.Data), "")
		default:
			t.prose(dim, t.cut(clipped(string(it.Data), mostOfNote)), "")
		}
	case *conv.BranchSummary:
		t.markdown(it.Summary)
	case *conv.CompactionSummary:
		t.markdown(it.Summary)
	default:
		panic(fmt.Sprintf("screen: unknown message %T", it))
	}
	if t.said.last == nothing {
		t.said.last = words
	}
}

// plain writes a text as it was written.
func (w *writer) plain(text string) { w.prose("", text, "") }

// told writes what a program says in a person's name.
func (w *writer) told(text string) { w.terminal("", text) }

// apart sets words apart from what stands above them.
func (t *talk) apart() {
	if t.said.last != nothing {
		t.newline()
	}
	t.said.last = words
}

// blocks shows the content of a message, with its texts as text shows them.
func (t *talk) blocks(m conv.Message, text func(*writer, string)) {
	list := t.notes.Joined(m)
	for i := 0; i < len(list); i++ {
		switch b := list[i].(type) {
		case *conv.TextContent:
			if b.Text != "" {
				t.apart()
				text(t.writer, b.Text)
			}
		case *conv.ThinkingContent:
			t.thinking(b)
		case *conv.ToolCall:
			t.call(b)
		case *conv.Opaque:
			h, n := view.HostedAt(list[i:])
			t.hosted(&h, b)
			i += n - 1
		default:
			if t.said.last == tools {
				t.said.last = words
			}
			t.prose(cyan, "["+view.Media(b)+"]", "")
			t.draw(b)
		}
	}
}

// thinking is one line as a rule, and what is searched for in it.
func (t *talk) thinking(b *conv.ThinkingContent) {
	if t.show.thinking == "none" || b.Thinking == "" && !b.Redacted {
		return
	}
	t.apart()
	t.said.last = nothing // what it leads to follows
	style := dim + ";" + italic
	switch {
	case b.Redacted && b.Thinking == "":
		t.prose(dim, "Reasoning hidden by the vendor", "")
	case t.show.thinking == "full":
		t.prose(style, "Reasoning: "+b.Thinking, "")
	default:
		shown := t.cut("Reasoning: " + view.OneLine(b.Thinking))
		t.words(style, shown, "")
		t.newline()
		if t.hits != nil {
			for _, h := range t.show.search.lines(nil, "thinking", "", "", b.Thinking) {
				if line := around(&h, mostOfLine); !strings.Contains(shown, line) {
					t.inside(style, line)
				}
			}
		}
	}
}

// inside shows lines that belong to what stands above.
func (t *talk) inside(code, text string) {
	defer t.inset()()
	t.prose(code, text, "  ")
}

// The most bytes of a line that are shown: of a result, and of the data of a note,
// which programs write for themselves.
const (
	mostOfLine = 400
	mostOfNote = 100
)

// clipped cuts lines that are very long: a result may be one line of a
// megabyte.
func clipped(text string, most int) string {
	if len(text) <= most {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) > most {
			kept := strings.ToValidUTF8(line[:most], "")
			lines[i] = kept + " … " + view.Size(len(line)-len(kept)) + " more"
		}
	}
	return strings.Join(lines, "\n")
}

// around is a line, or of a long one what is around its first match.
func around(h *hit, most int) string {
	if len(h.line) <= most {
		return ansi.Strip(h.line)
	}
	from := max(0, min(h.spans[0][0]-most/4, len(h.line)-most))
	end := min(len(h.line), from+most)
	said := ansi.Strip(strings.ToValidUTF8(h.line[from:end], ""))
	if from > 0 {
		said = "… " + said
	}
	if end < len(h.line) {
		said += " … " + view.Size(len(h.line)-end) + " more"
	}
	return said
}
