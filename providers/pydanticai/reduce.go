package pydanticai

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: files have standard base64, parts are read as what
// they are, and what stands between two answers is one group.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.TextContent:
			if b.Text == "" && conv.RoleOf(m) != conv.RoleAssistant && own.Plain(&b.Node) {
				notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty text", "")
				return nil
			}
		case *conv.Opaque:
			d := newDecoder(nil, nil)
			if a, ok := m.(*conv.AssistantMessage); ok {
				a = &conv.AssistantMessage{Provider: a.Provider}
				d.said(a, b.Raw, -1)
				return parts.Again(b, a, notes)
			}
			x := &conv.UserMessage{}
			d.item(x, b.Raw, -1)
			return parts.Again(b, x, notes)
		default:
			b = fit.StandardFile(b)
			if f := conv.MediaOf(b); f != nil && f.URL == "" {
				return fit.TypedFile(b, notes)
			}
		}
		return b
	})
	return c.WithMessages(parts.Grouped(format.ChangeMessages(slices.Clone(c.Messages), func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			return withUsage(m, notes)
		case *conv.CustomMessage:
			d := newDecoder(nil, nil)
			if isAsked(m) {
				d.asked(m.Data, -1)
			} else {
				d.message(m.Data, -1)
			}
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	}), request, joins))
}

// withUsage is an answer with the counts that the format has: no total, and no input that
// only a cache could make unknown.
func withUsage(m *conv.AssistantMessage, notes *note.Notes) *conv.AssistantMessage {
	if m.Usage == nil {
		return m
	}
	u := *m.Usage
	u.InputUnknown = u.InputUnknown && u.CacheRead+u.CacheWrite != 0
	u.TotalTokens = 0
	if u.InputUnknown != m.Usage.InputUnknown || m.Usage.TotalTokens != 0 && m.Usage.TotalTokens != u.AllTokens() {
		notes.Loss(note.CodeUsage, note.Dropped, m.Offset(), "part of usage", "")
	}
	x := *m
	if x.Usage = &u; u.IsZero() {
		x.Usage = nil
	}
	return &x
}
