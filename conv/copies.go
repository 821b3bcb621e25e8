package conv

// WithContent is m with other content.
//
//go:noinline
func (m *UserMessage) WithContent(content []UserContent) *UserMessage {
	x := *m
	x.Content = content
	return &x
}

// WithContent is m with other content.
//
//go:noinline
func (m *AssistantMessage) WithContent(content []AssistantContent) *AssistantMessage {
	x := *m
	x.Content = content
	return &x
}

// WithContent is m with other content.
//
//go:noinline
func (m *ToolResultMessage) WithContent(content []ToolResultContent) *ToolResultMessage {
	x := *m
	x.Content = content
	return &x
}

// WithMessages returns c with other messages, or c itself if they are the same.
//
//go:noinline
func (c *Conversation) WithMessages(messages []Message) *Conversation {
	if len(messages) == len(c.Messages) && (len(messages) == 0 || &messages[0] == &c.Messages[0]) {
		return c
	}
	out := *c
	out.Messages = messages
	return &out
}
