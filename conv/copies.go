package conv

// WithMeta returns a copy of a message with another common part. It returns a
// message of a foreign type unchanged.
func WithMeta(m Message, meta Meta) Message {
	switch m := m.(type) {
	case *UserMessage:
		x := *m
		x.Meta = meta
		return &x
	case *AssistantMessage:
		x := *m
		x.Meta = meta
		return &x
	case *ToolResultMessage:
		x := *m
		x.Meta = meta
		return &x
	case *SystemMessage:
		x := *m
		x.Meta = meta
		return &x
	case *CustomMessage:
		x := *m
		x.Meta = meta
		return &x
	case *BranchSummary:
		x := *m
		x.Meta = meta
		return &x
	case *CompactionSummary:
		x := *m
		x.Meta = meta
		return &x
	default:
		return m
	}
}

// WithContent is m with other content.
func (m *UserMessage) WithContent(content []UserContent) *UserMessage {
	x := *m
	x.Content = content
	return &x
}

// WithContent is m with other content.
func (m *AssistantMessage) WithContent(content []AssistantContent) *AssistantMessage {
	x := *m
	x.Content = content
	return &x
}

// WithContent is m with other content.
func (m *ToolResultMessage) WithContent(content []ToolResultContent) *ToolResultMessage {
	x := *m
	x.Content = content
	return &x
}

// WithMessages returns c with other messages, or c itself if they are the same.
func (c *Conversation) WithMessages(messages []Message) *Conversation {
	if len(messages) == len(c.Messages) && (len(messages) == 0 || &messages[0] == &c.Messages[0]) {
		return c
	}
	out := *c
	out.Messages = messages
	return &out
}

// WireSpan returns how many of the messages, at least one, are one message on a
// wire that puts tool results in user messages: those of one group, with at most
// one user message in a row.
func WireSpan(list []Message) int {
	group, user, ok := userSide(list[0])
	n := 1
	for ok && group != "" && n < len(list) {
		g, u, same := userSide(list[n])
		if !same || g != group || user && u {
			break
		}
		user = u
		n++
	}
	return n
}

// userSide returns the group of a user message or a result, and whether it is a
// user message.
func userSide(m Message) (group string, user, ok bool) {
	switch m := m.(type) {
	case *UserMessage:
		return m.Group, true, true
	case *ToolResultMessage:
		return m.Group, false, true
	}
	return "", false, false
}

// WithGroup returns a message in the group with this name.
func WithGroup(m Message, name string) Message {
	if MetaOf(m).Group == name {
		return m
	}
	switch m := m.(type) {
	case *UserMessage:
		x := *m
		x.Group = name
		return &x
	case *AssistantMessage:
		x := *m
		x.Group = name
		return &x
	case *ToolResultMessage:
		x := *m
		x.Group = name
		return &x
	case *SystemMessage:
		x := *m
		x.Group = name
		return &x
	default:
		return m
	}
}
