package fit

import (
	"convo/conv"
	"convo/conv/ansi"
)

// WithoutEscapes removes the escape sequences of a terminal from what tools said,
// for a Reduce of a format that people read.
func WithoutEscapes(c *conv.Conversation, notes *conv.Notes) {
	Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		t, ok := b.(*conv.TextContent)
		if _, said := m.(*conv.ToolResultMessage); !ok || !said {
			return b
		}
		text := ansi.Strip(t.Text)
		if len(text) == len(t.Text) {
			return b
		}
		notes.Loss(conv.CodeUI, conv.Dropped, t.Offset(), "escape sequences of a terminal", "")
		x := *t
		x.Text = text
		return &x
	})
}
