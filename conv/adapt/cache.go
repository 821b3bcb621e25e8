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
	inMessages, fixed := 0, 0
	for _, key := range []string{"system", format.PromptMessage} {
		fixed += strings.Count(string(c.Extensions.Get(a.family, key)), `"`+cacheMark+`"`)
	}
	if c.Request != nil && a.marked(&c.Request.Node) {
		fixed++
	}
	for i := range c.Tools {
		if a.marked(&c.Tools[i].Node) {
			fixed++
		}
	}
	if !a.have(c.Messages, residues) {
		return
	}
	count := func(n *conv.Node) {
		if a.marked(n) {
			inMessages++
		}
	}
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.CustomMessage:
			continue
		case *conv.ToolResultMessage:
			count(&m.Node)
		}
		for b := range conv.BlocksOf(m) {
			count(conv.NodeOf(b))
		}
	}
	surplus := min(inMessages, fixed+inMessages-a.CacheMarks)
	if surplus > 0 {
		c.Messages = a.unmarked(c.Messages, surplus)
	}
}

func (a *adapter) marked(n *conv.Node) bool {
	return len(n.Extensions) > 0 && n.Extensions.Get(a.family, cacheMark) != ""
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
