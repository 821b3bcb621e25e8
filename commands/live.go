package commands

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// isLive reports whether a stream is translated event by event: nothing is
// to be done that needs the whole of it. Of a whole conversation the answers
// alone can be.
func (c *conversion) isLive(from *conv.Format) bool {
	whole := from.Holds.Scope == conv.Whole && c.to.Holds.Scope == conv.Whole
	return !whole && from.Events != nil && c.to.Emit != nil && len(c.operations) == 0 && c.split == nil && c.thinking == nil && !c.strict && !c.verify
}

// live translates a stream: what an event says is written before the next one
// is waited for.
func (c *conversion) live(s *source) error {
	t := &translation{to: c.to, w: rawjson.NewWriter(c.destination())}
	notes := &conv.Notes{All: c.p.verbose}
	var r result
	for e, err := range conv.FitEvents(s.from.Events(s.frames.Reader(), notes), c.to, notes) {
		if err != nil {
			r.err = err
			break
		}
		t.event(e)
		if err := t.w.Flush(); err != nil {
			return err
		}
	}
	t.close(r.err)
	if err := t.w.Flush(); err != nil {
		return err
	}
	r.notes, r.incomplete = notes.List(), t.incomplete
	return c.settle(s, r)
}

// translation is a stream on its way out.
type translation struct {
	to *conv.Format
	w  *rawjson.Writer

	out        conv.EventWriter // nil before the first event of a conversation
	ended      bool             // the answer that was begun last
	incomplete string           // why an answer is not whole
}

func (t *translation) event(e conv.Event) {
	if t.out != nil && t.ended {
		t.out.Close()
		t.out = nil
	}
	if t.out == nil {
		t.out = t.to.Emit(t.w)
	}
	t.ended = e.Type == conv.EventDone || e.Type == conv.EventError
	if t.ended {
		if why := whyIncomplete(e.Message); why != "" {
			t.incomplete = why
		}
	}
	t.out.Event(e)
}

// close ends what was begun. Of a stream that turned out to be none, what was
// begun is ended as an answer that failed.
func (t *translation) close(err error) {
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
