package conv

import "slices"

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
