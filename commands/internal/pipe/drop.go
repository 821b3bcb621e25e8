package pipe

import (
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// dropTable is what --drop can drop.
var dropTable = []struct {
	name string
	change
}{
	{"thinking", dropThinking},
	{"media", dropMedia},
	{"meta", dropMeta},
	{"usage", dropUsage},
	{"system", dropSystem},
	{"tools", dropTools},
}

// DropNames are what --drop takes.
func DropNames() (names []string) {
	for _, row := range dropTable {
		names = append(names, row.name)
	}
	return names
}

// dropOperations drop what names with commas between them say.
func dropOperations(names string) (all []Operation, err error) {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		i := slices.Index(DropNames(), name)
		if i < 0 {
			return nil, frame.UsageError("--drop %q: want one or more of %s", name, strings.Join(DropNames(), ","))
		}
		all = append(all, dropTable[i].operation())
	}
	return all, nil
}

// editMessages returns c with its messages as edit returns them: the same,
// changed copies, or nil for none.
func editMessages(c *conv.Conversation, edit func(conv.Message) conv.Message) *conv.Conversation {
	out := *c
	out.Messages = format.ChangeMessages(c.Messages, edit)
	return &out
}

func dropThinking(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	c = dropBlocks(c, notes, note.CodeThinking, func(b conv.Block) bool {
		_, is := b.(*conv.ThinkingContent)
		return is
	})
	return editMessages(c, func(m conv.Message) conv.Message {
		return editMeta(m, func(meta *conv.Meta) {
			if meta.EncryptedValue != "" {
				asked(notes, note.CodeThinking, meta.Offset(), "encrypted reasoning", 1)
				meta.EncryptedValue = ""
			}
		})
	})
}

func dropMedia(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	return dropBlocks(c, notes, note.CodeImage, func(b conv.Block) bool { return conv.MediaOf(b) != nil })
}

// dropBlocks drops blocks, and the messages that they were all of; but a
// tool result stays, for its call needs it.
func dropBlocks(c *conv.Conversation, notes *note.Notes, code note.Code, drop func(conv.Block) bool) *conv.Conversation {
	return editMessages(c, func(m conv.Message) conv.Message {
		at, dropped, kept := conv.MetaOf(m).Offset(), 0, 0
		m = format.ChangeBlocks(m, func(b conv.Block) conv.Block {
			if !drop(b) {
				kept++
				return b
			}
			asked(notes, code, at, b.BlockType(), 1)
			dropped++
			return nil
		})
		switch m.(type) {
		case *conv.UserMessage, *conv.AssistantMessage:
			if dropped > 0 && kept == 0 {
				return nil
			}
		}
		return m
	})
}

func dropMeta(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	out := editMessages(c, func(m conv.Message) conv.Message {
		at := conv.MetaOf(m).Offset()
		m = editMeta(m, func(meta *conv.Meta) {
			if meta.ID != "" || meta.Timestamp != 0 {
				asked(notes, note.CodeID, at, "id and time of a message", 1)
			}
			meta.ID, meta.Timestamp = "", 0
		})
		switch m := m.(type) { // a copy already
		case *conv.AssistantMessage:
			m.ResponseID, m.ProviderRequestID, m.Diagnostics = "", "", nil
		case *conv.ToolResultMessage:
			if m.Details != "" {
				asked(notes, note.CodePrivate, at, "details of a tool result", 1)
			}
			m.Details = ""
		}
		return m
	})
	if out.ID != "" || out.Title != "" {
		asked(notes, note.CodeID, out.Offset(), "id and title", 1)
	}
	out.ID, out.Title = "", ""
	return out
}

func dropUsage(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	return editMessages(c, func(m conv.Message) conv.Message {
		m = copied(m)
		if usage := format.UsageOf(m); usage != nil && *usage != nil {
			asked(notes, note.CodeUsage, (*usage).Offset(), "usage", 1)
			*usage = nil
		}
		return m
	})
}

func dropSystem(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	out := editMessages(c, func(m conv.Message) conv.Message {
		if s, is := m.(*conv.SystemMessage); is {
			asked(notes, note.CodeSystem, s.Offset(), "system message", 1)
			return nil
		}
		return m
	})
	if out.SystemPrompt != "" {
		asked(notes, note.CodeSystem, out.Offset(), "system prompt", 1)
		out.SystemPrompt = ""
	}
	return out
}

// dropTools drops the definitions, and what a request says about choosing
// among them.
func dropTools(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	out := *c
	if n := len(c.Tools); n > 0 {
		asked(notes, note.CodeTools, c.Tools[0].Offset(), "tool definition", n)
		out.Tools = nil
	}
	if r := c.Request; r != nil && (r.ToolChoice != nil || r.ParallelToolCalls != nil) {
		x := *r
		x.ToolChoice, x.ParallelToolCalls = nil, nil
		out.Request = &x
		asked(notes, note.CodeTools, r.Offset(), "tool choice", 1)
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
func copied(m conv.Message) conv.Message { return format.WithMeta(m, *conv.MetaOf(m)) }
