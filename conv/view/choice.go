package view

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
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
	list := make([]conv.Message, 0, len(c.Messages))
	for _, m := range c.Messages {
		switch it := m.(type) {
		case *conv.AssistantMessage:
			content := slices.DeleteFunc(slices.Clone(it.Content), x.omits)
			switch {
			case len(content) == len(it.Content):
			case len(content) == 0 && it.ErrorMessage == "":
				continue
			default:
				m = it.WithContent(content)
			}
		case *conv.ToolResultMessage:
			if x.NoTools {
				continue
			}
			if x.Short {
				m = it.WithContent(short(it.Content))
			}
		}
		list = append(list, m)
	}
	out := *c
	out.Messages = list
	return &out
}

func (x Choice) omits(b conv.AssistantContent) bool {
	switch b.(type) {
	case *conv.ToolCall:
		return x.NoTools
	case *conv.ThinkingContent:
		return x.NoThinking
	}
	return false
}

// short cuts the texts of a result.
func short(content []conv.ToolResultContent) []conv.ToolResultContent {
	content = slices.Clone(content)
	for i, b := range content {
		t, ok := b.(*conv.TextContent)
		if !ok {
			continue
		}
		if head, tail, left := Cut(t.Text, FirstLines, LastLines); left > 0 {
			cut := *t
			cut.Text = head + "\n… " + Count(left, "more line") + "\n" + tail
			content[i] = &cut
		}
	}
	return content
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
			f.Reduce = func(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
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
