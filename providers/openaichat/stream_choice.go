package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// choice reads a choice of a chunk, the delta last: the index says which choice
// it is.
func (s *streamReader) choice(d *decoder) {
	if d.in.Kind() != rawjson.Object {
		d.in.Skip()
		return
	}
	delta, whole, word := -1, false, ""
	var index int64
	var more []keyAt
	for key := range d.in.Fields {
		switch {
		case key == "index":
			index, _ = conv.Number(d.in.Raw()).Int()
		case key == "delta" || key == "message" && delta < 0:
			delta, whole = d.in.Offset(), key == "message"
		case key == "message" || d.in.IsNull():
		case key == "finish_reason":
			word = d.in.StrOnly()
		default:
			more = append(more, keyAt{key, d.in.Offset()})
		}
	}
	end := d.in.Offset()
	c := s.choiceOf(index)
	c.stop(word)
	for _, field := range more {
		d.in.Rewind(field.at)
		c.beside(d, field.key)
	}
	if delta >= 0 {
		d.in.Rewind(delta)
		c.repeats = whole
		c.delta(d, word != "")
	}
	d.in.Rewind(end)
}

// keyAt is a field of a choice, and the offset of its value.
type keyAt struct {
	key string
	at  int
}

// choiceOf returns the reader of the choice with an index.
func (s *streamReader) choiceOf(index int64) *choiceReader {
	if index == 0 {
		return s.first
	}
	for _, c := range s.others {
		if c.index == index {
			return c
		}
	}
	a := &conv.Assembler{}
	c := &choiceReader{draft: newDraft(), index: index, all: a, send: a.Add, notes: s.Notes}
	s.others = append(s.others, c)
	return c
}

// beside reads an unusual field of a choice. Of an unknown one, the last value
// counts.
func (c *choiceReader) beside(d *decoder, key string) {
	switch {
	case key == "usage" && d.in.Kind() == rawjson.Object: // Moonshot
		c.draft.message.Usage = d.usage()
	case key == "logprobs":
		c.logprobs(d)
	default:
		raw := d.in.Raw()
		if key == "error" && c.draft.message.ErrorMessage == "" {
			c.draft.message.ErrorMessage = protocol.ErrorMessage(raw)
		}
		c.draft.extras = replaceMember(c.draft.extras, key, raw)
	}
}

// stop takes a stop reason.
func (c *choiceReader) stop(word string) {
	c.finished = c.finished || word != ""
	setStop(c.draft.message, c.draft.detail, word)
}
