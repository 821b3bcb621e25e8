package fit

import "convo/conv"

// isPlain reports whether a session has nothing that its lines could say in another
// way: nothing was kept of lines, and each message follows the one before it.
// [To] alone makes it come back.
func (s *settler) isPlain(c *conv.Conversation) bool {
	if c.Extensions.Of(s.family) != nil || c.Session != nil && c.Session.Extensions.Of(s.family) != nil {
		return false
	}
	for _, m := range c.Messages {
		switch m.(type) {
		case *conv.UserMessage, *conv.AssistantMessage, *conv.ToolResultMessage, *conv.SystemMessage:
		default:
			return false
		}
		if isPlaced(m) || s.keeps(m) {
			return false
		}
	}
	return true
}

// keeps reports whether the format kept something at a message or in it.
func (s *settler) keeps(m conv.Message) (kept bool) {
	eachNode(m, func(n *conv.Node) { kept = kept || n.Extensions.Of(s.family) != nil })
	return kept
}

// placedAs returns a session that was read from lines of ours, with the places of
// the session that they were written from. Where there is no such place it has
// none: one in our lines is none in the input.
func placedAs(c, again *conv.Conversation) *conv.Conversation {
	again.SetOffset(c.Offset())
	if again.Session != nil {
		again.Session.SetOffset(c.Offset())
	}
	same := len(c.Messages) == len(again.Messages)
	for i, m := range again.Messages {
		at := -1
		if same {
			at = conv.MetaOf(c.Messages[i]).Offset()
		}
		eachNode(m, func(n *conv.Node) { n.SetOffset(at) })
	}
	return again
}

// eachNode passes the nodes of a message.
func eachNode(m conv.Message, pass func(*conv.Node)) {
	pass(&conv.MetaOf(m).Node)
	for b := range conv.BlocksOf(m) {
		pass(conv.NodeOf(b))
	}
	if a, ok := m.(*conv.AssistantMessage); ok && a.Usage != nil {
		pass(&a.Usage.Node)
	}
}
