package conv

import "strings"

// prompt makes one prompt of all that instructs before the first turn.
func (a *adapter) prompt(c *Conversation) {
	n := 0
	for ; a.OnePrompt && n < len(c.Messages); n++ {
		m, ok := c.Messages[n].(*SystemMessage)
		if !ok {
			break
		}
		text, ok := promptText(m)
		if !ok {
			break
		}
		meta := m.Meta
		meta.Group = ""
		a.fit.meta(&meta) // notes what of it no prompt has
		if c.SystemPrompt != "" && text != "" {
			c.SystemPrompt += "\n\n"
		}
		c.SystemPrompt += text
		a.info(CodeSystem, Merged, &m.Node, "leading message, now in the system prompt, of role", string(RoleOf(m)))
	}
	c.Messages = c.Messages[n:]
}

// promptText is the texts of an instruction that is nothing but text.
func promptText(m *SystemMessage) (string, bool) {
	var texts []string
	for _, b := range m.Content {
		t, ok := b.(*TextContent)
		if !ok {
			return "", false
		}
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, "\n\n"), true
}

// someMessage adds a turn of the user where servers refuse that there is none.
func (a *adapter) someMessage(c *Conversation) {
	if !a.SomeMessage || len(c.Messages) > 0 {
		return
	}
	const text = "(no message)"
	a.notes.Info(CodeSynthesized, Synthesized, c.Offset(), "user message, which the protocol demands:", text)
	c.Messages = []Message{UserText(text)}
}
