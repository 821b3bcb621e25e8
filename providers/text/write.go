package text

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// writer writes one conversation.
type writer struct {
	*rawjson.Writer
	begun bool // a block or a label was written
	open  bool // the last line is an empty line of a text

	called map[string]string // names of tools, by the ids of their calls
}

func write(out *rawjson.Writer, c *conv.Conversation) {
	w := &writer{Writer: out}
	if c.SystemPrompt != "" {
		w.label("System:")
		w.text(c.SystemPrompt, nil)
	}
	for _, m := range c.Messages {
		w.message(m)
	}
	if w.open {
		w.Text("\n")
	}
}

func (w *writer) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		w.label("User:")
		w.blocks(m)
	case *conv.AssistantMessage:
		w.label("Assistant:")
		w.blocks(m)
	case *conv.SystemMessage:
		if conv.RoleOf(m) == conv.RoleDeveloper {
			w.label("Developer:")
		} else {
			w.label("System:")
		}
		w.blocks(m)
	case *conv.ToolResultMessage:
		line := appendNames([]byte(toolWord), m.ToolName, m.ToolCallID)
		if call := w.called[m.ToolCallID]; m.ToolName == "" && call != "" {
			line = appendName(append(line, ofCall...), call)
		}
		if m.IsError {
			w.label(string(line) + failedSuffix)
		} else {
			w.label(string(line) + ":")
		}
		w.results(m.Content)
	default:
		panic(fmt.Sprintf("text: unknown block or message %T", m))
	}
}

// label begins a message.
func (w *writer) label(line string) {
	if w.begun {
		w.Text("\n")
	}
	w.Text(line)
	w.Text("\n")
	w.begun, w.open = true, false
}

// blocks writes the content of any message but a tool result.
func (w *writer) blocks(m conv.Message) {
	var last conv.Block
	for b := range conv.BlocksOf(m) {
		if last != nil {
			w.Text("\n")
		}
		w.open = false
		switch b := b.(type) {
		case *conv.TextContent:
			w.text(b.Text, last)
		case *conv.ThinkingContent:
			if b.Redacted {
				w.Text(redactedMark + "\n")
			} else {
				w.Text(thinkingMark + "\n")
			}
			w.indented(b.Thinking)
		case *conv.ToolCall:
			if w.called == nil {
				w.called = map[string]string{}
			}
			w.called[b.ID] = b.Name
			w.Text(string(appendNames([]byte(arrow), b.Name, b.ID)) + " ")
			w.Text(b.ArgumentsString())
			w.Text("\n")
		default:
			panic(fmt.Sprintf("text: unknown block or message %T", b))
		}
		last = b
	}
}

// text writes a text, which may come after another block of its message.
func (w *writer) text(s string, last conv.Block) {
	t, behindText := last.(*conv.TextContent)
	switch {
	case isMention(s):
		w.Text(s)
		w.Text("\n")
		return
	case behindText && !isMention(t.Text), s == "", strings.IndexByte(allWhiteSpace, s[0]) >= 0:
		w.Text(textMark + "\n")
	}
	from := 0
	for i := 0; i < len(s); {
		end := lineEnd(s, i)
		if isOurs(strings.TrimLeft(s[i:end], `\`)) {
			w.Text(s[from:i])
			w.Text(`\`)
			from = i
		}
		i = end + 1
	}
	w.Text(s[from:])
	w.Text("\n")
	w.open = s == "" || s[len(s)-1] == '\n'
}

// lineEnd is the end of the line that begins at i.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// results writes the content of a tool result.
func (w *writer) results(list []conv.ToolResultContent) {
	stands := true
	for i, b := range list {
		t, ok := b.(*conv.TextContent)
		if !ok {
			panic(fmt.Sprintf("text: unknown block or message %T", b))
		}
		if i > 0 {
			w.Text("\n")
		}
		if stands, ok = isMention(t.Text), stands; stands {
			w.Text(t.Text)
			w.Text("\n")
			continue
		}
		if !ok || t.Text == "" {
			w.Text(textMark + "\n")
		}
		w.indented(t.Text)
	}
}

// indented writes a text indented by two spaces, even its empty lines.
func (w *writer) indented(s string) {
	for i := 0; i < len(s) || i == len(s) && i > 0; {
		end := lineEnd(s, i)
		w.Text(indent)
		w.Text(s[i:end])
		w.Text("\n")
		i = end + 1
	}
}
