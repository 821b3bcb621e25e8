package fit

import (
	"convo/conv"
	"convo/conv/format"
)

// Blocks changes the blocks of a conversation's messages, for a Reduce: change
// gives what stands in a block's place, nil for nothing. Messages that it
// changes are copied.
func Blocks(c *conv.Conversation, change func(conv.Message, conv.Block) conv.Block) {
	var at conv.Message
	var last conv.Block
	changes := false
	block := func(b conv.Block) conv.Block {
		x := change(at, b)
		if changes = changes || x != b; changes && repeats(last, x) {
			return nil
		}
		if x != nil {
			last = x
		}
		return x
	}
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		at, last, changes = m, nil, false
		return format.ChangeBlocks(m, block)
	})
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
