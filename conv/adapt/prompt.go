package adapt

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// prompt makes one prompt of all that instructs before the first turn.
func (a *adapter) prompt(c *conv.Conversation) {
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
		a.fit.Meta(&meta) // notes what of it no prompt has
		if c.SystemPrompt != "" && text != "" {
			c.SystemPrompt += "\n\n"
		}
		c.SystemPrompt += text
		a.info(conv.CodeSystem, conv.Merged, &m.Node, "leading message, now in the system prompt, of role", string(conv.RoleOf(m)))
	}
	c.Messages = c.Messages[n:]
}

// promptText is the texts of an instruction that is nothing but text.
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

// someMessage adds a turn of the user where servers refuse that there is none.
func (a *adapter) someMessage(c *conv.Conversation) {
	if !a.SomeMessage || len(c.Messages) > 0 {
		return
	}
	a.notes.Info(conv.CodeSynthesized, conv.Synthesized, c.Offset(), "user message, which the protocol demands:", noMessage)
	c.Messages = []conv.Message{conv.UserText(noMessage)}
}

// promptRole gives the system prompt the role that the model takes it in, and
// takes what no text may have out of it.
func (a *adapter) promptRole(c *conv.Conversation) {
	if a.NoNUL {
		c.SystemPrompt = a.noNUL(&c.Node, c.SystemPrompt)
	}
	if a.target == nil || a.target.Instructions == "" || c.SystemPrompt == "" || !a.fit.Has(conv.Developer) {
		return
	}
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("role", string(a.target.Instructions))
	w.Key("content")
	w.Str(c.SystemPrompt)
	w.EndObject()
	c.Extensions = c.Extensions.Clone()
	c.Extensions.Set(a.family, conv.PromptMessage, conv.Raw(w.Bytes()))
}
