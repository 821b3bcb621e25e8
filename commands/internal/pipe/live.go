package pipe

import (
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/rawjson"
)

// isLive reports whether a stream is translated event by event: nothing is
// to be done that needs the whole of it. Of a whole conversation the answers
// alone can be.
func (c *Conversion) isLive(from *conv.Format) bool {
	whole := from.Holds.Scope == conv.Whole && c.To.Holds.Scope == conv.Whole
	return !whole && from.Events != nil && c.To.Emit != nil && len(c.Operations) == 0 && c.split == nil && c.thinking == nil && !c.strict && !c.verify
}

// live translates a stream: what an event says is written before the next one
// is waited for.
func (c *Conversion) live(s *Source) error {
	t := &Translation{To: c.To, Writer: rawjson.NewWriter(c.Destination())}
	notes := &conv.Notes{All: c.Program.Verbose}
	var r result
	for e, err := range fit.Events(s.From.Events(s.Frames.Reader(), notes), c.To, notes) {
		if err != nil {
			r.err = err
			break
		}
		t.Event(e)
		if err := t.Writer.Flush(); err != nil {
			return err
		}
	}
	t.Close(r.err)
	if err := t.Writer.Flush(); err != nil {
		return err
	}
	r.notes, r.incomplete = notes.List(), t.incomplete
	return c.settle(s, r)
}

// Translation is a stream on its way out.
type Translation struct {
	To     *conv.Format
	Writer *rawjson.Writer

	out        conv.EventWriter // nil before the first event of a conversation
	ended      bool             // the answer that was begun last
	incomplete string           // why an answer is not whole
}

// Event writes an event. One after the end of an answer begins another.
func (t *Translation) Event(e conv.Event) {
	if t.out != nil && t.ended {
		t.out.Close()
		t.out = nil
	}
	if t.out == nil {
		t.out = t.To.Emit(t.Writer)
	}
	t.ended = e.Type == conv.EventDone || e.Type == conv.EventError
	if t.ended {
		if why := WhyIncomplete(e.Message); why != "" {
			t.incomplete = why
		}
	}
	t.out.Event(e)
}

// Close ends what was begun. Of a stream that turned out to be none, what was
// begun is ended as an answer that failed.
func (t *Translation) Close(err error) {
	if t.out == nil {
		return
	}
	if err != nil && !t.ended {
		t.out.Event(conv.Event{Type: conv.EventError, Message: &conv.AssistantMessage{
			StopReason: conv.StopAborted, StopDetail: &conv.StopDetail{Kind: conv.KindInterrupted}, ErrorMessage: err.Error(),
		}})
	}
	t.out.Close()
}
