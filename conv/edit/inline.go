package edit

import (
	"convo/conv"
	"convo/conv/format"
)

// Inline returns a conversation with the messages of the helpers that it started,
// and of their helpers. They stand after the results of the answer that called the
// helper, or at the end if nobody knows the call. A helper's prompt counts as
// injected: nobody typed it. Excluded messages of helpers are left out. The
// arguments stay as they are.
func Inline(c *conv.Conversation, helpers []*conv.Conversation) *conv.Conversation {
	if len(helpers) == 0 {
		return c
	}
	in := &inliner{callers: map[*conv.Conversation]caller{}}
	all := append([]*conv.Conversation{c}, helpers...)
	calls := map[string]caller{} // by the id of a call, and of the helper that it started
	for _, owner := range all {
		for i, m := range owner.Messages {
			for _, id := range startedBy(m) {
				calls[id] = caller{owner, i}
			}
		}
	}
	for _, h := range helpers {
		at, ok := calls["call "+callOf(h)]
		if !ok || at.conversation == h {
			at, ok = calls["helper "+h.ID]
		}
		if !ok || at.conversation == h {
			at = caller{c, len(c.Messages) - 1}
		}
		in.callers[h] = at
	}
	for _, h := range helpers { // those that started each other have no place
		if !in.reaches(h, c) {
			in.callers[h] = caller{c, len(c.Messages) - 1}
		}
	}
	in.helpers = helpers
	out := *c
	out.Messages = in.messages(c)
	return &out
}

// caller is the message that started a helper.
type caller struct {
	conversation *conv.Conversation
	index        int
}

type inliner struct {
	helpers []*conv.Conversation
	callers map[*conv.Conversation]caller
}

// reaches reports whether the helpers that started a helper lead to c.
func (in *inliner) reaches(h, c *conv.Conversation) bool {
	for range in.callers {
		if h = in.callers[h].conversation; h == c {
			return true
		}
	}
	return false
}

// startedBy returns names of what a message may have started.
func startedBy(m conv.Message) (names []string) {
	a, _ := m.(*conv.AssistantMessage)
	for t := range a.Calls {
		names = append(names, "call "+t.ID)
		if t.Conversation != "" {
			names = append(names, "helper "+t.Conversation)
		}
	}
	return names
}

// callOf is the id of the call that started a helper.
func callOf(h *conv.Conversation) string {
	if h.Session == nil || h.Session.Parent == nil {
		return ""
	}
	return h.Session.Parent.ToolCallID
}

// messages returns the messages of a conversation with those of its helpers.
func (in *inliner) messages(c *conv.Conversation) []conv.Message {
	after := map[int][]*conv.Conversation{}
	ids := map[string]bool{}
	for _, h := range in.helpers {
		if at := in.callers[h]; at.conversation == c {
			end := resultsEnd(c.Messages, at.index)
			after[end] = append(after[end], h)
			ids[h.ID] = true
		}
	}
	var out []conv.Message
	for i := 0; i <= len(c.Messages); i++ {
		for _, h := range after[i] {
			for _, m := range conv.Active(in.messages(h)) {
				out = append(out, toldByNobody(m))
			}
		}
		if i < len(c.Messages) {
			out = append(out, withoutLinks(c.Messages[i], ids))
		}
	}
	return out
}

// resultsEnd returns the index after the results that follow the message at an
// index.
func resultsEnd(list []conv.Message, at int) int {
	end := at + 1
	for i := end; i < len(list); i++ {
		switch list[i].(type) {
		case *conv.ToolResultMessage:
			end = i + 1
		case *conv.CustomMessage:
		default:
			return end
		}
	}
	return end
}

// toldByNobody marks a message of the user as one that nobody typed.
func toldByNobody(m conv.Message) conv.Message {
	u, ok := m.(*conv.UserMessage)
	if !ok || u.Injected {
		return m
	}
	x := *u
	x.Injected = true
	return &x
}

// withoutLinks returns a message whose calls no longer name helpers that are part
// of the conversation.
func withoutLinks(m conv.Message, ids map[string]bool) conv.Message {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		t, ok := b.(*conv.ToolCall)
		if !ok || t.Conversation == "" || !ids[t.Conversation] {
			return b
		}
		x := *t
		x.Conversation = ""
		return &x
	})
}
