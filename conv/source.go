package conv

import "slices"

// source is the text that a conversation was read from, and the conversation as it
// was read.
type source struct {
	text []byte
	as   *Conversation
}

// SetSource remembers that a format reads c, as it is now, and no other conversation
// from a text. Copies of c remember it, too.
func (c *Conversation) SetSource(text []byte) {
	as := *c
	as.Messages = slices.Clone(c.Messages)
	c.source = source{text, &as}
}

// Source returns a text and what was read from it, nil if that is unknown. c may have
// changed since.
func (c *Conversation) Source() (text []byte, as *Conversation) { return c.source.text, c.source.as }
