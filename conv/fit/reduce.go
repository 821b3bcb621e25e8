package fit

import "convo/conv"

// Blocks changes the blocks of a conversation's messages, for a Reduce: change
// gives what stands in a block's place, nil for nothing. Messages that it
// changes are copied.
func Blocks(c *conv.Conversation, change func(conv.Message, conv.Block) conv.Block) {
	var out []conv.Message
	for i, m := range c.Messages {
		x := changed(m, change)
		if out == nil && !conv.Same(x, m) {
			out = append(make([]conv.Message, 0, len(c.Messages)), c.Messages[:i]...)
		}
		if out != nil {
			out = append(out, x)
		}
	}
	if out != nil {
		c.Messages = out
	}
}

// changed is a message with its blocks changed, itself if none is.
func changed(m conv.Message, change func(conv.Message, conv.Block) conv.Block) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		if content, ok := changedBlocks(m, m.Content, change); ok {
			return m.WithContent(content)
		}
	case *conv.AssistantMessage:
		if content, ok := changedBlocks(m, m.Content, change); ok {
			return m.WithContent(content)
		}
	case *conv.ToolResultMessage:
		if content, ok := changedBlocks(m, m.Content, change); ok {
			return m.WithContent(content)
		}
	case *conv.SystemMessage:
		if content, ok := changedBlocks(m, m.Content, change); ok {
			x := *m
			x.Content = content
			return &x
		}
	case *conv.CustomMessage:
		if content, ok := changedBlocks(m, m.Content, change); ok {
			x := *m
			x.Content = content
			return &x
		}
	}
	return m
}

func changedBlocks[B conv.Block](m conv.Message, in []B, change func(conv.Message, conv.Block) conv.Block) (out []B, ok bool) {
	for i, b := range in {
		x, stays := change(m, b).(B)
		if !ok && stays && conv.Block(x) == conv.Block(b) {
			continue
		}
		if !ok {
			out, ok = append(make([]B, 0, len(in)), in[:i]...), true
		}
		if stays && !repeats(out, x) {
			out = append(out, x)
		}
	}
	return out, ok
}

// reduced is what the format's own Reduce leaves of a message that comes by
// itself, nil for nothing.
func (f *Fitter) reduced(m conv.Message) conv.Message {
	if f.reduce == nil {
		return m
	}
	c := conv.Conversation{Messages: []conv.Message{m}}
	out := f.reduce(&c, f.notes)
	if len(out.Messages) == 0 {
		return nil
	}
	return out.Messages[0]
}

// reducedAnswer is reduced for what is known of an answer besides its blocks.
func (f *Fitter) reducedAnswer(m *conv.AssistantMessage) *conv.AssistantMessage {
	if x, ok := f.reduced(m).(*conv.AssistantMessage); ok {
		return x
	}
	return m
}

// reducedBlock is reduced for a block of an answer; false for nothing.
func (f *Fitter) reducedBlock(b conv.AssistantContent) (conv.AssistantContent, bool) {
	m, ok := f.reduced(&conv.AssistantMessage{Content: []conv.AssistantContent{b}}).(*conv.AssistantMessage)
	if !ok || len(m.Content) == 0 {
		return nil, false
	}
	return m.Content[0], true
}
