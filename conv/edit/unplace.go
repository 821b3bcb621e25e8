package edit

import "convo/conv"

// Unplace forgets, in place, where messages were read. Messages that join a
// conversation from another input need this: their offsets mean other places.
func Unplace(messages []conv.Message) {
	for _, m := range messages {
		conv.MetaOf(m).SetOffset(-1)
		for b := range conv.BlocksOf(m) {
			conv.NodeOf(b).SetOffset(-1)
		}
		switch m := m.(type) {
		case *conv.AssistantMessage:
			unplaceAnswer(m)
		case *conv.BranchSummary:
			unplaceUsage(m.Usage)
		case *conv.CompactionSummary:
			unplaceUsage(m.Usage)
		}
	}
}

func unplaceAnswer(m *conv.AssistantMessage) {
	unplaceUsage(m.Usage)
	if m.StopDetail != nil {
		m.StopDetail.SetOffset(-1)
	}
}

func unplaceUsage(u *conv.Usage) {
	if u != nil {
		u.SetOffset(-1)
	}
}

// UnplaceAll does the same for a whole conversation.
func UnplaceAll(c *conv.Conversation) {
	c.SetOffset(-1)
	for i := range c.Tools {
		c.Tools[i].SetOffset(-1)
	}
	if c.Request != nil {
		c.Request.SetOffset(-1)
	}
	Unplace(c.Messages)
}
