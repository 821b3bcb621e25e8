package chat

import (
	"strings"

	"convo/conv"
	"convo/conv/lint"
)

// hideSentences is a server's message, or the beginning of a long one, without
// what it quotes of the conversation.
func hideSentences(message string, c *conv.Conversation) string {
	const long = 24 // bytes of a quotation that say more than a word
	const most = 2000
	if len(message) > most {
		message = strings.ToValidUTF8(message[:most], "") + "…"
	}
	if len(message) < long {
		return message
	}
	places := map[string][]int{}
	for i := 0; i+long <= len(message); i++ {
		places[message[i:i+long]] = append(places[message[i:i+long]], i)
	}
	hidden := make([]bool, len(message))
	eachText(c, func(text string) {
		for i := 0; i+long <= len(text); i++ {
			for _, at := range places[text[i:i+long]] {
				for j := range long {
					hidden[at+j] = true
				}
			}
		}
	})
	var out strings.Builder
	for i := range len(message) {
		switch {
		case !hidden[i]:
			out.WriteByte(message[i])
		case i == 0 || !hidden[i-1]:
			out.WriteString("[…]")
		}
	}
	return strings.ToValidUTF8(out.String(), "")
}

// eachText tells visit of each text that people, models and tools said.
func eachText(c *conv.Conversation, visit func(string)) {
	visit(c.SystemPrompt)
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.CustomMessage:
			visit(string(m.Data))
		case *conv.BranchSummary:
			visit(m.Summary)
		case *conv.CompactionSummary:
			visit(m.Summary)
		}
	}
	lint.EachBlock(c, func(_ conv.Message, b conv.Block) {
		switch b := b.(type) {
		case *conv.TextContent:
			visit(b.Text)
		case *conv.ThinkingContent:
			visit(b.Thinking)
		case *conv.ToolCall:
			visit(b.ArgumentsString())
		case *conv.DocumentContent:
			visit(b.Text)
		case *conv.Opaque:
			visit(string(b.Raw))
		}
	})
}
