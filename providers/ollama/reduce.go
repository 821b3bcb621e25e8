package ollama

import (
	"slices"
	"sort"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/record"
	"convo/conv/training"
)

// reduce does what holds cannot say: images come after the text and have no type,
// reasoning is one text, and asking for it is an effort or a switch.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	var calls training.Pairing
	var numbers []string // of the calls of an answer
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.ToolCall:
			if len(numbers) == 0 {
				numbers = calls.Turn(slices.Collect(m.(*conv.AssistantMessage).Calls))
			}
			number := numbers[0]
			if numbers = numbers[1:]; b.ID != number && own.Lacks(&b.Node, "id") {
				x := *b
				own.Drop(&x.Node, record.HintLacks)
				return &x
			}
		case *conv.ImageContent:
			return typed(b)
		case *conv.Opaque:
			x := parts.Like(m)
			newDecoder(nil, nil).image(x, b.Raw, -1)
			return parts.Again(b, x, notes)
		case *conv.ThinkingContent:
			if b.Thinking == "" {
				return nil
			}
		case *conv.TextContent:
			if b.Text == "" {
				return nil
			}
		}
		return b
	})
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.CustomMessage:
			d := newDecoder(nil, nil)
			d.message(m.Data, -1)
			return parts.CustomAgain(m, d.C, notes)
		case *conv.AssistantMessage:
			if content := training.OneThought(m.Content, notes); len(content) != len(m.Content) {
				return inPlace(m.WithContent(content), notes)
			}
		}
		return inPlace(m, notes)
	})
	if c.Request != nil {
		if c.Request = asked(c.Request, notes); c.Request.IsEmpty() {
			c.Request = nil
		}
	}
	return c
}

// typed is an image with the type that its data show.
func typed(b *conv.ImageContent) conv.Block {
	x := *b
	if data, ok := media.Base64(x.Data); ok {
		x.Data = data
	}
	if x.MIMEType = media.Type64(x.Data); x.MIMEType == b.MIMEType && x.Data == b.Data {
		return b
	}
	return &x
}

// inPlace is a message whose images come after the text.
func inPlace(m conv.Message, notes *note.Notes) conv.Message {
	last, sorted := 0, true
	for b := range conv.BlocksOf(m) {
		sorted, last = sorted && placeOf(b) >= last, placeOf(b)
	}
	if sorted {
		return m
	}
	blocks := slices.Collect(conv.BlocksOf(m))
	notes.Loss(note.CodeOrder, note.Downgraded, conv.MetaOf(m).Offset(), "place of an image in a text, now after it", "")
	sort.SliceStable(blocks, func(a, b int) bool { return placeOf(blocks[a]) < placeOf(blocks[b]) })
	m = format.WithMeta(m, *conv.MetaOf(m))
	format.SetContent(m, blocks)
	return m
}

func placeOf(b conv.Block) int {
	switch b.(type) {
	case *conv.ThinkingContent:
		return 0
	case *conv.TextContent:
		return 1
	case *conv.ToolCall:
		return 3
	}
	return 2
}

// asked is a request whose answer has JSON or a schema, and whose reasoning is an effort or
// a switch.
func asked(in *conv.Request, notes *note.Notes) *conv.Request {
	r := *in
	r.ResponseFormat = parts.Nameless(r.ResponseFormat, notes)
	if t := r.Reasoning; t != nil {
		x := conv.Reasoning{Node: t.Node, Effort: t.Effort}
		if t.BudgetTokens != "" {
			notes.Loss(note.CodeParam, note.Dropped, t.Offset(), "limit of reasoning", string(t.BudgetTokens))
		}
		if t.Enabled != nil && !*t.Enabled || t.Effort == "none" || t.Effort == "" {
			on := t.Effort == "" && (t.Thinks() || t.Enabled == nil && t.BudgetTokens == "")
			x.Effort, x.Enabled = "", &on
		}
		r.Reasoning = &x
	}
	return &r
}
