package adapt

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Flatten writes calls and results as fenced text, for models without tools. It
// drops the tool definitions and the tool choice. c is not changed.
func Flatten(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	a := &adapter{notes: notes}
	out := *c.WithMessages(onActive(c.Messages, a.flattened))
	for i := range c.Tools {
		a.lose(note.CodeTools, note.Dropped, &c.Tools[i].Node, "tool definition", c.Tools[i].Name)
	}
	out.Tools = nil
	if r := c.Request; r != nil && (r.ToolChoice != nil || r.ParallelToolCalls != nil) {
		x := *r
		x.ToolChoice, x.ParallelToolCalls = nil, nil
		a.info(note.CodeParam, note.Dropped, &r.Node, "tool choice without tools", "")
		out.Request = &x
	}
	return &out
}

// flatten does the same for formats that have no calls.
func (a *adapter) flatten(in []conv.Message) []conv.Message {
	if a.fit.Assistant&format.ToolCallBlock != 0 || a.fit.Assistant == 0 {
		return in
	}
	return a.flattened(in)
}

// flattened returns messages with calls and results as text. Consecutive results
// become one user message.
func (a *adapter) flattened(in []conv.Message) []conv.Message {
	names := map[string]string{}
	var results *conv.UserMessage
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			results = nil
			return a.flatAnswer(m, names)
		case *conv.ToolResultMessage:
			content := a.flatResult(m, names)
			if results != nil {
				results.Content = append(results.Content, content...)
				return nil
			}
			results = &conv.UserMessage{Content: content}
			results.SetOffset(m.Offset())
			return results
		default:
			results = nil
			return m
		}
	})
}

func (a *adapter) flatAnswer(m *conv.AssistantMessage, names map[string]string) *conv.AssistantMessage {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		t, ok := b.(*conv.ToolCall)
		if !ok {
			return b
		}
		names[t.ID] = t.Name
		a.lose(note.CodeTools, note.Downgraded, &t.Node, "tool call, now text, of", t.Name)
		text := &conv.TextContent{Text: fenced("tool call: "+t.Name, t.ArgumentsString())}
		text.SetOffset(t.Offset())
		return text
	})
}

// flatResult returns a result as text, followed by its other content.
func (a *adapter) flatResult(m *conv.ToolResultMessage, names map[string]string) []conv.UserContent {
	name := cmp.Or(m.ToolName, names[m.ToolCallID])
	what := "tool result: "
	if m.IsError {
		what = "tool error: "
	}
	a.lose(note.CodeTools, note.Downgraded, &m.Node, "tool result, now text, of", name)
	var texts []string
	var rest []conv.UserContent
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			texts = append(texts, t.Text)
		} else if u, ok := b.(conv.UserContent); ok {
			rest = append(rest, u)
		}
	}
	text := &conv.TextContent{Text: fenced(what+name, strings.Join(texts, "\n"))}
	return append([]conv.UserContent{text}, rest...)
}

// fenced returns a text in a fence that the text itself cannot close.
func fenced(what, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + what + "\n" + text + "\n" + fence
}
