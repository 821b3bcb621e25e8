package langchain

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: no text is empty, an answer ends for a reason that
// vendors have a word for, and calls without ids of their own stand last.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block { return reduceBlock(m, b, notes) })
	return c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			return reduceAnswer(m, notes)
		case *conv.ToolResultMessage:
			return reduceResult(m, notes)
		case *conv.CustomMessage:
			d := newDecoder([]byte(m.Data), nil)
			d.message()
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	}))
}

// reduceBlock drops what says nothing, and parts that would be read as something else.
func reduceBlock(m conv.Message, b conv.Block, notes *note.Notes) conv.Block {
	switch b := b.(type) {
	case *conv.TextContent:
		if b.Text == "" {
			notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty text", "")
			return nil
		}
	case *conv.ThinkingContent:
		if b.ThinkingSignature == "" && (b.Thinking == "" || b.Redacted) {
			notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty reasoning", "")
			return nil
		}
	case *conv.Opaque:
		r := &reading{decoder: newDecoder(nil, nil), at: -1}
		x := parts.Like(m)
		r.block(x, b.Raw, -1)
		return parts.Again(b, x, notes)
	default:
		return fit.StandardFile(b)
	}
	return b
}

// reduceAnswer fits how an answer ended, and where its calls stand.
func reduceAnswer(m *conv.AssistantMessage, notes *note.Notes) *conv.AssistantMessage {
	x := *m
	if strings.HasPrefix(x.ResponseID, "run-") {
		notes.Loss(note.CodeID, note.Dropped, m.Offset(), "response id", "")
		x.ResponseID = ""
	}
	if x.Usage != nil && x.Usage.IsZero() {
		x.Usage = nil
	}
	word := wordOf(m)
	x.StopReason, x.StopDetail = "", nil
	switch stop(&x, word); {
	case x.StopReason != "" && x.StopReason != m.StopReason:
		notes.Loss(note.CodeStop, note.Downgraded, m.Offset(), "stop reason", string(m.StopReason))
	case kindOf(&x) != kindOf(m):
		notes.Loss(note.CodeStop, note.Downgraded, m.Offset(), "stop reason", string(kindOf(m)))
	}
	seen := map[string]bool{}
	if callsAtEnd(slices.Collect(conv.BlocksOf(&x))) < 0 && slices.ContainsFunc(x.Content, func(b conv.AssistantContent) bool {
		t, ok := b.(*conv.ToolCall)
		again := ok && (t.ID == "" || seen[t.ID])
		if ok {
			seen[t.ID] = true
		}
		return again
	}) {
		notes.Loss(note.CodeOrder, note.Downgraded, m.Offset(), "order of text and calls in an answer", "")
		x.Content = slices.Clone(x.Content)
		slices.SortStableFunc(x.Content, func(a, b conv.AssistantContent) int { return place(a) - place(b) })
	}
	return &x
}

// place is where a block stands in an answer whose calls come last.
func place(b conv.AssistantContent) int {
	t, ok := b.(*conv.ToolCall)
	switch {
	case !ok:
		return 0
	case isBroken(t):
		return 2
	}
	return 1
}

// reduceResult drops what no result of a tool has.
func reduceResult(m *conv.ToolResultMessage, notes *note.Notes) *conv.ToolResultMessage {
	x := *m
	if x.Name != "" && x.Name != x.ToolName {
		notes.Loss(note.CodeName, note.Dropped, m.Offset(), "name", "")
	}
	x.Name = ""
	return &x
}
