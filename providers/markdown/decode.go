package markdown

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/record"
)

// nativeFamily is the family of the fields in comments.
const nativeFamily = "convo"

// decoder reads lines, and the JSON between them.
type decoder struct{ record.Lines }

// decode reads every conversation. A front matter with the field convo begins
// another one.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{record.NewLines(nativeFamily, data, notes)}
		d.Each(yield, d.document)
	}
}

// back puts the current line back.
func (d *decoder) back() { d.Pos = d.At }

// nextFull takes the next line that is not blank.
func (d *decoder) nextFull() bool {
	for d.Next() {
		if strings.Trim(d.Line, blanks) != "" {
			return true
		}
	}
	return false
}

// beginsDocument reports whether the current line begins a front matter of
// convo.
func (d *decoder) beginsDocument() bool {
	return isRule(d.Line) && d.Pos < len(d.All) && strings.HasPrefix(d.All[d.Pos:], versionKey)
}

// document reads a conversation, and reports whether another one follows.
func (d *decoder) document() (c *conv.Conversation, more bool) {
	c = &conv.Conversation{}
	var f frontMatter
	full := d.nextFull()
	at := d.At
	if full && isRule(d.Line) {
		f = d.front()
		full = d.nextFull()
	}
	if full && isComment(d.Line) {
		if r, ok := d.openComment(d.Line, d.At); ok {
			c = conv.Native.ReadHead(r)
			d.closeComment(r, d.At, d.Pos)
		}
		full = d.nextFull()
	}
	f.fill(c)
	c.SetOffset(at)
	prompt := c.SystemPrompt == "" && len(c.Messages) == 0
	for ; full && d.Err() == nil; full = d.nextFull() {
		if d.beginsDocument() {
			d.back()
			return c, true
		}
		h, ok := parseHeading(d.Line)
		if !ok {
			d.strayText()
			return nil, false
		}
		m, plain := d.message(h)
		if d.Err() != nil {
			return nil, false
		}
		if text, ok := promptText(m); ok && plain && prompt {
			c.SystemPrompt = text
		} else {
			c.Messages = append(c.Messages, m)
		}
		prompt = false
	}
	return c, false
}

// strayText fails for text outside of messages.
func (d *decoder) strayText() {
	d.Fail(d.At, "text before the first heading of a message, such as ## user")
}

// promptText is the text of a message that can be the system prompt.
func promptText(m conv.Message) (string, bool) {
	s, ok := m.(*conv.SystemMessage)
	if !ok || s.Role != conv.RoleSystem || len(s.Content) != 1 {
		return "", false
	}
	t, ok := s.Content[0].(*conv.TextContent)
	if !ok || t.Text == "" || !isBare(t) {
		return "", false
	}
	return t.Text, true
}

// fill sets the fields of the front matter.
func (f *frontMatter) fill(c *conv.Conversation) {
	if f.id != "" {
		c.ID = f.id
	}
	if f.title != "" {
		c.Title = f.title
	}
	if f.model != "" {
		c.Request = cmp.Or(c.Request, &conv.Request{})
		c.Request.Model = f.model
	}
	if len(f.others) > 0 {
		for _, x := range c.Extensions {
			for _, m := range x.Members {
				f.others.Set(x.Family, m.Key, m.Value)
			}
		}
		c.Extensions = f.others
	}
}
