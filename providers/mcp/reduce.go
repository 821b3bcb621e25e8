package mcp

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: only an answer alone has a model and a reason why it
// ended, only a prompt is described, and only results of tools have files other than images
// and audio.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	if c.Title != "" && own.Get(&c.Node, hintPrompt) == "" {
		notes.Loss(note.CodeName, note.Dropped, c.Offset(), "title", "")
		c.Title = ""
	}
	if q := c.Request; q != nil && q.ToolChoice != nil && q.ToolChoice.Mode == conv.ChoiceTool {
		notes.Loss(note.CodeParam, note.Downgraded, q.Offset(), "tool choice, now required,", q.ToolChoice.Name)
		c.Request = new(*q)
		c.Request.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceRequired}
	}
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		o, ok := b.(*conv.Opaque)
		if !ok {
			return file(m, b, notes)
		}
		x := parts.Like(m)
		if o.Raw != "" && o.Raw != "null" && (conv.RoleOf(m) != conv.RoleUser || !isResult(o.Raw)) {
			newDecoder(nil, nil).say(x, o.Raw, -1)
		}
		return parts.Again(o, x, notes)
	})
	alone := own.Get(&c.Node, hintOne) != "" && len(c.Messages) == 1
	return c.WithMessages(parts.Grouped(format.ChangeMessages(slices.Clone(c.Messages), func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			if alone || m.Model == "" && m.StopReason == "" && m.StopDetail == nil {
				return m
			}
			if m.Model != "" {
				notes.Loss(note.CodeModel, note.Dropped, m.Offset(), "model of an answer", "")
			}
			if m.StopReason != "" {
				notes.Loss(note.CodeStop, note.Dropped, m.Offset(), "stop reason", string(m.StopReason))
			}
			x := *m
			x.Model, x.StopReason, x.StopDetail = "", "", nil
			return &x
		case *conv.ToolResultMessage:
			if m.Details != "" && own.Hint(&m.Node, "structuredContent") == "" {
				notes.Loss(note.CodePrivate, note.Dropped, m.Offset(), "private details of a tool result", "")
				x := *m
				x.Details = ""
				return &x
			}
		case *conv.CustomMessage:
			d := newDecoder(nil, nil)
			d.message(m.Data, -1)
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	}), "message", joins))
}

// file is a file where it can stand, with a media type.
func file(m conv.Message, b conv.Block, notes *note.Notes) conv.Block {
	b = fit.StandardFile(b)
	f := conv.MediaOf(b)
	if f == nil {
		return b
	}
	inline := isInline(b)
	switch _, result := m.(*conv.ToolResultMessage); {
	case inline || result || own.Get(&f.Node, hintResource) != "":
	case f.Text != "":
		notes.Loss(note.CodeDocument, note.Downgraded, f.Offset(), "document, now text", f.Name)
		return &conv.TextContent{Text: f.Text}
	default:
		notes.Loss(fit.MediaCode(b), note.Downgraded, f.Offset(), "source of "+b.BlockType()+" that the format cannot hold", f.URL)
		if conv.RoleOf(m) == conv.RoleAssistant {
			return nil
		}
		return fit.Omitted(b, holds.User)
	}
	if own.Hint(&f.Node, "mimeType") == "" {
		b = fit.TypedFile(b, notes)
	}
	x := *conv.MediaOf(b)
	switch {
	case inline && x.Name != "":
		notes.Loss(fit.MediaCode(b), note.Dropped, f.Offset(), "name of "+b.BlockType(), x.Name)
		x.Name = ""
	case x.URL == "" && x.Name != nameOf(uriOf(x.Name)):
		x.Name = nameOf(uriOf(x.Name))
	default:
		return b
	}
	return x.Block(b.BlockType())
}
