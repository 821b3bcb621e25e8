package parts

import (
	"convo/conv"
	"convo/conv/note"
)

// Again is a part that stays as it is, for a Reduce: what the part was read into has it
// again. Else the part goes, with a note.
func Again(o *conv.Opaque, read conv.Message, notes *note.Notes) conv.Block {
	for b := range conv.BlocksOf(read) {
		if x, ok := b.(*conv.Opaque); ok && x.Raw == o.Raw {
			return o
		}
	}
	notes.Loss(note.CodeUI, note.Dropped, o.Offset(), "part that the format reads as something else", "")
	return nil
}

// Like is an empty message of the kind of another, for parts that are read again.
func Like(m conv.Message) conv.Message {
	switch m.(type) {
	case *conv.AssistantMessage:
		return &conv.AssistantMessage{}
	case *conv.ToolResultMessage:
		return &conv.ToolResultMessage{}
	case *conv.SystemMessage:
		return &conv.SystemMessage{}
	}
	return &conv.UserMessage{}
}

// CustomAgain is Again for a message of a role that the model lacks. Of such a message
// there is what its data says.
func CustomAgain(m *conv.CustomMessage, read *conv.Conversation, notes *note.Notes) conv.Message {
	if len(read.Messages) == 1 {
		if x, ok := read.Messages[0].(*conv.CustomMessage); ok && x.CustomType == m.CustomType && x.Data == m.Data {
			return &conv.CustomMessage{Meta: conv.Meta{ID: x.ID}, CustomType: m.CustomType, Data: m.Data}
		}
	}
	notes.Loss(note.CodeUI, note.Dropped, m.Offset(), "custom message", m.CustomType)
	return nil
}
