package markdown

import (
	"bytes"
	"iter"
	"strings"
	"unsafe"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// nativeFamily is the family of the fields in comments.
const nativeFamily = "convo"

// decoder reads lines, and the JSON between them.
type decoder struct {
	*conv.Reader
	data string
	crlf bool // line ends are CRLF

	pos  int    // of the next line
	at   int    // of line
	line string // without its end
}

// decode reads every conversation. A front matter with the field convo begins
// another one.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{Reader: conv.NewReader(data, nativeFamily, notes), data: unsafe.String(unsafe.SliceData(data), len(data))}
		first, _, _ := bytes.Cut(data, []byte("\n"))
		d.crlf = bytes.HasSuffix(first, []byte("\r"))
		if at := rawjson.InvalidAt(d.data); at >= 0 {
			d.Fail(at, "invalid UTF-8: byte 0x%02x", data[at])
		}
		for more := true; more; {
			var c *conv.Conversation
			if c, more = d.document(); d.Err() != nil {
				yield(nil, d.Err())
				return
			}
			if !yield(c, nil) {
				return
			}
		}
	}
}

// Fail fails at an offset of the text. That of the reader, which reads JSON,
// may differ.
func (d *decoder) Fail(offset int, format string, args ...any) {
	d.Rewind(len(d.data))
	d.Reader.Fail(offset, format, args...)
}

// next takes the next line; false at the end.
func (d *decoder) next() bool {
	if d.pos >= len(d.data) || d.Err() != nil {
		return false
	}
	d.at = d.pos
	d.line, _, _ = strings.Cut(d.data[d.pos:], "\n")
	d.pos += len(d.line) + 1
	if d.crlf {
		d.line = strings.TrimSuffix(d.line, "\r")
	}
	return true
}

// back puts the current line back.
func (d *decoder) back() { d.pos = d.at }

// nextFull takes the next line that is not blank.
func (d *decoder) nextFull() bool {
	for d.next() {
		if strings.Trim(d.line, blanks) != "" {
			return true
		}
	}
	return false
}

// beginsDocument reports whether the current line begins a front matter of
// convo.
func (d *decoder) beginsDocument() bool {
	return isRule(d.line) && d.pos < len(d.data) && strings.HasPrefix(d.data[d.pos:], versionKey)
}

// document reads a conversation, and reports whether another one follows.
func (d *decoder) document() (c *conv.Conversation, more bool) {
	c = &conv.Conversation{}
	var f frontMatter
	full := d.nextFull()
	at := d.at
	if full && isRule(d.line) {
		f = d.front()
		full = d.nextFull()
	}
	if full && isComment(d.line) {
		if r, ok := d.openComment(d.line, d.at); ok {
			c = conv.Native.ReadHead(r)
			d.closeComment(r, d.at, d.pos)
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
		h, ok := parseHeading(d.line)
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
	d.Fail(d.at, "text before the first heading of a message, such as ## user")
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
		if c.Request == nil {
			c.Request = &conv.Request{}
		}
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
