package harmony

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// reduce makes each message what its turns are read as, and drops hints that no longer
// say the same. It changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	x := &reducer{Numbering: training.Numbering{Notes: notes, InOrder: true}}
	out := *c
	x.prompt(&out)
	marked.Reduce(&out, notes, func(conv.Message, string) bool { return false })
	fit.Blocks(&out, func(_ conv.Message, b conv.Block) conv.Block {
		t, ok := b.(*conv.ToolCall)
		if !ok || t.Name == "" || isName(t.Name) {
			return b
		}
		y := *t
		y.Name = x.toolName(&y.Node, t.Name)
		return &y
	})
	x.join(&out)
	open := own.Text(&out.Node, hintOpen)
	if open != "" && (isAnswered(out.Messages) || !isOpen(open)) {
		own.Drop(&out.Node, hintOpen)
		open = ""
	}
	all := out.Messages
	out.Messages = make([]conv.Message, 0, len(all))
	for i, m := range all {
		x.open = open == "" && i == len(all)-1
		x.first = i == 0 && out.SystemPrompt == "" && own.Get(&out.Node, systemMessage) == ""
		if m = x.message(m); m != nil {
			out.Messages = append(out.Messages, m)
		}
	}
	return &out
}

// isOpen reports whether a text is a turn that ends a conversation.
func isOpen(text string) bool {
	for c := range decode([]byte(start+"user"+message+end+text), nil) {
		return c != nil && len(c.Messages) == 1 && own.Text(&c.Node, hintOpen) == text
	}
	return false
}

type reducer struct {
	training.Numbering
	open  bool // the turn at hand may not end
	first bool // it is the first one
}

// prompt is the system prompt as it is read, with what tools there are.
func (x *reducer) prompt(c *conv.Conversation) {
	if len(c.Tools) > 0 {
		section := toolsSection(c.Tools)
		for i := range c.Tools {
			x.Notes.Loss(note.CodeTools, note.Downgraded, c.Tools[i].Offset(), "definition of a tool, now a type in the text of the developer,", c.Tools[i].Name)
		}
		own.Drop(&c.Node, format.PromptMessage)
		if c.SystemPrompt != "" {
			section = c.SystemPrompt + "\n\n" + section
			own.Drop(&c.Node, hintText)
		} else {
			c.Extensions = c.Extensions.Clone()
			own.Set(&c.Node, hintText, rawjson.Quoted(section)) // without a heading
		}
		c.SystemPrompt, c.Tools = section, nil
	}
	c.SystemPrompt = marked.Untokened(&c.Node, c.SystemPrompt, x.Notes)
	if said := own.Text(&c.Node, systemMessage); !isRenderers(said) || marked.HasToken(said) {
		own.Drop(&c.Node, systemMessage)
	}
	kind := developer
	if own.Get(&c.Node, format.PromptMessage) != "" {
		kind = system
	}
	x.frame(&c.Node, frame{kind: kind}, false)
	if c.SystemPrompt == "" || kind == system && isRenderers(c.SystemPrompt) && own.Get(&c.Node, systemMessage) == "" && own.Get(&c.Node, hintFrame) == "" {
		own.Drop(&c.Node, format.PromptMessage)
		own.Drop(&c.Node, hintFrame)
		kind = developer
	}
	if raw := own.Text(&c.Node, hintText); kind == system || raw != c.SystemPrompt || strings.HasPrefix(raw, instructions) && raw != instructions {
		own.Drop(&c.Node, hintText)
	}
}

// frame drops the hint of a frame unless it still means the same.
func (x *reducer) frame(n *conv.Node, f frame, ends bool) (is frame) {
	raw := own.Text(n, hintFrame)
	if is = f.as(raw, ends, x.open); raw != "" && (is.raw != raw || raw == f.String() || strings.HasPrefix(raw, channel) && !x.first) {
		own.Drop(n, hintFrame)
	}
	return is
}

// join makes one answer of those that are read as one: up to a text that ends it.
func (x *reducer) join(c *conv.Conversation) {
	out := make([]conv.Message, 0, len(c.Messages))
	var last *conv.AssistantMessage // the last message, if more can join it
	for _, m := range c.Messages {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			last = nil
			out = append(out, m)
			continue
		}
		if last != nil {
			x.Notes.Info(note.CodeMerge, note.Merged, a.Offset(), "answer, now joined to the answer before it", "")
			last.Content = append(last.Content, a.Content...)
		} else {
			last = a.WithContent(slices.Clone(a.Content))
			out = append(out, last)
		}
		if isClosed(last) {
			last = nil
		}
	}
	c.Messages = out
}

// isClosed reports whether an answer ends in the channel final.
func isClosed(m *conv.AssistantMessage) bool {
	n := len(m.Content)
	if n == 0 {
		return true
	}
	b := m.Content[n-1]
	f := usual(b, true, m.HasCalls())
	return f.as(own.Text(conv.NodeOf(b), hintFrame), true, true).kind == final
}

func (x *reducer) message(m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	name := &meta.Name
	if _, ok := m.(*conv.UserMessage); *name != "" && (!ok || !isName(*name)) {
		x.Notes.Loss(note.CodeName, note.Dropped, meta.Offset(), "name", *name)
		*name = ""
	}
	m = format.WithMeta(m, meta)
	switch m := m.(type) {
	case *conv.AssistantMessage:
		own.Drop(&m.Node, hintFrame)
		return x.answer(m)
	case *conv.CustomMessage:
		return x.custom(m)
	case *conv.ToolResultMessage:
		m.ToolName = x.toolName(&m.Node, m.ToolName)
		m.ToolCallID = x.Answered(m, m.ToolName)
	}
	n := &conv.MetaOf(m).Node
	open := x.open
	x.open = open && training.TextOf(m) != ""
	x.frame(n, frameOf(m), true)
	x.open = open
	return m
}

// toolName is a name of a tool that can stand in a header.
func (x *reducer) toolName(n *conv.Node, name string) string {
	if name == "" || isName(name) {
		return name
	}
	x.Notes.Loss(note.CodeName, note.Renamed, n.Offset(), "tool", name)
	return strings.Map(func(r rune) rune {
		if r == '<' || strings.ContainsRune(" \t\r\n", r) || !isName(string(r)) {
			return '_'
		}
		return r
	}, name)
}

func (x *reducer) answer(m *conv.AssistantMessage) conv.Message {
	calls := x.Numbered(m.Content)
	content, open, first := slices.Clone(m.Content), x.open, x.first
	for i, b := range content {
		last := i == len(content)-1
		x.open, x.first = open && last, first && i == 0
		if _, ok := b.(*conv.ToolCall); ok {
			b, calls = calls[0], calls[1:]
			x.called(b.(*conv.ToolCall))
		} else {
			b = training.Copied(b).(conv.AssistantContent)
		}
		x.frame(conv.NodeOf(b), usual(b, last, m.HasCalls()), last)
		content[i] = b
	}
	return m.WithContent(content)
}

// called makes a call what it is read as.
func (x *reducer) called(t *conv.ToolCall) {
	if input, ok := t.Input(); ok && t.Kind == format.CustomCall {
		text := marked.Untokened(&t.Node, input.Text(), x.Notes)
		if read := parseCall(t.Name, text); read.Kind == "" {
			x.Notes.Info(note.CodeCustomTool, note.Downgraded, t.Offset(), "input that would be read as arguments, now in the field input, of", t.Name)
			t.Kind = ""
		} else {
			t.Arguments = read.Arguments
		}
	} else {
		if t.Kind != "" {
			x.Notes.Loss(note.CodeCustomTool, note.Dropped, t.Offset(), "kind of a call", t.Kind)
		}
		t.Kind = ""
	}
	if t.Kind == "" {
		t.Arguments = parseCall(t.Name, formatCall(t)).Arguments
	}
	text := formatCall(t)
	if raw := own.Text(&t.Node, hintText); raw != "" && (raw == text || marked.HasToken(raw) || formatCall(parseCall(t.Name, raw)) != text) {
		own.Drop(&t.Node, hintText)
	}
}

// custom is a turn of a role that nobody knows, nil if it is no such turn.
func (x *reducer) custom(m *conv.CustomMessage) conv.Message {
	raw, text := m.Data.Lookup("frame").Text(), m.Data.Lookup("text").Text()
	if parseFrame(raw).kind != other || !isFrame(raw, x.open && text != "") || strings.HasPrefix(raw, channel) && !x.first || marked.HasToken(text) {
		x.Notes.Loss(note.CodeHistory, note.Dropped, m.Offset(), "turn that would be read as another, of the frame", raw)
		return nil
	}
	if len(m.Data.Members()) != 2 {
		x.Notes.Loss(note.CodeExtension, note.Dropped, m.Offset(), "other fields of a turn of the frame", raw)
	}
	y := custom(raw, text, m.Offset())
	y.Extensions = m.Extensions
	own.Drop(&y.Node, hintFrame)
	return y
}
