package conv

import "fmt"

// Check returns an error if c holds a message or block that no format can write:
// nil, or an application's type that embeds [Custom]. Decode never makes one.
// Call Check on a conversation that was built by hand: conv/fit and Write do not
// check.
func (c *Conversation) Check() error {
	if err := checkMessages(c.Messages); err != nil {
		return fmt.Errorf("messages%w", err)
	}
	return nil
}

func checkMessages(list []Message) error {
	for i, m := range list {
		if err := checkMessage(m); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
		if j, err := checkContent(m); err != nil {
			return fmt.Errorf("[%d].content[%d]: %w", i, j, err)
		}
	}
	return nil
}

// checkWhole checks a message and its blocks.
func checkWhole(m Message) error {
	if err := checkMessage(m); err != nil {
		return err
	}
	if i, err := checkContent(m); err != nil {
		return fmt.Errorf("content[%d]: %w", i, err)
	}
	return nil
}

func checkMessage(m Message) error {
	if IsForeign(m) {
		return fmt.Errorf("no format can write a message of type %T: convert it with Customs", m)
	}
	if m == nil || isNilPointer(m) {
		return fmt.Errorf("the message is nil (%T)", m)
	}
	return nil
}

func checkContent(m Message) (i int, err error) {
	for b := range BlocksOf(m) {
		if err := checkBlock(b); err != nil {
			return i, err
		}
		i++
	}
	return 0, nil
}

func checkBlock(b Block) error {
	switch b.(type) {
	case *TextContent, *ImageContent, *AudioContent, *VideoContent, *DocumentContent, *ThinkingContent, *ToolCall, *Opaque, nil:
	default:
		return fmt.Errorf("no format can write a block of type %T", b)
	}
	if b == nil || isNilPointer(b) {
		return fmt.Errorf("the block is nil (%T)", b)
	}
	return nil
}
