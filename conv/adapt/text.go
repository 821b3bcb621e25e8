package adapt

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// plainText removes NUL characters from texts, where servers refuse them.
func (a *adapter) plainText(in []conv.Message) []conv.Message {
	if !a.NoNUL {
		return in
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if _, sent := m.(conv.ModelMessage); !sent {
			return m
		}
		return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
			t, ok := b.(*conv.TextContent)
			if !ok {
				return b
			}
			text := a.noNUL(&t.Node, t.Text)
			if len(text) == len(t.Text) {
				return b
			}
			x := *t
			x.Text = text
			return &x
		})
	})
}

// noNUL returns a text of a node without NUL. JSON can write NUL only with an
// escape.
func (a *adapter) noNUL(n *conv.Node, s string) string {
	if len(n.Spelled().Of(s)) == len(s)+2 || strings.IndexByte(s, 0) < 0 {
		return s
	}
	a.lose(note.CodeSurrogate, note.Dropped, n, "NUL character", "")
	return strings.ReplaceAll(s, "\x00", "")
}
