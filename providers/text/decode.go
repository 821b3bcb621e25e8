package text

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/record"
)

// decoder reads line by line.
type decoder struct{ record.Lines }

// decode reads every conversation. A line of ======== separates them.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{record.NewLines("text", data, notes)}
		d.Each(yield, d.conversation)
	}
}

// conversation reads a conversation, and reports whether another one follows.
func (d *decoder) conversation() (c *conv.Conversation, more bool) {
	c = &conv.Conversation{}
	c.SetOffset(d.Pos)
	var b *body
	for d.Next() {
		if strings.TrimRight(d.Line, blanks) == separator {
			b.parted()
			d.end(c, b)
			return c, true
		}
		l, rest, ok := parseLabel(d.Line)
		switch {
		case ok:
			d.end(c, b)
			b = &body{label: l, at: d.At}
			if rest != "" {
				d.At, d.Line = d.At+len(d.Line)-len(rest), rest
				d.bodyLine(b)
			}
		case b != nil:
			d.bodyLine(b)
		case strings.Trim(d.Line, blanks) != "":
			d.Fail(d.At, "text before the first label of a message, such as User:")
		}
	}
	d.end(c, b)
	return c, false
}

// end adds a message to the conversation. A system message at the start is the
// system prompt.
func (d *decoder) end(c *conv.Conversation, b *body) {
	if b == nil || d.Err() != nil {
		return
	}
	m := d.message(b)
	conv.MetaOf(m).SetOffset(b.at)
	if s, ok := m.(*conv.SystemMessage); ok && len(c.Messages) == 0 && c.SystemPrompt == "" && b.label.role == conv.RoleSystem && len(s.Content) == 1 {
		if c.SystemPrompt = s.Text(); c.SystemPrompt != "" {
			return
		}
	}
	c.Messages = append(c.Messages, m)
}
