package conv

import "strconv"

// wireGroups names the groups of messages that are one message on the wire
// by its place there, and takes the name from those that are one by
// themselves. A user message behind another one is a message of its own.
func wireGroups(in []Message) []Message {
	out, shared := in, true
	for i, wire := 0, 0; i < len(in); wire++ {
		n := WireSpan(in[i:])
		name := ""
		if n > 1 {
			name = strconv.Itoa(wire)
		}
		for ; n > 0; n-- {
			if m := named(in[i], name); m != in[i] {
				if shared {
					out, shared = append([]Message(nil), in...), false
				}
				out[i] = m
			}
			i++
		}
	}
	return out
}

// Named is a message in the group of a name.
func named(m Message, name string) Message {
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
