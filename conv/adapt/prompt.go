package adapt

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// prompt joins all instructions before the first turn to one prompt.
func (a *adapter) prompt(c *conv.Conversation) {
	var texts []string
	if c.SystemPrompt != "" {
		texts = append(texts, c.SystemPrompt)
	}
	n := 0
	for ; a.OnePrompt && n < len(c.Messages); n++ {
		m, ok := c.Messages[n].(*conv.SystemMessage)
		if !ok {
			break
		}
		text, ok := promptText(m)
		if !ok {
			break
		}
		meta := m.Meta
		meta.Group = ""
		a.fit.Meta(&meta) // notes what a prompt cannot have
		if text != "" {
			texts = append(texts, text)
		}
		a.info(note.CodeSystem, note.Merged, &m.Node, "leading message, now in the system prompt, of role", string(conv.RoleOf(m)))
	}
	c.SystemPrompt, c.Messages = strings.Join(texts, "\n\n"), c.Messages[n:]
}

// promptText returns the text of an instruction that only has text.
func promptText(m *conv.SystemMessage) (string, bool) {
	var texts []string
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		if !ok {
			return "", false
		}
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, "\n\n"), true
}

// someMessage adds a user message if servers require one and there is none.
func (a *adapter) someMessage(c *conv.Conversation) {
	if !a.SomeMessage || len(c.Messages) > 0 {
		return
	}
	a.notes.Info(note.CodeSynthesized, note.Synthesized, c.Offset(), "user message, which the protocol demands:", noMessage)
	c.Messages = []conv.Message{conv.UserText(noMessage)}
}

// promptRole gives the system prompt the role that the model expects, and removes
// characters that no text may have.
func (a *adapter) promptRole(c *conv.Conversation) {
	if a.NoNUL {
		c.SystemPrompt = a.noNUL(&c.Node, c.SystemPrompt)
	}
	if a.target == nil || a.target.Instructions == "" || c.SystemPrompt == "" || !a.fit.Has(format.Developer) {
		return
	}
	c.Extensions = c.Extensions.With(a.family, format.PromptMessage, rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.Fields("role", string(a.target.Instructions), "content", c.SystemPrompt)
	}))
}
