package conv

import (
	"slices"
	"strings"
)

// clean drops texts and messages that say nothing, where servers refuse them.
func (a *adapter) clean(in []Message) []Message {
	in = rebuilt(in, a.cleanMessage)
	if last := len(in) - 1; a.TrimLast && last >= 0 {
		if m, ok := in[last].(*AssistantMessage); ok {
			if trimmed := a.trim(m); trimmed != m {
				in = append(slices.Clone(in[:last]), trimmed)
			}
		}
	}
	return in
}

// noErrorText stands in an error result where servers demand a text.
const noErrorText = "(error without text)"

func (a *adapter) cleanMessage(m Message) Message {
	switch m := m.(type) {
	case *UserMessage:
		content := cleanBlocks(a, m.Content, isBlank)
		if a.saysNothing(&m.Meta, RoleUser, content == nil || gone(a.fit, content, a.fit.User)) {
			return nil
		}
		if len(content) == len(m.Content) {
			return m
		}
		return m.WithContent(content)
	case *AssistantMessage:
		content := cleanBlocks(a, m.Content, isEmpty)
		if a.saysNothing(&m.Meta, RoleAssistant, content == nil || a.FullAnswers && isMute(content) || gone(a.fit, content, a.fit.Assistant)) {
			return nil
		}
		if len(content) == len(m.Content) {
			return m
		}
		return m.WithContent(content)
	case *ToolResultMessage:
		content := cleanBlocks(a, m.Content, isEmpty)
		if a.FullErrors && m.IsError && m.WithContent(content).Text() == "" {
			a.info(CodeSynthesized, Synthesized, &m.Node, "text of an error result that has none:", noErrorText)
			return m.WithContent(append([]ToolResultContent{&TextContent{Text: noErrorText}}, content...))
		}
		if len(content) == len(m.Content) {
			return m
		}
		return m.WithContent(content)
	case *SystemMessage:
		content := cleanBlocks(a, m.Content, isEmpty)
		if a.FullText && a.saysNothing(&m.Meta, RoleOf(m), content == nil) {
			return nil
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

// saysNothing reports, and notes, that a message has to go.
func (a *adapter) saysNothing(m *Meta, role Role, nothing bool) bool {
	if !nothing || !a.FullMessages {
		return false
	}
	a.info(CodeSynthesized, Dropped, &m.Node, "empty message of role", string(role))
	return true
}

// isMute reports whether an answer has nothing but texts that say nothing.
func isMute(content []AssistantContent) bool {
	return !slices.ContainsFunc(content, func(b AssistantContent) bool {
		t, ok := b.(*TextContent)
		return !ok || t.Text != ""
	})
}

func isEmpty(s string) bool { return s == "" }
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// cleanBlocks is content without the texts that say nothing, nil if nothing
// is left; content itself if all of it says something.
func cleanBlocks[B Block](a *adapter, content []B, empty func(string) bool) []B {
	if len(content) == 0 {
		return nil
	}
	if !a.FullText {
		return content
	}
	says := func(b B) bool {
		t, ok := Block(b).(*TextContent)
		return !ok || !empty(t.Text)
	}
	for i, b := range content {
		if says(b) {
			continue
		}
		if t, ok := Block(b).(*TextContent); ok && t.TextSignature != "" {
			a.lose(CodeSignature, Dropped, NodeOf(b), "signature of a text that says nothing", "")
		}
		a.info(CodeMerge, Dropped, NodeOf(b), "text that says nothing", "")
		var out []B
		out = append(out, content[:i]...)
		for _, b := range content[i:] {
			if says(b) {
				out = append(out, b)
			}
		}
		return out
	}
	return content
}

// trim is m without white space at its end.
func (a *adapter) trim(m *AssistantMessage) *AssistantMessage {
	last := len(m.Content) - 1
	if last < 0 {
		return m
	}
	t, ok := m.Content[last].(*TextContent)
	if !ok || strings.TrimRight(t.Text, " \t\r\n") == t.Text {
		return m
	}
	a.info(CodeMerge, Downgraded, &m.Node, "white space at the end of the last answer", "")
	text := *t
	text.Text = strings.TrimRight(t.Text, " \t\r\n")
	content := append(slices.Clone(m.Content[:last]), &text)
	if text.Text == "" {
		content = content[:last]
	}
	return m.WithContent(content)
}
