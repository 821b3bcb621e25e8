package screen

import (
	"fmt"
	"strconv"
	"strings"

	"convo/commands/internal/frame"

	"convo/conv"
	"convo/conv/view"
)

// message shows one message.
type message struct {
	*writer
	show  *show
	c     *conv.Conversation
	calls map[int]*conv.ToolCall
}

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
		return "Summary of what was said before", magenta
	default:
		panic(fmt.Sprintf("screen: unknown message %T", m))
	}
}

// write shows a message: its number, who says it, what is known about it, and
// what it says.
func (m *message) write(i int) {
	it := m.c.Messages[i]
	if r, ok := it.(*conv.ToolResultMessage); ok {
		m.result(i, r)
		return
	}
	name, code := head(it)
	m.newline()
	m.styled(dim, strconv.Itoa(i)+" ")
	m.styled(code+";"+bold, name)
	m.edge(strings.Join(about(it), " · "))
	switch it := it.(type) {
	case *conv.UserMessage:
		blocks(m, it.Content, false)
	case *conv.AssistantMessage:
		blocks(m, it.Content, true)
		if it.ErrorMessage != "" {
			m.prose(red, it.ErrorMessage, "")
		}
	case *conv.SystemMessage:
		blocks(m, it.Content, false)
	case *conv.CustomMessage:
		m.prose(dim, it.CustomType, "")
		blocks(m, it.Content, false)
		switch {
		case it.Data == "" || m.show.tools == "none":
		case m.show.tools == "full":
			m.prose(dim, string(it.Data), "")
		default:
			m.prose(dim, m.cut(clipped(string(it.Data), mostOfNote)), "")
		}
	case *conv.BranchSummary:
		m.markdown(it.Summary)
	case *conv.CompactionSummary:
		m.markdown(it.Summary)
	default:
		panic(fmt.Sprintf("screen: unknown message %T", it))
	}
}

// about is what stands at the edge of a message.
func about(m conv.Message) (said []string) {
	meta := conv.MetaOf(m)
	said = appendSaid(said, meta.Name)
	if meta.Excluded {
		said = append(said, "not sent any more")
	}
	if meta.Injected {
		said = append(said, "added by the program")
	}
	if a, ok := m.(*conv.AssistantMessage); ok {
		said = appendSaid(said, a.Model)
		switch a.StopReason {
		case "", conv.StopNormal, conv.StopToolUse:
		default:
			said = append(said, "stopped: "+string(a.StopReason))
		}
		if u := a.Usage; u != nil && !u.IsZero() {
			said = appendSaid(said, view.Number(u.AllTokens()-u.Output)+" → "+view.Number(u.Output)+" tokens", view.Cost(u))
		}
	}
	return appendSaid(said, view.Stamp(meta.Timestamp))
}

// edge says what is known at the edge of the terminal, or below the name where there
// is no room.
func (m *message) edge(s string) {
	gap := m.width - m.col - frame.Breadth(s)
	switch {
	case m.width == 0 && s != "":
		m.styled(dim, "  "+s)
	case s != "" && gap >= 2:
		m.styled(dim, strings.Repeat(" ", gap)+s)
	case s != "":
		m.newline()
		m.words(dim, s, "")
	}
	m.newline()
}

// blocks shows the content of a message.
func blocks[B conv.Block](m *message, list []B, rendered bool) {
	for _, b := range list {
		switch b := any(b).(type) {
		case *conv.TextContent:
			if rendered {
				m.markdown(b.Text)
			} else {
				m.prose("", b.Text, "")
			}
		case *conv.ThinkingContent:
			m.thinking(b)
		case *conv.ToolCall:
			m.call(b)
		case *conv.Opaque:
			m.prose(dim, m.cut("["+strings.TrimSpace(b.Family+" "+b.Raw.Lookup("type").Text())+"] "+string(b.Raw)), "")
		default:
			m.prose(cyan, "["+view.Media(any(b).(conv.Block))+"]", "")
			m.draw(any(b).(conv.Block))
		}
	}
}

// thinking is one line as a rule.
func (m *message) thinking(b *conv.ThinkingContent) {
	switch {
	case m.show.thinking == "none":
	case b.Redacted && b.Thinking == "":
		m.prose(dim, "Reasoning that the model's vendor has hidden", "")
	case m.show.thinking == "full":
		m.prose(dim+";"+italic, "Reasoning: "+b.Thinking, "")
	default:
		m.styled(dim+";"+italic, m.cut("Reasoning: "+view.OneLine(b.Thinking)))
		m.newline()
	}
}

// call is one line, and with full tools all arguments.
func (m *message) call(call *conv.ToolCall) {
	m.styled(yellow+";"+bold, call.Name)
	m.styled("", m.cut("  "+view.Doing(call)))
	m.newline()
	if m.show.tools == "none" {
		return
	}
	if edits := view.EditsOf(call); edits != nil {
		for _, e := range edits {
			m.edit(e)
		}
	} else if m.show.tools == "full" {
		for _, x := range call.Arguments.Members() {
			value := string(x.Value)
			if text := x.Value.Text(); text != "" {
				value = text
			}
			m.inside(dim, x.Key+": "+value)
		}
	}
	if call.Conversation != "" {
		m.inside(dim, "helper's conversation "+call.Conversation)
	}
}

// edit shows the lines that a change removes and adds.
func (m *message) edit(e view.Edit) {
	a, b := strings.Split(strings.TrimSuffix(e.Old, "\n"), "\n"), strings.Split(strings.TrimSuffix(e.New, "\n"), "\n")
	const short = 20
	shown, left := 0, 0
	for _, s := range view.Compare(a, b) {
		for n := range s.N {
			if s.Change == view.Same {
				continue
			}
			if shown++; m.show.tools == "short" && shown > short {
				left++
				continue
			}
			if s.Change == view.Removed {
				m.inside(red, "- "+a[s.A+n])
			} else {
				m.inside(green, "+ "+b[s.B+n])
			}
		}
	}
	if left > 0 {
		m.inside(dim, "… "+view.Count(left, "more line"))
	}
}

// inside shows lines that belong to what stands above.
func (m *message) inside(code, text string) {
	indent := m.indent
	m.indent = indent + "  "
	m.prose(code, text, "  ")
	m.indent = indent
}

// result shows what a tool said.
func (m *message) result(i int, r *conv.ToolResultMessage) {
	if m.show.tools == "none" && !r.IsError {
		return
	}
	name := r.ToolName
	if call := m.calls[i]; name == "" && call != nil { // some formats name only the call
		name = call.Name
	}
	name = strings.TrimRight(" "+name, " ")
	code := dim
	if r.IsError {
		code, name = red, name+" failed"
	}
	m.styled(dim, strconv.Itoa(i)+" ")
	m.styled(code, "→"+name)
	m.newline()
	for _, b := range r.Content {
		t, ok := b.(*conv.TextContent)
		switch {
		case !ok:
			blocks(m, []conv.ToolResultContent{b}, false)
		case m.show.tools == "full":
			m.output(code, t.Text)
		case m.show.tools == "none":
			m.output(code, view.OneLine(t.Text))
		default:
			m.short(code, t.Text)
		}
	}
}

// short shows the first and the last lines of a text.
func (m *message) short(code, text string) {
	first, rest, left := view.Cut(text, view.FirstLines, view.LastLines)
	m.output(code, clipped(first, mostOfLine))
	if left > 0 {
		m.inside(dim, "… "+view.Count(left, "more line"))
		m.output(code, clipped(rest, mostOfLine))
	}
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
