package conv

// Unplace forgets where messages were read, in place: for those that join a
// conversation of another input, whose offsets mean other places.
func Unplace(messages []Message) {
	for _, m := range messages {
		MetaOf(m).PlaceAt(-1)
		switch m := m.(type) {
		case *UserMessage:
			unplaceBlocks(m.Content)
		case *AssistantMessage:
			unplaceBlocks(m.Content)
			unplaceAnswer(m)
		case *ToolResultMessage:
			unplaceBlocks(m.Content)
		case *SystemMessage:
			unplaceBlocks(m.Content)
		case *CustomMessage:
			unplaceBlocks(m.Content)
		case *BranchSummary:
			unplaceUsage(m.Usage)
		case *CompactionSummary:
			unplaceUsage(m.Usage)
		}
	}
}

func unplaceBlocks[B Block](blocks []B) {
	for _, b := range blocks {
		NodeOf(b).PlaceAt(-1)
	}
}

func unplaceAnswer(m *AssistantMessage) {
	unplaceUsage(m.Usage)
	if m.StopDetail != nil {
		m.StopDetail.PlaceAt(-1)
	}
}

func unplaceUsage(u *Usage) {
	if u != nil {
		u.PlaceAt(-1)
	}
}

// UnplaceAll is Unplace for all of a conversation.
func UnplaceAll(c *Conversation) {
	c.PlaceAt(-1)
	for i := range c.Tools {
		c.Tools[i].PlaceAt(-1)
	}
	if c.Request != nil {
		c.Request.PlaceAt(-1)
	}
	Unplace(c.Messages)
}
