package html

import (
	"fmt"
	"strconv"

	"convo/conv"
	"convo/conv/view"
)

// said is what the head of the last message said, which the next need not repeat.
type said struct {
	role, model, day, time string
}

// message writes a message. The result of a call stands with its call.
func (w *writer) message(i int, m conv.Message) {
	role, name := roleOf(m)
	meta := conv.MetaOf(m)
	class := role
	if meta.Excluded {
		class += " excluded"
	}
	if meta.Injected {
		class += " injected"
	}
	// An answer that goes on after its tools has no head of its own.
	a, _ := m.(*conv.AssistantMessage)
	more := a != nil && w.last.role == role && meta.Name == "" && !meta.Excluded && w.goesOn(a) && view.EndsAsUsual(a)
	if more {
		class += " more"
	}
	id := "m" + strconv.Itoa(i)
	w.Text(`<article id="` + id + `" class="` + class + `" data-role="` + role + `"><header>`)
	if more {
		w.Text(`<h2 class="sr">` + name + "</h2>")
	} else {
		w.Text("<h2>" + name + "</h2>")
	}
	w.aside(meta.Name)
	if meta.Excluded {
		w.aside("no longer sent")
	}
	if meta.Injected {
		w.aside("added by the program")
	}
	if a != nil {
		w.answered(a)
	}
	if !more {
		w.time(meta.Timestamp)
	}
	w.Text(`<a class="number" href="#` + id + `">#` + id[1:] + "</a></header>\n")
	w.last.role = role
	w.body(m)
	w.Text("</article>\n")
}

// time says when, and the day where it changes.
func (w *writer) time(ms int64) {
	stamp := view.Stamp(ms)
	if stamp == "" {
		return
	}
	day, clock := stamp[:10], stamp[11:]
	switch {
	case day != w.last.day:
		clock = stamp
	case clock == w.last.time:
		return
	}
	w.last.day, w.last.time = day, stamp[11:]
	exact := view.ExactStamp(ms)
	w.Text(`<time datetime="` + exact + `" title="` + stamp + ` UTC">` + clock + "</time>")
}

// roleOf is the class and the name of a message.
func roleOf(m conv.Message) (class, name string) {
	switch m := m.(type) {
	case *conv.UserMessage:
		return "user", "User"
	case *conv.AssistantMessage:
		return "assistant", "Assistant"
	case *conv.SystemMessage:
		if conv.RoleOf(m) == conv.RoleDeveloper {
			return "system", "Developer"
		}
		return "system", "System"
	case *conv.ToolResultMessage:
		return "tool", "Tool result"
	case *conv.CustomMessage:
		return "note", "Note"
	case *conv.BranchSummary:
		return "note", "Summary of a branch"
	case *conv.CompactionSummary:
		return "note", "Summary of earlier messages"
	default:
		panic(fmt.Sprintf("html: unknown message %T", m))
	}
}

// aside is a word beside the name of a message.
func (w *writer) aside(s string) {
	if s != "" {
		w.Text("<span dir=\"auto\">")
		w.text(s)
		w.Text("</span>")
	}
}

// answered says which model answered where it changes, and how it ended.
func (w *writer) answered(a *conv.AssistantMessage) {
	if !w.goesOn(a) {
		w.last.model = view.ModelOf(a)
		w.aside(w.last.model)
	}
	if !view.EndsAsUsual(a) {
		w.aside("stopped: " + string(a.StopReason))
	}
}

// goesOn reports whether an answer names no other model than the last.
func (w *writer) goesOn(a *conv.AssistantMessage) bool {
	model := view.ModelOf(a)
	return model == "" || model == w.last.model
}

func (w *writer) body(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		text := (*writer).asked
		if m.Injected {
			text = (*writer).told
		}
		w.blocks(m, text)
	case *conv.AssistantMessage:
		w.blocks(m, (*writer).markdown)
		w.sources(&m.Node)
		if m.ErrorMessage != "" {
			w.Text(`<p class="error" dir="auto">`)
			w.text(m.ErrorMessage)
			w.Text("</p>\n")
		}
	case *conv.SystemMessage:
		w.blocks(m, (*writer).plain)
	case *conv.ToolResultMessage:
		w.Text(`<p class="orphan">`)
		w.text(m.ToolName + " " + m.ToolCallID)
		w.Text("</p>\n")
		w.result(m)
	case *conv.CustomMessage:
		w.Text("<p><code>")
		w.text(m.CustomType)
		w.Text("</code></p>\n")
		w.blocks(m, (*writer).told)
		if m.Data != "" {
			w.folded("data", "Data", indented(m.Data))
		}
	case *conv.BranchSummary:
		w.set("Summary", m.Summary)
	case *conv.CompactionSummary:
		w.set("Summary", m.Summary)
	default:
		panic(fmt.Sprintf("html: unknown message %T", m))
	}
}

// blocks writes the content of a message, with its texts as text writes them.
func (w *writer) blocks(m conv.Message, text func(*writer, string)) {
	list := w.cites.Joined(m)
	for i := 0; i < len(list); i++ {
		switch b := list[i].(type) {
		case *conv.TextContent:
			if b.Refusal {
				w.Text("<p class=\"mark\">Refusal</p>\n")
			}
			text(w, b.Text)
		case *conv.ThinkingContent:
			w.thinking(b)
		case *conv.ToolCall:
			w.call(b)
		case *conv.Opaque:
			h, n := view.HostedAt(list[i:])
			w.hosted(&h, b)
			i += n - 1
		default:
			w.media(b)
		}
	}
}

func (w *writer) thinking(b *conv.ThinkingContent) {
	if b.Redacted && b.Thinking == "" {
		w.Text("<p class=\"mark\">Reasoning hidden by the vendor</p>\n")
		return
	}
	w.set("Reasoning", b.Thinking)
}

// set writes Markdown that is set back, folded after its first line.
func (w *writer) set(title, text string) {
	w.Text(`<details class="thinking"><summary>` + title + " <small>" + view.Count(view.Lines(text), "line") + `</small> <i dir="auto">`)
	w.inline(view.Shortened(view.FirstLine(text), maxLine))
	w.Text("</i></summary>\n")
	w.markdown(text)
	w.Text("</details>\n")
}

// folded is a text that is long as a rule.
func (w *writer) folded(class, title, text string) {
	w.Text(`<details class="` + class + `"><summary>` + title + " <small>" + view.Count(view.Lines(text), "line") + "</small></summary>\n")
	w.pre(text)
	w.Text("</details>\n")
}
