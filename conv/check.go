package conv

import "fmt"

// Check returns an error if c holds a message or block that no format can
// write: nil, or a type of an application, which joined by embedding. Decode
// makes no such thing; whoever builds a conversation by hand asks Check
// before conv/fit or a Write, which do not.
func (c *Conversation) Check() error {
	for i, m := range c.Messages {
		if err := checkMessage(m); err != nil {
			return fmt.Errorf("messages[%d]: %w", i, err)
		}
		if j, err := checkContent(m); err != nil {
			return fmt.Errorf("messages[%d].content[%d]: %w", i, j, err)
		}
	}
	return nil
}

func checkMessage(m Message) error {
	ok := false
	switch m := m.(type) {
	case *UserMessage:
		ok = m != nil
	case *AssistantMessage:
		ok = m != nil
	case *ToolResultMessage:
		ok = m != nil
	case *SystemMessage:
		ok = m != nil
	case *CustomMessage:
		ok = m != nil
	case *BranchSummary:
		ok = m != nil
	case *CompactionSummary:
		ok = m != nil
	case nil:
	default:
		return fmt.Errorf("a %T is a message of an application, which no format knows; Customs stores it", m)
	}
	if !ok {
		return fmt.Errorf("no message: %T is nil", m)
	}
	return nil
}

func checkContent(m Message) (int, error) {
	switch m := m.(type) {
	case *UserMessage:
		return checkBlocks(m.Content)
	case *AssistantMessage:
		return checkBlocks(m.Content)
	case *ToolResultMessage:
		return checkBlocks(m.Content)
	case *SystemMessage:
		return checkBlocks(m.Content)
	case *CustomMessage:
		return checkBlocks(m.Content)
	default:
		return 0, nil
	}
}

func checkBlocks[B Block](blocks []B) (int, error) {
	for i, b := range blocks {
		ok := false
		switch b := any(b).(type) {
		case *TextContent:
			ok = b != nil
		case *ImageContent, *AudioContent, *VideoContent, *DocumentContent:
			ok = MediaOf(b.(Block)) != nil
		case *ThinkingContent:
			ok = b != nil
		case *ToolCall:
			ok = b != nil
		case *Opaque:
			ok = b != nil
		case nil:
		default:
			return i, fmt.Errorf("a %T is no block that a format knows", b)
		}
		if !ok {
			return i, fmt.Errorf("no block: %T is nil", b)
		}
	}
	return 0, nil
}
