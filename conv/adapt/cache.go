package adapt

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
)

// cacheMark is the field that marks the end of what a server may cache.
const cacheMark = "cache_control"

// cacheMarks drops the first marks if there are more than servers accept: the
// later marks cover them.
func (a *adapter) cacheMarks(c *conv.Conversation) {
	if a.CacheMarks == 0 {
		return
	}
	if !a.have(c.Messages, residues) {
		return
	}
	fixed, inMessages := CacheMarks(c, a.family)
	surplus := min(len(inMessages), fixed+len(inMessages)-a.CacheMarks)
	if surplus > 0 {
		c.Messages = a.unmarked(c.Messages, surplus)
	}
}

// CacheMarks returns how many marks of a family stand before the messages, and the nodes of
// messages that have one.
func CacheMarks(c *conv.Conversation, family string) (fixed int, inMessages []*conv.Node) {
	for _, key := range []string{"system", format.PromptMessage} {
		fixed += strings.Count(string(c.Extensions.Get(family, key)), `"`+cacheMark+`"`)
	}
	if c.Request != nil && isMarked(&c.Request.Node, family) {
		fixed++
	}
	for i := range c.Tools {
		if isMarked(&c.Tools[i].Node, family) {
			fixed++
		}
	}
	take := func(n *conv.Node) {
		if isMarked(n, family) {
			inMessages = append(inMessages, n)
		}
	}
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.CustomMessage:
			continue
		case *conv.ToolResultMessage:
			take(&m.Node)
		}
		for b := range conv.BlocksOf(m) {
			take(conv.NodeOf(b))
		}
	}
	return fixed, inMessages
}

func (a *adapter) marked(n *conv.Node) bool { return isMarked(n, a.family) }

func isMarked(n *conv.Node, family string) bool {
	return len(n.Extensions) > 0 && n.Extensions.Get(family, cacheMark) != ""
}

// unmarked returns messages without their first n marks.
func (a *adapter) unmarked(in []conv.Message, n int) []conv.Message {
	unmark := func(b conv.Block) conv.Block {
		if n == 0 || !a.marked(conv.NodeOf(b)) {
			return b
		}
		n--
		x := copied(b)
		conv.NodeOf(x).Extensions = a.withoutMark(conv.NodeOf(b))
		return x
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.UserMessage, *conv.AssistantMessage:
			return format.ChangeBlocks(m, unmark)
		case *conv.ToolResultMessage:
			m = format.ChangeBlocks(m, unmark)
			if n > 0 && a.marked(&m.Node) {
				n--
				x := *m
				x.Extensions = a.withoutMark(&m.Node)
				return &x
			}
			return m
		}
		return m
	})
}

// copied returns a copy of a block.
func copied(b conv.Block) conv.Block {
	switch b := b.(type) {
	case *conv.TextContent:
		x := *b
		return &x
	case *conv.ThinkingContent:
		x := *b
		return &x
	case *conv.ToolCall:
		x := *b
		return &x
	case *conv.Opaque:
		x := *b
		return &x
	default:
		m := *conv.MediaOf(b)
		return m.Block(b.BlockType())
	}
}

// withoutMark returns a node's residue without its mark.
func (a *adapter) withoutMark(n *conv.Node) extension.Extensions {
	a.info(note.CodeCache, note.Dropped, n, "cache mark beyond the number that servers take", "")
	return n.Extensions.WithoutAll(a.family, func(key string) bool { return key == cacheMark })
}
