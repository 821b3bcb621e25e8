package conv

import "strings"

// FlattenTools says calls and results in fenced text, for models without
// tools; the definitions and the choice of tools go. c is not changed.
func FlattenTools(c *Conversation, notes *Notes) *Conversation {
	a := &adapter{notes: notes}
	out := *c.WithMessages(a.flattened(c.Messages))
	for i := range c.Tools {
		a.lose(CodeTools, Dropped, &c.Tools[i].Node, "tool definition", c.Tools[i].Name)
	}
	out.Tools = nil
	if r := c.Request; r != nil && (r.ToolChoice != nil || r.ParallelToolCalls != nil) {
		x := *r
		x.ToolChoice, x.ParallelToolCalls = nil, nil
		a.info(CodeParam, Dropped, &r.Node, "choice of tools where there are none", "")
		out.Request = &x
	}
	return &out
}

// flatten is FlattenTools for formats that hold no calls.
func (a *adapter) flatten(in []Message) []Message {
	if a.fit.Assistant&ToolCallBlock != 0 || a.fit.Assistant == 0 {
		return in
	}
	return a.flattened(in)
}

// flattened is messages with calls and results as text: the results in a row
// are one message of the user.
func (a *adapter) flattened(in []Message) []Message {
	names := map[string]string{}
	var results *UserMessage
	return rebuilt(in, func(m Message) Message {
		switch m := m.(type) {
		case *AssistantMessage:
			results = nil
			return a.flatAnswer(m, names)
		case *ToolResultMessage:
			content := a.flatResult(m, names)
			if results != nil {
				results.Content = append(results.Content, content...)
				return nil
			}
			results = &UserMessage{Content: content}
			results.PlaceAt(m.Offset())
			return results
		default:
			results = nil
			return m
		}
	})
}

func (a *adapter) flatAnswer(m *AssistantMessage, names map[string]string) *AssistantMessage {
	var content []AssistantContent
	for i, b := range m.Content {
		t, ok := b.(*ToolCall)
		if !ok {
			continue
		}
		if content == nil {
			content = append(content, m.Content...)
		}
		names[t.ID] = t.Name
		a.lose(CodeTools, Downgraded, &t.Node, "tool call, now text, of", t.Name)
		text := &TextContent{Text: fenced("tool call: "+t.Name, t.ArgumentsString())}
		text.PlaceAt(t.Offset())
		content[i] = text
	}
	if content == nil {
		return m
	}
	return m.WithContent(content)
}

// flatResult is a result as text, with what else it holds behind it.
func (a *adapter) flatResult(m *ToolResultMessage, names map[string]string) []UserContent {
	name := m.ToolName
	if name == "" {
		name = names[m.ToolCallID]
	}
	what := "tool result: "
	if m.IsError {
		what = "tool error: "
	}
	a.lose(CodeTools, Downgraded, &m.Node, "tool result, now text, of", name)
	var texts []string
	var rest []UserContent
	for _, b := range m.Content {
		if t, ok := b.(*TextContent); ok {
			texts = append(texts, t.Text)
		} else if u, ok := b.(UserContent); ok {
			rest = append(rest, u)
		}
	}
	text := &TextContent{Text: fenced(what+name, strings.Join(texts, "\n"))}
	return append([]UserContent{text}, rest...)
}

// fenced is a text in a fence that nothing in it closes.
func fenced(what, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + what + "\n" + text + "\n" + fence
}
