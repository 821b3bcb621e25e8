package adapt

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// clean drops empty texts and messages, where servers refuse them.
func (a *adapter) clean(in []conv.Message) []conv.Message {
	if !a.holdsSpeech() || a.have(in, blanks) {
		in = format.ChangeMessages(in, a.cleanMessage)
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
	empty := isEmpty
	switch m.(type) {
	case *conv.UserMessage:
		empty = isBlank
	case *conv.AssistantMessage, *conv.ToolResultMessage, *conv.SystemMessage:
	default:
		return m
	}
	clean := m
	if a.FullText {
		clean = a.withoutEmpty(m, empty)
	}
	goes := false
	switch x := clean.(type) {
	case *conv.UserMessage:
		goes = a.mayGo(&x.Meta) && (len(x.Content) == 0 || fit.Gone(a.fit, x.Content, a.fit.User))
	case *conv.AssistantMessage:
		goes = a.mayGo(&x.Meta) && (len(x.Content) == 0 || a.FullAnswers && isMute(x.Content) || fit.Gone(a.fit, x.Content, a.fit.Assistant))
	case *conv.SystemMessage:
		goes = a.FullText && len(x.Content) == 0 && a.mayGo(&x.Meta)
	case *conv.ToolResultMessage:
		if a.FullErrors && x.IsError && x.Text() == "" {
			a.info(note.CodeSynthesized, note.Synthesized, &x.Node, "text for an error result without text:", noErrorText)
			return x.WithContent(append([]conv.ToolResultContent{&conv.TextContent{Text: noErrorText}}, x.Content...))
		}
	}
	if goes {
		return a.gone(m)
	}
	return clean
}

// mayGo reports whether a message may be dropped if it is empty. Fields that only
// the servers know are content for them.
func (a *adapter) mayGo(m *conv.Meta) bool {
	return a.FullMessages && !m.Extensions.HasFields(a.family)
}

// gone notes that a message is dropped, and what is lost with it.
func (a *adapter) gone(m conv.Message) conv.Message {
	n := &conv.MetaOf(m).Node
	a.fit.LoseFields(n, n.Extensions)
	a.info(note.CodeSynthesized, note.Dropped, n, "empty message of role", string(conv.RoleOf(m)))
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

// withoutEmpty returns a message without its empty texts.
func (a *adapter) withoutEmpty(m conv.Message, empty func(string) bool) conv.Message {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		t, ok := b.(*conv.TextContent)
		if !ok || !empty(t.Text) {
			return b
		}
		if t.TextSignature != "" {
			a.lose(note.CodeSignature, note.Dropped, &t.Node, "signature of an empty text", "")
		}
		a.fit.LoseFields(&t.Node, t.Extensions)
		a.info(note.CodeMerge, note.Dropped, &t.Node, "empty text", "")
		return nil
	})
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
	a.info(note.CodeMerge, note.Downgraded, &m.Node, "white space at the end of the last answer", "")
	text := *t
	text.Text = strings.TrimRight(t.Text, " \t\r\n")
	content := append(slices.Clone(m.Content[:last]), &text)
	if text.Text == "" {
		content = content[:last]
	}
	return m.WithContent(content)
}
