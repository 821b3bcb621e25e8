package conv

import "fmt"

// Projection decides what a model sees of a message. If ok is false, the next
// projection decides. If ok is true without messages, the model sees nothing.
type Projection func(Message) (seen []ModelMessage, ok bool)

// ModelMessages returns what a model sees of the conversation: system, user and
// assistant messages and tool results, without their private parts; summaries as
// user text; for everything before the last compaction its summary and the
// messages from FirstKeptID on. Custom messages are left out. The first
// projection that returns ok decides before all that. Excluded messages are left
// out in any case.
//
// Nothing is changed. A message that is not of this package and does not embed
// [Custom] is an error.
func (c *Conversation) ModelMessages(project ...Projection) ([]ModelMessage, error) {
	if err := c.checkModel(); err != nil {
		return nil, err
	}
	var out []ModelMessage
	for _, m := range compacted(c.Messages) {
		out = append(out, Project(m, project...)...)
	}
	return out, nil
}

// checkModel finds a message that only claims to be for a model.
func (c *Conversation) checkModel() error {
	for i, m := range c.Messages {
		if customPart(m) != nil {
			continue
		}
		if err := checkMessage(m); err != nil {
			return fmt.Errorf("messages[%d]: %w", i, err)
		}
	}
	return nil
}

// Project returns what a model sees of one message, as in ModelMessages.
func Project(m Message, project ...Projection) []ModelMessage {
	if MetaOf(m).Excluded {
		return nil
	}
	for _, p := range project {
		if seen, ok := p(m); ok {
			return seen
		}
	}
	switch m := m.(type) {
	case *ToolResultMessage:
		return []ModelMessage{m.public()}
	case ModelMessage:
		return []ModelMessage{m}
	case *BranchSummary:
		return []ModelMessage{m.AsUser()}
	case *CompactionSummary:
		return []ModelMessage{m.AsUser()}
	default: // custom messages of all kinds
		return nil
	}
}

// public returns the result without the application's private parts.
func (m *ToolResultMessage) public() *ToolResultMessage {
	if m.Details == "" && !m.Terminate {
		return m
	}
	x := *m
	x.Details, x.Terminate = "", false
	return &x
}

// AsUser returns the summary as a message that a model may see.
func (m *BranchSummary) AsUser() *UserMessage { return m.saying(m.Text()) }

// AsUser returns the summary as a message that a model may see.
func (m *CompactionSummary) AsUser() *UserMessage { return m.saying(m.Text()) }

// saying returns a user message in place of the message with this Meta.
func (m *Meta) saying(text string) *UserMessage {
	u := UserText(text)
	u.ID, u.Timestamp, u.at = m.ID, m.Timestamp, m.at
	u.Injected, u.Excluded, u.Position = m.Injected, m.Excluded, m.Position
	return u
}

// Text returns the summary as the user text that a model sees.
func (m *BranchSummary) Text() string {
	return "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n" + m.Summary + "\n</summary>"
}

// Text returns the summary as the user text that a model sees.
func (m *CompactionSummary) Text() string {
	return "The conversation history before this point was compacted into the following summary:\n\n<summary>\n" + m.Summary + "\n</summary>"
}
