package view

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Choice is how much people want to see of a conversation.
type Choice struct {
	NoTools    bool // no calls and no results
	NoThinking bool
	Short      bool // the first and the last lines of results
}

// The lines that are shown of a long result.
const (
	FirstLines = 4
	LastLines  = 3
)

// Of leaves out of a conversation what is not chosen, and messages that have
// nothing else. It changes no message.
func (x Choice) Of(c *conv.Conversation) *conv.Conversation {
	out := *c
	out.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		switch it := m.(type) {
		case *conv.AssistantMessage:
			kept := format.ChangeBlocks(it, x.kept)
			if kept != it && len(kept.Content) == 0 && it.ErrorMessage == "" {
				return nil
			}
			return kept
		case *conv.ToolResultMessage:
			if x.NoTools {
				return nil
			}
			if x.Short {
				return format.ChangeBlocks(it, short)
			}
		}
		return m
	})
	return &out
}

func (x Choice) kept(b conv.Block) conv.Block {
	switch b.(type) {
	case *conv.ToolCall:
		if x.NoTools {
			return nil
		}
	case *conv.ThinkingContent:
		if x.NoThinking {
			return nil
		}
	}
	return b
}

// short cuts the text of a result.
func short(b conv.Block) conv.Block {
	t, ok := b.(*conv.TextContent)
	if !ok {
		return b
	}
	head, tail, left := Cut(t.Text, FirstLines, LastLines)
	if left == 0 {
		return b
	}
	cut := *t
	cut.Text = head + "\n… " + Count(left, "more line") + "\n" + tail
	return &cut
}

// Options are the choices as options of a format that people read. base makes the
// format without an option that does not come back.
func Options(base func(*format.Format)) []format.Option {
	option := func(name, about string, by Choice, when bool) format.Option {
		return format.Option{Name: name, About: about, Set: func(f *format.Format, on bool) {
			if on != when {
				return
			}
			base(f)
			before := f.Reduce
			f.Reduce = func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
				if c = by.Of(c); before != nil {
					c = before(c, notes)
				}
				return c
			}
		}}
	}
	notes := format.Option{Name: "notes", About: "show notes of the program and instructions; with - leave them out (on)", Set: func(f *format.Format, on bool) {
		if !on {
			base(f)
			f.Omits = IsNote
		}
	}}
	return []format.Option{
		notes,
		option("tools", "show tool calls and results; with - leave them out (on)", Choice{NoTools: true}, false),
		option("thinking", "show reasoning; with - leave it out (on)", Choice{NoThinking: true}, false),
		option("short", "show only the first and the last lines of results (off)", Choice{Short: true}, true),
	}
}
