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

// ChangeMessages returns list with each message changed, or dropped if change returns
// nil. It returns list itself if nothing changes.
func ChangeMessages(list []Message, change func(Message) Message) []Message {
	out, shared := list, true
	for i, m := range list {
		x := change(m)
		if shared && Same(x, m) {
			continue
		}
		if shared {
			out, shared = append(make([]Message, 0, len(list)), list[:i]...), false
		}
		if x != nil {
			out = append(out, x)
		}
	}
	return out
}

// ChangeBlocks returns m with each block changed, or dropped if change returns nil or
// what m cannot hold. It returns m itself if nothing changes.
func ChangeBlocks[M Message](m M, change func(Block) Block) M {
	return withBlocks(m, change).(M)
}

func withBlocks(m Message, change func(Block) Block) Message {
	switch m := m.(type) {
	case *UserMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			return m.WithContent(content)
		}
	case *AssistantMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			return m.WithContent(content)
		}
	case *ToolResultMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			return m.WithContent(content)
		}
	case *SystemMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			x := *m
			x.Content = content
			return &x
		}
	case *CustomMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			x := *m
			x.Content = content
			return &x
		}
	}
	return m
}

func changedBlocks[B Block](list []B, change func(Block) Block) (out []B, changed bool) {
	for i, b := range list {
		x, stays := change(b).(B)
		if !changed && stays && Block(x) == Block(b) {
			continue
		}
		if !changed {
			out, changed = append(make([]B, 0, len(list)), list[:i]...), true
		}
		if stays {
			out = append(out, x)
		}
	}
	return out, changed
}
