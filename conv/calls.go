package conv

import (
	"slices"

	"convo/conv/rawjson"
)

// OpenCalls are the tool calls that no result answers, in order. A result
// answers the last call before it that has its id.
func (c *Conversation) OpenCalls() []*ToolCall {
	var open []*ToolCall
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *AssistantMessage:
			for _, b := range m.Content {
				if t, ok := b.(*ToolCall); ok && t != nil {
					open = append(open, t)
				}
			}
		case *ToolResultMessage:
			for i, t := range slices.Backward(open) {
				if t.ID == m.ToolCallID {
					open = slices.Delete(open, i, i+1)
					break
				}
			}
		}
	}
	return open
}

// PendingCalls are the open calls of the turn that the conversation ends in:
// what tools have to answer before the model can go on. Behind a later word
// of the user nobody waits for them.
func (c *Conversation) PendingCalls() []*ToolCall {
	turn := 0
	for i, m := range c.Messages {
		if _, ok := m.(*UserMessage); ok {
			turn = i + 1
		}
	}
	return (&Conversation{Messages: c.Messages[turn:]}).OpenCalls()
}

// Mended is how a call's arguments were made a JSON object of what the model
// wrote; Strict for those that were one.
func (t *ToolCall) Mended() rawjson.Mode {
	if t.ArgumentsText == nil {
		return rawjson.Strict
	}
	_, mode := rawjson.Repair(*t.ArgumentsText)
	return mode
}
