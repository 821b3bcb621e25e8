package bedrock

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: files have a type of their kind, a schema is needed to
// ask for JSON, and no choice forbids tools.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.Opaque:
			x := parts.Like(m)
			newDecoder(nil, nil).block(x, b.Raw, -1)
			return parts.Again(b, x, notes)
		case *conv.TextContent:
			if b.Text == "" {
				return nil
			}
		case *conv.ThinkingContent:
			if b.Thinking+b.ThinkingSignature == "" {
				return nil
			}
		case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
			return file(b, notes)
		}
		return b
	})
	c.Messages = parts.Grouped(format.ChangeMessages(slices.Clone(c.Messages), func(m conv.Message) conv.Message {
		if m, ok := m.(*conv.CustomMessage); ok {
			d := newDecoder(nil, nil)
			d.message(m.Data, -1)
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	}), "message", func(before, m conv.Message) bool {
		return conv.MetaOf(before).Group != "" && format.WireSpan([]conv.Message{before, m}) == 2
	})
	if c.Request != nil {
		if c.Request = asked(c.Request, notes); c.Request.IsEmpty() {
			c.Request = nil
		}
	}
	return c
}

// file is a file of a type of its kind.
func file(b conv.Block, notes *note.Notes) conv.Block {
	b = fit.TypedFile(b, notes)
	f := *conv.MediaOf(b)
	if f.MIMEType = typeOf(b.BlockType(), endingOf(&f)); f.Text != "" && f.MIMEType == typeOf("document", "octet-stream") {
		f.MIMEType = "text/plain"
	}
	if f.MIMEType == conv.MediaOf(b).MIMEType {
		return b
	}
	return f.Block(b.BlockType())
}

// asked is a request as the API takes it.
func asked(in *conv.Request, notes *note.Notes) *conv.Request {
	r := *in
	if t := r.ToolChoice; t != nil && t.Mode == conv.ChoiceNone {
		notes.Loss(note.CodeParam, note.Dropped, t.Offset(), "tool choice", string(t.Mode))
		r.ToolChoice = nil
	}
	if f := r.ResponseFormat; f != nil && f.Schema == "" {
		notes.Loss(note.CodeParam, note.Dropped, f.Offset(), "response format", f.Type)
		r.ResponseFormat = nil
	} else if f != nil && f.Strict != nil {
		notes.Loss(note.CodeParam, note.Dropped, f.Offset(), "strict answers", "")
		x := *f
		x.Strict, r.ResponseFormat = nil, &x
	}
	if t := r.Reasoning; t != nil && (t.Effort != "" || t.Thinks() && t.BudgetTokens == "") {
		x := conv.Reasoning{Node: t.Node, BudgetTokens: t.BudgetTokens, Enabled: t.Enabled}
		if r.Reasoning = &x; x.Thinks() && x.BudgetTokens == "" || x.Enabled == nil && x.BudgetTokens == "" {
			notes.Loss(note.CodeParam, note.Dropped, t.Offset(), "reasoning without a budget", t.Effort)
			r.Reasoning = nil
		} else if t.Effort != "" {
			notes.Loss(note.CodeParam, note.Dropped, t.Offset(), "effort of reasoning, beside its budget", t.Effort)
		}
	}
	return &r
}
