package html

import (
	"fmt"
	"strconv"

	"convo/conv"
	"convo/conv/view"
)

// open begins an article, with its name, which leads to it.
func (w *writer) open(id, role, marks, name string) {
	w.Text(`<article id="` + id + `" class="` + role + marks + `" data-role="` + role + `"><header><a class="number" href="#` + id + `">`)
	w.Text(name + "</a>")
}

// message writes a message. The result of a call stands with its call.
func (w *writer) message(i int, m conv.Message) {
	role, name := roleOf(m)
	meta := conv.MetaOf(m)
	marks := ""
	if meta.Excluded {
		marks += " excluded"
	}
	if meta.Injected {
		marks += " injected"
	}
	number := strconv.Itoa(i)
	w.open("m"+number, role, marks, "#"+number+" "+name)
	w.aside(meta.Name)
	if meta.Excluded {
		w.aside("not sent any more")
	}
	if meta.Injected {
		w.aside("added by the program")
	}
	if a, ok := m.(*conv.AssistantMessage); ok {
		w.answered(a)
	}
	if t := view.Stamp(meta.Timestamp); t != "" {
		w.Text(`<time datetime="` + view.ExactStamp(meta.Timestamp) + `">` + t + "</time>")
	}
	w.Text("</header>\n")
	w.body(m)
	w.Text("</article>\n")
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
		return "note", "Summary of what was said before"
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

// answered says which model answered, how it ended and what it took.
func (w *writer) answered(a *conv.AssistantMessage) {
	w.aside(a.Model)
	switch a.StopReason {
	case "", conv.StopNormal, conv.StopToolUse:
	default:
		w.aside("stopped: " + string(a.StopReason))
	}
	if a.Usage != nil && !a.Usage.IsZero() {
		w.aside(view.Number(a.Usage.AllTokens()-a.Usage.Output) + " → " + view.Number(a.Usage.Output) + " tokens")
		w.aside(view.Cost(a.Usage))
	}
}

func (w *writer) body(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		if m.Injected {
			blocks(w, m.Content, (*writer).told)
		} else {
			blocks(w, m.Content, (*writer).plain)
		}
	case *conv.AssistantMessage:
		blocks(w, m.Content, (*writer).markdown)
		if m.ErrorMessage != "" {
			w.Text(`<p class="error" dir="auto">`)
			w.text(m.ErrorMessage)
			w.Text("</p>\n")
		}
	case *conv.SystemMessage:
		blocks(w, m.Content, (*writer).plain)
	case *conv.ToolResultMessage:
		w.Text(`<p class="orphan">`)
		w.text(m.ToolName + " " + m.ToolCallID)
		w.Text("</p>\n")
		w.result(m)
	case *conv.CustomMessage:
		w.Text("<p><code>")
		w.text(m.CustomType)
		w.Text("</code></p>\n")
		blocks(w, m.Content, (*writer).told)
		if m.Data != "" {
			w.folded("data", "Data", indented(m.Data))
		}
	case *conv.BranchSummary:
		w.markdown(m.Summary)
	case *conv.CompactionSummary:
		w.markdown(m.Summary)
	default:
		panic(fmt.Sprintf("html: unknown message %T", m))
	}
}

// blocks writes the content of a message, with its texts as text writes them.
func blocks[B conv.Block](w *writer, list []B, text func(*writer, string)) {
	for _, b := range list {
		switch b := any(b).(type) {
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
			w.folded("data", "Data", indented(b.Raw))
		default:
			w.media(any(b).(conv.Block))
		}
	}
}

func (w *writer) thinking(b *conv.ThinkingContent) {
	if b.Redacted && b.Thinking == "" {
		w.Text("<p class=\"mark\">Reasoning that the model's vendor has hidden</p>\n")
		return
	}
	w.Text(`<details class="thinking"><summary>Reasoning <small>` + view.Count(view.Lines(b.Thinking), "line") + "</small></summary>\n")
	w.markdown(b.Thinking)
	w.Text("</details>\n")
}

// folded is a text that is long as a rule.
func (w *writer) folded(class, title, text string) {
	w.Text(`<details class="` + class + `"><summary>` + title + " <small>" + view.Count(view.Lines(text), "line") + "</small></summary>\n")
	w.pre(text)
	w.Text("</details>\n")
}
