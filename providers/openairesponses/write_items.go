package openairesponses

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// encoder writes items.
type encoder struct {
	*rawjson.Writer
	answer bool     // in a response
	custom []string // ids of calls with free text so far
	call   callItem // that is written at the moment
}

// message writes the item or items of a message.
func (e *encoder) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		if IsFromAgent(m) {
			record.Write(objects().agent, e.Writer, m)
		} else {
			record.Write(objects().user, e.Writer, m)
		}
	case *conv.SystemMessage:
		record.Write(objects().system, e.Writer, m)
	case *conv.ToolResultMessage:
		e.output(m)
	case *conv.AssistantMessage:
		e.items(m, func(item func()) { item() })
	case *conv.CustomMessage:
		if m.IsOf(family) {
			e.Raw(m.Data)
		}
	case *conv.BranchSummary, *conv.CompactionSummary: // Fit made user messages of them
	default:
		panic(fmt.Sprintf("openairesponses: a %T", m))
	}
}

// items writes the items of an answer. It calls around for each.
func (e *encoder) items(m *conv.AssistantMessage, around func(item func())) {
	index := 0
	for rest := m.Content; len(rest) > 0; index++ {
		n := itemSpan(rest)
		around(func() { e.item(rest[:n], index) })
		rest = rest[n:]
	}
}

// itemSpan is how many blocks of an answer make its first item: adjacent texts
// with the same signature. There is at least one block.
func itemSpan(blocks []conv.AssistantContent) int {
	first, ok := blocks[0].(*conv.TextContent)
	n := 1
	for ok && n < len(blocks) && continues(first, blocks[n]) {
		n++
	}
	return n
}

// continues reports whether a block is a further text of the item that first
// begins.
func continues(first *conv.TextContent, b conv.AssistantContent) bool {
	t, ok := b.(*conv.TextContent)
	return ok && t.TextSignature == first.TextSignature && residue.Get(&t.Node, hintItem) == ""
}

// item writes the blocks of one item. Fit left no media.
func (e *encoder) item(blocks []conv.AssistantContent, index int) {
	switch b := blocks[0].(type) {
	case *conv.TextContent:
		e.writeMessage(blocks, index)
	case *conv.ThinkingContent:
		e.writeReasoning(b, index)
	case *conv.ToolCall:
		e.writeCall(b, index)
	case *conv.Opaque:
		e.Raw(b.Raw)
	case *conv.ImageContent, *conv.AudioContent:
	default:
		panic(fmt.Sprintf("openairesponses: a %T", b))
	}
}
