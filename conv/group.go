package conv

// WireSpan is how many of the messages, of which there is at least one, are
// one message of a wire that has tool results in user messages: those of one
// group, but no user message behind another one.
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

// userSide is the group of a message of the user's side, and whether it is a
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

// WithGroup is a message in the group of a name.
func WithGroup(m Message, name string) Message {
	if MetaOf(m).Group == name {
		return m
	}
	switch m.(type) {
	case *UserMessage, *AssistantMessage, *ToolResultMessage, *SystemMessage:
		meta := *MetaOf(m)
		meta.Group = name
		return WithMeta(m, meta)
	default:
		return m
	}
}
