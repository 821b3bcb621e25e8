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
	h := choiceHead{at: d.in.Offset(), delta: -1}
	h.read(d)
	end := d.in.Offset()
	c := s.choiceOf(h.index)
	finished := h.word != ""
	if h.more {
		d.in.Rewind(h.at)
		finished = c.beside(d)
	} else if h.said {
		c.stop(h.word)
	}
	if h.delta >= 0 {
		d.in.Rewind(h.delta)
		c.repeats = h.whole
		c.delta(d, finished)
	}
	d.in.Rewind(end)
}

// choiceHead is what a choice of a chunk has besides its delta.
type choiceHead struct {
	at    int // offset of the choice
	delta int // offset of the delta, -1 if there is none
	whole bool
	index int64
	word  string // the stop reason
	said  bool   // there is one
	more  bool   // there is more than the usual fields
}

func (h *choiceHead) read(d *decoder) {
	indexed := false
	for key := range d.in.Fields {
		switch {
		case key == "index":
			h.more = h.more || indexed
			indexed = true
			h.index, _ = conv.Number(d.in.Raw()).Int()
		case key == "delta" || key == "message" && h.delta < 0:
			h.more = h.more || h.delta >= 0
			h.delta, h.whole = d.in.Offset(), key == "message"
		case d.in.IsNull():
		case key == "finish_reason" && !h.said:
			h.word, h.said = d.in.StrOnly(), true
		default:
			h.more = true
		}
	}
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

// beside reads the fields of a choice except its delta. It reports whether the
// choice ends.
func (c *choiceReader) beside(d *decoder) (finished bool) {
	for key := range d.in.Fields {
		switch {
		case d.in.IsNull():
		case key == "index" || key == "delta" || key == "message":
		case key == "finish_reason":
			word := d.in.StrOnly()
			finished = word != ""
			c.stop(word)
		case key == "usage" && d.in.Kind() == rawjson.Object: // Moonshot
			c.draft.message.Usage = d.usage()
		case key == "logprobs":
			c.logprobs(d)
		default:
			c.beside1(d, key)
		}
	}
	return finished
}

// stop takes a stop reason.
func (c *choiceReader) stop(word string) {
	c.finished = c.finished || word != ""
	setStop(c.draft.message, c.draft.detail, word)
}

// beside1 keeps an unknown field of a choice. The last value counts.
func (c *choiceReader) beside1(d *decoder, key string) {
	raw := d.in.Raw()
	if key == "error" && c.draft.message.ErrorMessage == "" {
		c.draft.message.ErrorMessage = protocol.ErrorMessage(raw)
	}
	c.draft.extras = replaceMember(c.draft.extras, key, raw)
}
