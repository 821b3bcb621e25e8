package cohere

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// reduce does what holds cannot say: a block says something, an answer has one plan before
// its calls, and no choice is of one tool.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	planned := map[conv.Message]bool{}
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.Opaque:
			x := parts.Like(m)
			newDecoder(own, nil, nil).content(x, rawjson.ArrayOf([]conv.Raw{b.Raw}), -1)
			return parts.Again(b, x, notes)
		case *conv.TextContent:
			if b.Text == "" {
				return nil
			}
		case *conv.ThinkingContent:
			if b.Thinking == "" {
				return nil
			}
			if isPlan(b) && planned[m] {
				x := *b
				x.Extensions = x.Extensions.Clone()
				own.Drop(&x.Node, planKey)
				return &x
			}
			planned[m] = planned[m] || isPlan(b)
		}
		return fit.StandardFile(b)
	})
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.CustomMessage:
			d := newDecoder(own, nil, nil)
			d.message(m.Data, -1)
			return parts.CustomAgain(m, d.C, notes)
		case *conv.AssistantMessage:
			if first := slices.IndexFunc(m.Content, func(b conv.AssistantContent) bool { return isPlan(b) }); first > 0 {
				content := slices.Delete(slices.Clone(m.Content), first, first+1)
				return m.WithContent(slices.Insert(content, 0, m.Content[first]))
			}
		}
		return m
	})
	if c.Request != nil {
		if c.Request = asked(c.Request, notes); c.Request.IsEmpty() {
			c.Request = nil
		}
	}
	return c
}

// asked is a request as the API takes it.
func asked(in *conv.Request, notes *note.Notes) *conv.Request {
	r := *in
	if t := r.ToolChoice; t != nil && t.Mode == conv.ChoiceTool {
		notes.Loss(note.CodeParam, note.Downgraded, t.Offset(), "tool choice, now required,", t.Name)
		r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceRequired}
	} else if t != nil && t.Mode == conv.ChoiceAuto {
		notes.Info(note.CodeParam, note.Dropped, t.Offset(), "tool choice, the usual one,", string(t.Mode))
		r.ToolChoice = nil
	}
	r.ResponseFormat = parts.Nameless(r.ResponseFormat, notes)
	if t := r.Reasoning; t != nil {
		on := t.Thinks() || t.Enabled == nil && t.Effort != "none"
		if t.Effort != "" && t.Effort != "none" {
			notes.Loss(note.CodeParam, note.Downgraded, t.Offset(), "effort of reasoning, now on,", t.Effort)
		}
		r.Reasoning = &conv.Reasoning{Node: t.Node, Enabled: &on, BudgetTokens: t.BudgetTokens}
	}
	return &r
}
