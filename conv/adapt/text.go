package adapt

import (
	"slices"
	"strings"

	"convo/conv"
)

// oneText joins the texts of an answer, where servers want one string.
func (a *adapter) oneText(in []conv.Message) []conv.Message {
	if !a.OneText {
		return in
	}
	return rebuilt(in, func(m conv.Message) conv.Message {
		x, ok := m.(*conv.AssistantMessage)
		if !ok {
			return m
		}
		content, kept := a.fit.JoinTexts(x, x.Content, true)
		if kept {
			return m
		}
		return x.WithContent(content)
	})
}

// plainText removes NUL characters from texts, where servers refuse them.
func (a *adapter) plainText(in []conv.Message) []conv.Message {
	if !a.NoNUL {
		return in
	}
	return rebuilt(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.UserMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				return m.WithContent(content)
			}
		case *conv.AssistantMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				return m.WithContent(content)
			}
		case *conv.ToolResultMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				return m.WithContent(content)
			}
		case *conv.SystemMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				x := *m
				x.Content = content
				return &x
			}
		}
		return m
	})
}

// withoutNUL returns content with its texts changed, nil if nothing changed.
func withoutNUL[B conv.Block](a *adapter, content []B) []B {
	var out []B
	for i, b := range content {
		t, ok := conv.Block(b).(*conv.TextContent)
		if !ok {
			continue
		}
		text := a.noNUL(&t.Node, t.Text)
		if len(text) == len(t.Text) {
			continue
		}
		if out == nil {
			out = slices.Clone(content)
		}
		x := *t
		x.Text = text
		out[i] = conv.Block(&x).(B)
	}
	return out
}

// noNUL returns a text of a node without NUL. JSON can write NUL only with an
// escape.
func (a *adapter) noNUL(n *conv.Node, s string) string {
	if len(n.Spelling(s)) == len(s)+2 || strings.IndexByte(s, 0) < 0 {
		return s
	}
	a.lose(conv.CodeSurrogate, conv.Dropped, n, "NUL character", "")
	return strings.ReplaceAll(s, "\x00", "")
}
