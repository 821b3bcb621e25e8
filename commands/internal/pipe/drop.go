package pipe

import (
	"fmt"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
)

// dropTable is what --drop can drop.
var dropTable = []struct {
	name string
	drop func(*conv.Conversation, *conv.Notes) *conv.Conversation
}{
	{"thinking", dropThinking},
	{"media", dropMedia},
	{"meta", dropMeta},
	{"usage", dropUsage},
	{"system", dropSystem},
	{"tools", dropTools},
}

func dropOperations(value string) ([]Operation, error) {
	var all []Operation
	for name := range strings.SplitSeq(value, ",") {
		op := dropNamed(strings.TrimSpace(name))
		if op == nil {
			return nil, frame.UsageError("--drop %q: want one or more of %s", name, dropNames())
		}
		all = append(all, op)
	}
	return all, nil
}

func dropNamed(name string) Operation {
	for _, row := range dropTable {
		if row.name == name {
			return withNotes(row.drop)
		}
	}
	return nil
}

// dropNames lists what --drop takes.
func dropNames() string {
	var names []string
	for _, row := range dropTable {
		names = append(names, row.name)
	}
	return strings.Join(names, ",")
}

// editMessages returns c with its messages as edit returns them: the same,
// changed copies, or nil for none.
func editMessages(c *conv.Conversation, edit func(conv.Message) conv.Message) *conv.Conversation {
	out := *c
	out.Messages = make([]conv.Message, 0, len(c.Messages))
	for _, m := range c.Messages {
		if m = edit(m); m != nil {
			out.Messages = append(out.Messages, m)
		}
	}
	return &out
}

func dropThinking(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	c = dropBlocks(c, notes, conv.CodeThinking, func(b conv.Block) bool {
		_, is := b.(*conv.ThinkingContent)
		return is
	})
	return editMessages(c, func(m conv.Message) conv.Message {
		return editMeta(m, func(meta *conv.Meta) {
			if meta.EncryptedValue != "" {
				asked(notes, conv.CodeThinking, meta.Offset(), "encrypted reasoning", 1)
				meta.EncryptedValue = ""
			}
		})
	})
}

func dropMedia(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	return dropBlocks(c, notes, conv.CodeImage, func(b conv.Block) bool {
		switch b.(type) {
		case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
			return true
		}
		return false
	})
}

// dropBlocks drops blocks, and the messages that they were all of; but a
// tool result stays, for its call needs it.
func dropBlocks(c *conv.Conversation, notes *conv.Notes, code conv.Code, drop func(conv.Block) bool) *conv.Conversation {
	return editMessages(c, func(m conv.Message) conv.Message {
		at := conv.MetaOf(m).Offset()
		switch m := m.(type) {
		case *conv.UserMessage:
			content, changed := without(m.Content, drop, notes, code, at)
			return emptied(m, len(content) == 0, changed, func() conv.Message { x := *m; x.Content = content; return &x })
		case *conv.AssistantMessage:
			content, changed := without(m.Content, drop, notes, code, at)
			return emptied(m, len(content) == 0, changed, func() conv.Message { x := *m; x.Content = content; return &x })
		case *conv.ToolResultMessage:
			content, changed := without(m.Content, drop, notes, code, at)
			return emptied(m, false, changed, func() conv.Message { x := *m; x.Content = content; return &x })
		case *conv.CustomMessage:
			content, changed := without(m.Content, drop, notes, code, at)
			return emptied(m, false, changed, func() conv.Message { x := *m; x.Content = content; return &x })
		case *conv.SystemMessage, *conv.BranchSummary, *conv.CompactionSummary:
			return m
		default:
			panic(fmt.Sprintf("commands: unexpected message %T", m))
		}
	})
}

// without is blocks but those to drop, with a note for each kind of them.
func without[B conv.Block](blocks []B, drop func(conv.Block) bool, notes *conv.Notes, code conv.Code, at int) ([]B, bool) {
	var kept []B
	changed := false
	for _, b := range blocks {
		if drop(b) {
			changed = true
			asked(notes, code, at, b.BlockType(), 1)
			continue
		}
		kept = append(kept, b)
	}
	return kept, changed
}

func emptied(m conv.Message, empty, changed bool, edited func() conv.Message) conv.Message {
	switch {
	case !changed:
		return m
	case empty:
		return nil
	}
	return edited()
}

func dropMeta(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	out := editMessages(c, func(m conv.Message) conv.Message {
		at := conv.MetaOf(m).Offset()
		m = editMeta(m, func(meta *conv.Meta) {
			if meta.ID != "" || meta.Timestamp != 0 {
				asked(notes, conv.CodeID, at, "id and time of a message", 1)
			}
			meta.ID, meta.Timestamp = "", 0
		})
		switch m := m.(type) {
		case *conv.AssistantMessage:
			x := *m
			x.ResponseID, x.ProviderRequestID, x.Diagnostics = "", "", nil
			return &x
		case *conv.ToolResultMessage:
			x := *m
			if x.Details != "" {
				asked(notes, conv.CodePrivate, at, "details of a tool result", 1)
			}
			x.Details = ""
			return &x
		}
		return m
	})
	if out.ID != "" || out.Title != "" {
		asked(notes, conv.CodeID, out.Offset(), "id and title", 1)
	}
	out.ID, out.Title = "", ""
	return out
}

func dropUsage(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	return editMessages(c, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			x := *m
			x.Usage = nil
			return usageDropped(m, &x, m.Usage, notes)
		case *conv.BranchSummary:
			x := *m
			x.Usage = nil
			return usageDropped(m, &x, m.Usage, notes)
		case *conv.CompactionSummary:
			x := *m
			x.Usage = nil
			return usageDropped(m, &x, m.Usage, notes)
		}
		return m
	})
}

func usageDropped(with, without conv.Message, u *conv.Usage, notes *conv.Notes) conv.Message {
	if u == nil {
		return with
	}
	asked(notes, conv.CodeUsage, u.Offset(), "usage", 1)
	return without
}

func dropSystem(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	out := editMessages(c, func(m conv.Message) conv.Message {
		if s, is := m.(*conv.SystemMessage); is {
			asked(notes, conv.CodeSystem, s.Offset(), "system message", 1)
			return nil
		}
		return m
	})
	if out.SystemPrompt != "" {
		asked(notes, conv.CodeSystem, out.Offset(), "system prompt", 1)
		out.SystemPrompt = ""
	}
	return out
}

// dropTools drops the definitions, and what a request says about choosing
// among them.
func dropTools(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	out := *c
	if n := len(c.Tools); n > 0 {
		asked(notes, conv.CodeTools, c.Tools[0].Offset(), "tool definition", n)
		out.Tools = nil
	}
	if r := c.Request; r != nil && (r.ToolChoice != nil || r.ParallelToolCalls != nil) {
		x := *r
		x.ToolChoice, x.ParallelToolCalls = nil, nil
		out.Request = &x
		asked(notes, conv.CodeTools, r.Offset(), "tool choice", 1)
	}
	return &out
}

// editMeta returns m with its meta data edited in a copy.
func editMeta(m conv.Message, edit func(*conv.Meta)) conv.Message {
	m = copied(m)
	edit(conv.MetaOf(m))
	return m
}

// copied is a message of its own with the same content.
func copied(m conv.Message) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		x := *m
		return &x
	case *conv.AssistantMessage:
		x := *m
		return &x
	case *conv.ToolResultMessage:
		x := *m
		return &x
	case *conv.SystemMessage:
		x := *m
		return &x
	case *conv.CustomMessage:
		x := *m
		return &x
	case *conv.BranchSummary:
		x := *m
		return &x
	case *conv.CompactionSummary:
		x := *m
		return &x
	default:
		panic(fmt.Sprintf("commands: unexpected message %T", m))
	}
}
