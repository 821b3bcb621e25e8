package markdown

import (
	"cmp"
	"html"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// shareOption chooses the variant that people paste into a pull request. It does
// not come back.
func shareOption() format.Option {
	return format.Option{
		Name:  "share",
		About: "for a pull request: calls folded, no ids, no notes of programs (off)",
		Set: func(f *format.Format, on bool) {
			if !on {
				return
			}
			withoutComments(f)
			before := f.Reduce
			f.Capabilities.Features |= format.Sessions // which messages nobody typed
			f.Reduce = func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
				return before(talk(c, notes), notes)
			}
			f.Capabilities.Features |= format.HostedTools
			f.Write, f.Decode, f.Separator = writeShared, nil, "\n---\n\n"
			f.About = "Markdown for a pull request"
		},
	}
}

// talk is a conversation without the instructions and notes of programs, with what
// hosted tools did as Markdown.
func talk(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	out := *c
	if out.SystemPrompt != "" {
		notes.Loss(note.CodeSystem, note.Dropped, c.Offset(), "system prompt", "")
		out.SystemPrompt = ""
	}
	out.Messages = slices.DeleteFunc(slices.Clone(c.Messages), func(m conv.Message) bool {
		if view.IsNote(m) {
			notes.Loss(note.CodeUI, note.Dropped, conv.MetaOf(m).Offset(), "note of a program", "")
			return true
		}
		return false
	})
	cites := view.Footnotes{Mark: footnote}
	for i, m := range out.Messages {
		if a, ok := m.(*conv.AssistantMessage); ok {
			out.Messages[i] = answered(a, &cites)
		}
	}
	return &out
}

// answered is an answer with its sources as footnotes, as GitHub shows them, and what
// a hosted tool was asked and found.
func answered(a *conv.AssistantMessage, cites *view.Footnotes) *conv.AssistantMessage {
	noted := len(cites.Sources)
	list := cites.Joined(a)
	var out []conv.AssistantContent
	for i := 0; i < len(list); i++ {
		if _, ok := list[i].(*conv.Opaque); !ok {
			out = append(out, list[i].(conv.AssistantContent))
			continue
		}
		h, n := view.HostedAt(list[i:])
		out = append(out, textOf(hosted(&h)))
		i += n - 1
	}
	cites.Add(&a.Node)
	for ; noted < len(cites.Sources); noted++ {
		out = append(out, textOf(footnote(noted+1, view.Source{})+": "+link(cites.Sources[noted])))
	}
	x := *a
	x.Content = out
	return &x
}

func textOf(s string) *conv.TextContent { return &conv.TextContent{Text: s} }

// footnote is the mark of a source.
func footnote(n int, _ view.Source) string { return "[^" + strconv.Itoa(n) + "]" }

// hosted is what a hosted tool was asked, and folded its sources or its output.
func hosted(h *view.Hosted) string {
	said := "<details><summary>" + named(h.Name, "Tool")
	if h.Asked != "" {
		said += " <code>" + html.EscapeString(view.Shortened(view.OneLine(shown(h.Asked)), maxSummary)) + "</code>"
	}
	said += "</summary>\n\n"
	if h.Code != "" {
		fence := fenceFor(h.Code)
		said += fence + "\n" + strings.TrimRight(h.Code, "\n") + "\n" + fence + "\n\n"
	}
	for i, s := range h.Sources {
		said += strconv.Itoa(i+1) + ". " + link(s) + "\n"
	}
	return strings.TrimRight(said, "\n") + "\n\n</details>"
}

// link is a source in Markdown, in which nothing ends it.
func link(s view.Source) string {
	title := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "`", "\\`").Replace(view.OneLine(shown(s.Title)))
	return "[" + title + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E", `\`, "%5C", "\n", "%0A", "\r", "%0D").Replace(shown(s.URL)) + ">)"
}

// sharing writes a conversation for people.
type sharing struct {
	*rawjson.Writer
	c       *conv.Conversation
	results map[*conv.ToolCall]int
	calls   map[int]*conv.ToolCall
	speaker string // whose heading was last written
	begun   bool
}

func writeShared(out *rawjson.Writer, c *conv.Conversation) {
	w := &sharing{Writer: out, c: c}
	w.results, w.calls = view.ResultsOf(c)
	if c.Title != "" {
		w.part("# " + view.OneLine(shown(c.Title)))
	}
	for i, m := range c.Messages {
		w.message(i, m)
	}
}

// part writes lines with a blank one before them.
func (w *sharing) part(s string) {
	if w.begun {
		w.Text("\n")
	}
	w.begun = true
	w.Text(s)
	w.Text("\n")
}

// says writes the heading of a speaker, unless it still speaks.
func (w *sharing) says(who string) {
	if w.speaker != who {
		w.part("## " + who)
	}
	w.speaker = who
}

func (w *sharing) message(i int, m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		w.says("User")
		w.blocks(m)
	case *conv.AssistantMessage:
		w.says("Assistant")
		w.blocks(m)
	case *conv.ToolResultMessage:
		if w.calls[i] == nil { // else it stands with its call
			w.fold(named(m.ToolName, "Result"), m.IsError, func() { w.result(m) })
		}
	case *conv.CustomMessage:
		w.blocks(m)
	case *conv.BranchSummary:
		w.fold("Summary of another branch", false, func() { w.prose(m.Summary, isDetailsEnd) })
	case *conv.CompactionSummary:
		w.fold("Summary of earlier messages", false, func() { w.prose(m.Summary, isDetailsEnd) })
	}
}

func named(name, other string) string {
	if name == "" {
		return other
	}
	return "<b>" + html.EscapeString(view.OneLine(shown(name))) + "</b>"
}

func (w *sharing) blocks(m conv.Message) {
	for b := range conv.BlocksOf(m) {
		w.block(b)
	}
}

func (w *sharing) block(b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		w.prose(b.Text, func(string) bool { return false })
	case *conv.ThinkingContent:
		if b.Thinking != "" {
			w.fold("Reasoning", false, func() { w.prose(b.Thinking, isDetailsEnd) })
		}
	case *conv.ToolCall:
		w.call(b)
	default:
		w.media(b)
	}
}

// prose writes Markdown, and ends a fence that it leaves open.
func (w *sharing) prose(s string, ours func(string) bool) {
	if s = strings.TrimRight(shown(s), "\n"); s == "" {
		return
	}
	if w.begun {
		w.Text("\n")
	}
	w.begun = true
	(&writer{Writer: w.Writer}).lines(s, ours)
	if open := openFence(s); open != "" {
		w.Text(open + "\n")
	}
}

// openFence is the fence that would end the code at the end of a text, "" if none
// is open.
func openFence(s string) (open string) {
	for line := range strings.Lines(s) {
		line = strings.TrimLeft(line, " ")
		marks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		if marks == "" {
			marks = line[:len(line)-len(strings.TrimLeft(line, "~"))]
		}
		rest := strings.TrimSpace(line[len(marks):])
		switch {
		case len(marks) < 3 || open == "" && strings.Contains(rest, "`"):
		case open == "":
			open = marks
		case marks[0] == open[0] && len(marks) >= len(open) && rest == "":
			open = ""
		}
	}
	return open
}

// fold writes something that opens with a click.
func (w *sharing) fold(summary string, failed bool, inside func()) {
	if failed {
		summary += " (failed)"
	}
	w.part("<details><summary>" + summary + "</summary>")
	inside()
	w.part(detailsEnd)
}

// maxSummary is how much of a call its summary shows, in bytes.
const maxSummary = 120

// call writes a call with its result.
func (w *sharing) call(call *conv.ToolCall) {
	cwd := ""
	if w.c.Session != nil {
		cwd = w.c.Session.Cwd
	}
	doing := shown(view.DoingIn(call, cwd))
	cut := len(doing) > maxSummary
	if cut {
		doing = strings.ToValidUTF8(doing[:maxSummary], "") + "…"
	}
	summary := named(call.Name, "Call")
	if doing != "" {
		summary += " <code>" + html.EscapeString(doing) + "</code>"
	}
	var m *conv.ToolResultMessage
	if i, ok := w.results[call]; ok {
		m, _ = w.c.Messages[i].(*conv.ToolResultMessage)
	}
	w.fold(summary, m != nil && m.IsError, func() {
		w.arguments(call, cut)
		if m != nil {
			w.result(m)
		}
	})
}

// arguments writes what the summary does not show of a call: its edits as
// differences, its long texts.
func (w *sharing) arguments(call *conv.ToolCall, cut bool) {
	for _, e := range view.EditsOf(call) {
		w.fenced("diff", marked("-", e.Old)+marked("+", e.New))
	}
	if call.Arguments == "" {
		if cut {
			w.fenced("", call.ArgumentsString())
		}
		return
	}
	for key, value := range call.Arguments.Fields {
		text := cmp.Or(value.Text(), string(value))
		if !view.InEdit(key) && (strings.Contains(text, "\n") || cut && len(text) > maxSummary/2) {
			w.part(html.EscapeString(shown(key)) + ":")
			w.fenced("", text)
		}
	}
}

// marked is a text with a mark before each line.
func marked(mark, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(mark + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String()
}

func (w *sharing) result(m *conv.ToolResultMessage) {
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			w.fenced("", ansi.Strip(t.Text))
			continue
		}
		w.block(b)
	}
}

// fenced writes a text between fences.
func (w *sharing) fenced(info, text string) {
	if text = strings.TrimRight(shown(text), "\n"); text == "" {
		return
	}
	fence := fenceFor(text)
	w.part(fence + info + "\n" + text + "\n" + fence)
}

// media writes an image that has an address, or says what there is.
func (w *sharing) media(b conv.Block) {
	m := conv.MediaOf(b)
	target := targetOf(m.URL)
	switch scheme, _, _ := strings.Cut(target, "://"); {
	case m.Text != "":
		w.fold(named(m.Name, "Document"), false, func() { w.fenced("", m.Text) })
	case (scheme == "http" || scheme == "https" || addressOf(target) != target) && !strings.ContainsAny(target, " <>\n\\"):
		mark := ""
		if b.BlockType() == "image" {
			mark = "!"
		}
		w.part(mark + "[" + b.BlockType() + "](<" + target + ">)")
	default:
		w.part("`[" + strings.ReplaceAll(view.OneLine(shown(view.Media(b))), "`", "'") + "]`")
	}
}
