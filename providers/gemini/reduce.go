package gemini

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/internal/protocol"
)

// reduceRequest does without what only this format's requests lack: the name
// of a schema, several texts in a result, media without a type. The model is in
// the address of a request.
func reduceRequest(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	reduceParameters(c, notes)
	reduceMedia(c, notes)
	unsigned(c)
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		if r, ok := m.(*conv.ToolResultMessage); ok {
			return oneText(r, notes)
		}
		return m
	})
	return c
}

// reduceAnswer does without what only this format's answers lack: media
// without a type, and writes to a cache, which count as input.
func reduceAnswer(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	reduceMedia(c, notes)
	unsigned(c)
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || a.Usage == nil || a.Usage.CacheWrite == 0 && a.Usage.CacheWrite1h == 0 {
			return m
		}
		notes.Loss(note.CodeUsage, note.Downgraded, a.Usage.Offset(), "cache writes, now input", "")
		x, u := *a, *a.Usage
		u.Input += u.CacheWrite
		u.CacheWrite, u.CacheWrite1h = 0, 0
		x.Usage = &u
		return &x
	})
	return c
}

func reduceParameters(c *conv.Conversation, notes *note.Notes) {
	if c.Request == nil {
		return
	}
	r := *c.Request
	if r.Model != "" {
		notes.Info(note.CodeParam, note.Dropped, r.Offset(), "parameter, which the address has,", "model")
		r.Model = ""
	}
	if r.ResponseFormat != nil {
		x := *r.ResponseFormat
		if x.Name != "" {
			notes.Info(note.CodeParam, note.Dropped, r.Offset(), "parameter", "responseFormat.name")
		}
		if x.Description != "" {
			notes.Loss(note.CodeParam, note.Dropped, r.Offset(), "parameter", "responseFormat.description")
		}
		if x.Strict != nil {
			notes.Info(note.CodeParam, note.Dropped, r.Offset(), "parameter", "responseFormat.strict")
		}
		x.Name, x.Description, x.Strict = "", "", nil
		r.ResponseFormat = &x
	}
	if c.Request = &r; r.IsEmpty() {
		c.Request = nil
	}
}

// oneText makes one text, before all media, of the texts of a tool result: the
// result is a field beside the parts of its media.
func oneText(m *conv.ToolResultMessage, notes *note.Notes) *conv.ToolResultMessage {
	var texts []string
	var first *conv.TextContent
	rest := []conv.ToolResultContent{nil}
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		if !ok {
			rest = append(rest, b)
			continue
		}
		if texts = append(texts, t.Text); first == nil {
			first = t
		}
	}
	switch {
	case len(texts) == 0 || len(texts) == 1 && m.Content[0] == conv.ToolResultContent(first):
		return m
	case len(texts) == 1:
		notes.Info(note.CodeOrder, note.Merged, m.Offset(), "text of a tool result, now before its media", "")
	default:
		notes.Loss(note.CodeMerge, note.Merged, m.Offset(), "text blocks of a tool result", "")
	}
	x := *first
	x.Text = strings.Join(texts, "\n")
	rest[0] = &x
	return m.WithContent(rest)
}

// signed reports whether this vendor's servers may have issued a signature.
func signed(signature string) bool {
	by := protocol.Signer(signature)
	return format.IsPlainSignature(signature) && (by == "" || by == provider) && protocol.IsBase64(signature)
}
