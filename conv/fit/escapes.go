package fit

import (
	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/note"
)

// WithoutEscapes removes what a terminal would obey from what was said, for a Reduce of
// a format that people read, by whatever way it comes to them.
func WithoutEscapes(c *conv.Conversation, notes *note.Notes) {
	c.SystemPrompt = plain(&c.Node, c.SystemPrompt, notes)
	Blocks(c, func(_ conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.TextContent:
			if text := plain(&b.Node, b.Text, notes); text != b.Text {
				x := *b
				x.Text = text
				return &x
			}
		case *conv.ThinkingContent:
			if text := plain(&b.Node, b.Thinking, notes); text != b.Thinking {
				x := *b
				x.Thinking = text
				return &x
			}
		case *conv.ToolCall: // in JSON, an escape means the same
			said := b.ArgumentsString()
			if text := ansi.Escaped(said); text != said {
				x := *b
				x.SetArguments(text, nil)
				return &x
			}
		}
		return b
	})
}

// plain is a text without what a terminal would obey, which is noted.
func plain(n *conv.Node, text string, notes *note.Notes) string {
	kept := ansi.Plain(text)
	switch {
	case kept == text:
	case ansi.Strip(text) != text:
		notes.Loss(note.CodeUI, note.Dropped, n.Offset(), "escape sequences of a terminal", "")
	default:
		notes.Loss(note.CodeSurrogate, note.Dropped, n.Offset(), "control characters", "")
	}
	return kept
}
