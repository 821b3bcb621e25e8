package conv

import (
	"slices"
	"strings"
)

// oneText joins the texts of an answer, where servers want a string of it.
func (a *adapter) oneText(in []Message) []Message {
	if !a.OneText {
		return in
	}
	return rebuilt(in, func(m Message) Message {
		x, ok := m.(*AssistantMessage)
		if !ok {
			return m
		}
		content, kept := a.fit.joinTexts(x, x.Content, true)
		if kept {
			return m
		}
		return x.WithContent(content)
	})
}

// plainText takes NUL characters out of texts, where servers refuse them.
func (a *adapter) plainText(in []Message) []Message {
	if !a.NoNUL {
		return in
	}
	return rebuilt(in, func(m Message) Message {
		switch m := m.(type) {
		case *UserMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				return m.WithContent(content)
			}
		case *AssistantMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				return m.WithContent(content)
			}
		case *ToolResultMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				return m.WithContent(content)
			}
		case *SystemMessage:
			if content := withoutNUL(a, m.Content); content != nil {
				x := *m
				x.Content = content
				return &x
			}
		}
		return m
	})
}

// withoutNUL is content with its texts changed, nil if none is.
func withoutNUL[B Block](a *adapter, content []B) []B {
	var out []B
	for i, b := range content {
		t, ok := Block(b).(*TextContent)
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
		out[i] = Block(&x).(B)
	}
	return out
}

// noNUL is a text of a node without NUL. One that JSON spelled without an
// escape has none.
func (a *adapter) noNUL(n *Node, s string) string {
	if len(n.Spelling(s)) == len(s)+2 || strings.IndexByte(s, 0) < 0 {
		return s
	}
	a.lose(CodeSurrogate, Dropped, n, "NUL character", "")
	return strings.ReplaceAll(s, "\x00", "")
}
