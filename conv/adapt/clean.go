package adapt

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
)

// clean drops empty texts and messages, where servers refuse them.
func (a *adapter) clean(in []conv.Message) []conv.Message {
	if !a.holdsSpeech() || a.have(in, blanks) {
		in = rebuilt(in, a.cleanMessage)
	}
	if last := len(in) - 1; a.TrimLast && last >= 0 {
		if m, ok := in[last].(*conv.AssistantMessage); ok {
			if trimmed := a.trim(m); trimmed != m {
				in = append(slices.Clone(in[:last]), trimmed)
			}
		}
	}
	return in
}

// holdsSpeech reports whether no message that has text or calls can lose all of
// its content in Fit.
func (a *adapter) holdsSpeech() bool {
	const speech = format.TextBlock | format.ToolCallBlock
	return a.fit.Assistant&speech == speech && a.fit.User&format.TextBlock != 0
}

// noErrorText is the text of an error result where servers require one.
const noErrorText = "(error without text)"

func (a *adapter) cleanMessage(m conv.Message) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		content := cleanBlocks(a, m.Content, isBlank)
		if a.mayGo(&m.Meta) && (content == nil || fit.Gone(a.fit, content, a.fit.User)) {
			return a.gone(m)
		}
		if len(content) == len(m.Content) {
			return m
		}
		return m.WithContent(content)
	case *conv.AssistantMessage:
		content := cleanBlocks(a, m.Content, isEmpty)
		if a.mayGo(&m.Meta) && (content == nil || a.FullAnswers && isMute(content) || fit.Gone(a.fit, content, a.fit.Assistant)) {
			return a.gone(m)
		}
		if len(content) == len(m.Content) {
			return m
		}
		return m.WithContent(content)
	case *conv.ToolResultMessage:
		content := cleanBlocks(a, m.Content, isEmpty)
		if a.FullErrors && m.IsError && m.WithContent(content).Text() == "" {
			a.info(conv.CodeSynthesized, conv.Synthesized, &m.Node, "text for an error result without text:", noErrorText)
			return m.WithContent(append([]conv.ToolResultContent{&conv.TextContent{Text: noErrorText}}, content...))
		}
		if len(content) == len(m.Content) {
			return m
		}
		return m.WithContent(content)
	case *conv.SystemMessage:
		content := cleanBlocks(a, m.Content, isEmpty)
		if a.FullText && content == nil && a.mayGo(&m.Meta) {
			return a.gone(m)
		}
		if len(content) == len(m.Content) {
			return m
		}
		x := *m
		x.Content = content
		return &x
	default:
		return m
	}
}

// mayGo reports whether a message may be dropped if it is empty. Fields that only
// the servers know are content for them.
func (a *adapter) mayGo(m *conv.Meta) bool { return a.FullMessages && !m.HasFields(a.family) }

// gone notes that a message is dropped, and what is lost with it.
func (a *adapter) gone(m conv.Message) conv.Message {
	n := &conv.MetaOf(m).Node
	a.fit.LoseFields(n, n.Extensions)
	a.info(conv.CodeSynthesized, conv.Dropped, n, "empty message of role", string(conv.RoleOf(m)))
	return nil
}

// isMute reports whether an answer only has empty texts.
func isMute(content []conv.AssistantContent) bool {
	return !slices.ContainsFunc(content, func(b conv.AssistantContent) bool {
		t, ok := b.(*conv.TextContent)
		return !ok || t.Text != ""
	})
}

func isEmpty(s string) bool { return s == "" }
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// cleanBlocks returns content without empty texts, nil if nothing is left, and
// content itself if no text is empty.
func cleanBlocks[B conv.Block](a *adapter, content []B, empty func(string) bool) []B {
	if len(content) == 0 {
		return nil
	}
	if !a.FullText {
		return content
	}
	says := func(b B) bool {
		t, ok := conv.Block(b).(*conv.TextContent)
		return !ok || !empty(t.Text)
	}
	if !slices.ContainsFunc(content, func(b B) bool { return !says(b) }) {
		return content
	}
	var out []B
	for _, b := range content {
		if says(b) {
			out = append(out, b)
			continue
		}
		n := conv.NodeOf(b)
		if t, ok := conv.Block(b).(*conv.TextContent); ok && t.TextSignature != "" {
			a.lose(conv.CodeSignature, conv.Dropped, n, "signature of an empty text", "")
		}
		a.fit.LoseFields(n, n.Extensions)
		a.info(conv.CodeMerge, conv.Dropped, n, "empty text", "")
	}
	return out
}

// trim returns m without white space at its end.
func (a *adapter) trim(m *conv.AssistantMessage) *conv.AssistantMessage {
	last := len(m.Content) - 1
	if last < 0 {
		return m
	}
	t, ok := m.Content[last].(*conv.TextContent)
	if !ok || strings.TrimRight(t.Text, " \t\r\n") == t.Text {
		return m
	}
	a.info(conv.CodeMerge, conv.Downgraded, &m.Node, "white space at the end of the last answer", "")
	text := *t
	text.Text = strings.TrimRight(t.Text, " \t\r\n")
	content := append(slices.Clone(m.Content[:last]), &text)
	if text.Text == "" {
		content = content[:last]
	}
	return m.WithContent(content)
}
