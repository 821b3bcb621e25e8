package chatml

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/training"
)

// reduce makes each message what its turn is read as, and drops hints that no longer
// say the same. It changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	x := &reducer{Numbering: training.Numbering{Notes: notes, InOrder: true}}
	out := *c
	x.prompt(&out)
	marked.Reduce(&out, notes, func(m conv.Message, text string) bool {
		switch m := m.(type) {
		case *conv.UserMessage:
			return m.Name == "" && training.Responses(text) != nil
		case *conv.ToolResultMessage:
			return !isBare(m, text) && strings.Contains(text, training.ResultEnd)
		}
		return false
	})
	open := own.Text(&out.Node, hintOpen)
	if _, rest, _ := strings.Cut(open, "\n"); rest != "" || marked.HasToken(open) || isAnswered(out.Messages) {
		own.Drop(&out.Node, hintOpen)
		open = ""
	}
	all := out.Messages
	out.Messages = make([]conv.Message, 0, len(all))
	for i, m := range all {
		meta := *conv.MetaOf(m)
		if open != "" || i < len(all)-1 {
			own.Drop(&meta.Node, hintOpen)
		}
		if m = x.message(m, &meta); m != nil {
			out.Messages = append(out.Messages, format.WithMeta(m, meta))
		}
	}
	return &out
}

type reducer struct {
	training.Numbering
	tags bool // as of a reader
}

// prompt is the system prompt and the tools as they are read.
func (x *reducer) prompt(c *conv.Conversation) {
	c.SystemPrompt = marked.Untokened(&c.Node, c.SystemPrompt, x.Notes)
	prompt, tools := parsePrompt(formatPrompt(c.SystemPrompt, c.Tools))
	if len(tools) != len(c.Tools) || prompt != c.SystemPrompt {
		c.SystemPrompt = marked.Untagged(&c.Node, c.SystemPrompt, x.Notes)
		_, tools = parsePrompt(formatPrompt(c.SystemPrompt, c.Tools))
	}
	c.Tools = slices.Clone(c.Tools)
	for i := range tools {
		c.Tools[i].Parameters = tools[i].Parameters
	}
	text := formatPrompt(c.SystemPrompt, c.Tools)
	x.keepText(&c.Node, text, func(raw string) bool { return formatPrompt(parsePrompt(raw)) == text })
	line := own.Get(&c.Node, format.PromptMessage).Lookup("role").Text()
	h, ok := parseHeader(line)
	if text == "" || !ok || h.role != "system" && h.role != "developer" || line == "system" {
		own.Drop(&c.Node, format.PromptMessage)
	}
}

// keepText drops the hint of a text unless it still says the same in another way.
func (x *reducer) keepText(n *conv.Node, text string, same func(raw string) bool) {
	if raw := own.Text(n, hintText); raw != "" && (raw == text || text == "" || marked.HasToken(raw) || !same(raw)) {
		own.Drop(n, hintText)
	}
}

func (x *reducer) message(m conv.Message, meta *conv.Meta) conv.Message {
	tags := x.tags
	x.tags = false
	line := own.Text(&meta.Node, hintHeader)
	h, ok := parseHeader(line)
	said := training.TextOf(m) != ""
	switch y := m.(type) {
	case *conv.ToolResultMessage:
		x.unname(meta)
		text := training.TextOf(y)
		if !isBare(y, text) {
			x.tags, said = true, true
			own.Drop(&meta.Node, hintBare)
			if !ok || h.name != "" || roleOf(h.role) != conv.RoleUser && roleOf(h.role) != conv.RoleToolResult || line == "user" && !tags {
				own.Drop(&meta.Node, hintHeader)
				line = ""
			}
		}
		x.keepText(&meta.Node, response(text, !tags || line != ""), func(raw string) bool {
			return x.tags && len(training.Responses(raw)) == 1 && training.Response(raw) == text
		})
		y = new(*y)
		y.ToolCallID, m = x.Answered(y, ""), y
	case *conv.CustomMessage:
		x.unname(meta)
		t := turn{line: y.Data.Lookup("role").Text(), text: y.Data.Lookup("content").Text()}
		if _, known := parseHeader(t.line); known || strings.Contains(t.line, "\n") || marked.HasToken(t.line+t.text) {
			x.Notes.Loss(note.CodeHistory, note.Dropped, meta.Offset(), "turn that would be read as another, of role", t.line)
			return nil
		}
		if len(y.Data.Members()) != 2 {
			x.Notes.Loss(note.CodeExtension, note.Dropped, meta.Offset(), "other fields of a turn of role", t.line)
		}
		own.Drop(&meta.Node, hintHeader)
		m, said = custom(t), t.text != ""
	default:
		if meta.Name != "" && !isName(meta.Name) {
			x.unname(meta)
		}
		if want := (header{string(conv.RoleOf(m)), meta.Name}); !ok || h != want || line == want.String() {
			own.Drop(&meta.Node, hintHeader)
		}
		if a, ok := m.(*conv.AssistantMessage); ok {
			m = x.answer(a, meta)
			said = spelled(m.(*conv.AssistantMessage).Content) != "" || own.Get(&meta.Node, hintText) != ""
		}
	}
	if !said {
		own.Drop(&meta.Node, hintOpen)
	}
	return m
}

func (x *reducer) unname(meta *conv.Meta) {
	if meta.Name != "" {
		x.Notes.Loss(note.CodeName, note.Dropped, meta.Offset(), "name", meta.Name)
		meta.Name = ""
	}
}

// isBare reports whether a result is read from a turn without tags.
func isBare(m *conv.ToolResultMessage, text string) bool {
	h, ok := parseHeader(own.Text(&m.Node, hintHeader))
	return ok && own.Get(&m.Node, hintBare) != "" && roleOf(h.role) == conv.RoleToolResult && (h.name != "" || training.Responses(text) == nil)
}

// answer is an answer as it is read from its text.
func (x *reducer) answer(m *conv.AssistantMessage, meta *conv.Meta) *conv.AssistantMessage {
	blocks := slices.DeleteFunc(training.OneThought(m.Content, x.Notes), func(b conv.AssistantContent) bool { return b.BlockType() == "toolCall" })
	blocks = append(blocks, x.Numbered(m.Content)...)
	read := parseAnswer(spelled(blocks))
	if !slices.EqualFunc(read, blocks, alike) {
		for i, b := range blocks {
			blocks[i] = marked.With(b, func(text string) string { return marked.Untagged(conv.NodeOf(b), text, x.Notes) }).(conv.AssistantContent)
		}
		read = parseAnswer(spelled(blocks))
	}
	for i, b := range blocks {
		if t, ok := b.(*conv.ToolCall); ok {
			t.Arguments = read[i].(*conv.ToolCall).Arguments
		}
	}
	text := spelled(blocks)
	x.keepText(&meta.Node, text, func(raw string) bool { return spelled(parseAnswer(raw)) == text })
	return m.WithContent(blocks)
}

// alike reports whether a block is read as what it was.
func alike(a, b conv.AssistantContent) bool {
	return a.BlockType() == b.BlockType() && (a.BlockType() == "toolCall" || training.WordsOf(a) == training.WordsOf(b))
}
