package conv

import (
	"slices"

	"convo/conv/rawjson"
)

// OpenCalls returns the tool calls without a result, in order. A result belongs
// to the last call before it with the same id.
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

// PendingCalls returns the open calls of the last turn: tools must answer them
// before the model can continue. Open calls before the last user message no
// longer count.
func (c *Conversation) PendingCalls() []*ToolCall {
	turn := 0
	for i, m := range c.Messages {
		if _, ok := m.(*UserMessage); ok {
			turn = i + 1
		}
	}
	return (&Conversation{Messages: c.Messages[turn:]}).OpenCalls()
}

// Mended returns how the model's text became the call's arguments: Strict if the
// text was a JSON object.
func (t *ToolCall) Mended() rawjson.Mode {
	if t.ArgumentsText == nil {
		return rawjson.Strict
	}
	_, mode := rawjson.Repair(*t.ArgumentsText)
	return mode
}
