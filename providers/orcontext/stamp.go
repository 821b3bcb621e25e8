package orcontext

import (
	"convo/conv"
	"convo/conv/note"
)

// stampOr gives new answers the time that or writes of every answer.
func stampOr(c *conv.Conversation, first int, at int64, _ *note.Notes) {
	for _, m := range c.Messages[first:] {
		if a, ok := m.(*conv.AssistantMessage); ok && a.Timestamp == 0 {
			a.Timestamp = at
		}
	}
}

// stampPi does the same, and gives questions and results their time: pi writes
// one of each message.
func stampPi(c *conv.Conversation, first int, at int64, notes *note.Notes) {
	stampOr(c, first, at, notes)
	for _, m := range c.Messages[first:] {
		switch m.(type) {
		case *conv.UserMessage, *conv.ToolResultMessage:
			if meta := conv.MetaOf(m); meta.Timestamp == 0 {
				meta.Timestamp = at
			}
		}
	}
}
