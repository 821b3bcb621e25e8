package format

import "convo/conv"

// WireSpan returns how many of the messages, at least one, are one message on a
// wire that puts tool results in user messages: those of one group, with at most
// one user message in a row, which are all sent or all not.
func WireSpan(list []conv.Message) int {
	group, user, ok := userSide(list[0])
	hidden := conv.MetaOf(list[0]).Excluded
	n := 1
	for ok && group != "" && n < len(list) {
		g, u, same := userSide(list[n])
		if !same || g != group || user && u || conv.MetaOf(list[n]).Excluded != hidden {
			break
		}
		user = u
		n++
	}
	return n
}

// userSide returns the group of a user message or a result, and whether it is a
// user message.
func userSide(m conv.Message) (group string, user, ok bool) {
	switch m := m.(type) {
	case *conv.UserMessage:
		return m.Group, true, true
	case *conv.ToolResultMessage:
		return m.Group, false, true
	}
	return "", false, false
}

// WithGroup returns a message in the group with this name. Only messages that a model
// sees are in groups.
func WithGroup(m conv.Message, name string) conv.Message {
	meta := *conv.MetaOf(m)
	if role := conv.RoleOf(m); meta.Group == name || role == conv.RoleCustom || role == conv.RoleBranchSummary || role == conv.RoleCompactionSummary {
		return m
	}
	meta.Group = name
	return WithMeta(m, meta)
}
