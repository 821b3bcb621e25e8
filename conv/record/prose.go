package record

import (
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Prose is an input that is text and not JSON, but may have JSON in it.
type Prose struct {
	*conv.Reader // of that JSON, and for notes and errors
	All          string
}

// NewProse reads data, which must not change afterwards.
func NewProse(family string, data []byte, notes *note.Notes) Prose {
	p := Prose{conv.NewReader(data, family, notes), rawjson.TextOf(data)}
	if at := rawjson.InvalidAt(p.All); at >= 0 {
		p.Fail(at, "invalid UTF-8: byte 0x%02x", data[at])
	}
	return p
}

// Fail ends reading with an error at an offset of the text. That of the reader may
// differ.
func (p *Prose) Fail(offset int, format string, args ...any) {
	p.Rewind(len(p.All))
	p.Reader.Fail(offset, format, args...)
}

// Each passes on the conversations that read returns as long as more follow, and at last
// the error.
func (p *Prose) Each(yield func(*conv.Conversation, error) bool, read func() (c *conv.Conversation, more bool)) {
	for more := true; more && p.Err() == nil; {
		var c *conv.Conversation
		if c, more = read(); p.Err() == nil && !yield(c, nil) {
			return
		}
	}
	if p.Err() != nil {
		yield(nil, p.Err())
	}
}

// Lines is prose that is read line by line.
type Lines struct {
	Prose
	CRLF bool   // line ends are CRLF
	Pos  int    // of the next line
	At   int    // of Line
	Line string // without its end
}

// NewLines reads data, which must not change afterwards.
func NewLines(family string, data []byte, notes *note.Notes) Lines {
	p := NewProse(family, data, notes)
	first, _, _ := strings.Cut(p.All, "\n")
	return Lines{Prose: p, CRLF: strings.HasSuffix(first, "\r")}
}

// Next takes the next line; false at the end.
func (l *Lines) Next() bool {
	if l.Pos >= len(l.All) || l.Err() != nil {
		return false
	}
	l.At = l.Pos
	l.Line, _, _ = strings.Cut(l.All[l.Pos:], "\n")
	l.Pos += len(l.Line) + 1
	if l.CRLF {
		l.Line = strings.TrimSuffix(l.Line, "\r")
	}
	return true
}
