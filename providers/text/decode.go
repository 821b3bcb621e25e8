package text

import (
	"bytes"
	"iter"
	"strings"
	"unsafe"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// decoder reads line by line.
type decoder struct {
	*conv.Reader // of the arguments
	data         string
	crlf         bool // line ends are CRLF

	pos  int // of the next line
	at   int // of line
	line string
}

// decode reads every conversation. A line of ======== separates them.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{Reader: conv.NewReader(data, "text", notes), data: unsafe.String(unsafe.SliceData(data), len(data))}
		first, _, _ := bytes.Cut(data, []byte("\n"))
		d.crlf = bytes.HasSuffix(first, []byte("\r"))
		if at := rawjson.InvalidAt(d.data); at >= 0 {
			d.Fail(at, "invalid UTF-8: byte 0x%02x", data[at])
		}
		for more := true; more; {
			var c *conv.Conversation
			if c, more = d.conversation(); d.Err() != nil {
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
	end := lineEnd(d.data, d.pos)
	d.line = d.data[d.pos:end]
	d.pos = end + 1
	if d.crlf {
		d.line = strings.TrimSuffix(d.line, "\r")
	}
	return true
}

// conversation reads a conversation, and reports whether another one follows.
func (d *decoder) conversation() (c *conv.Conversation, more bool) {
	c = &conv.Conversation{}
	c.SetOffset(d.pos)
	var b *body
	for d.next() {
		if strings.TrimRight(d.line, blanks) == separator {
			b.parted()
			d.end(c, b)
			return c, true
		}
		l, rest, ok := parseLabel(d.line)
		switch {
		case ok:
			d.end(c, b)
			b = &body{label: l, at: d.at}
			if rest != "" {
				d.at, d.line = d.at+len(d.line)-len(rest), rest
				d.bodyLine(b)
			}
		case b != nil:
			d.bodyLine(b)
		case strings.Trim(d.line, blanks) != "":
			d.Fail(d.at, "text before the first label of a message, such as User:")
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
