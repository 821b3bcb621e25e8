package pipe

import (
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// isLive reports whether a stream is translated event by event: nothing is
// to be done that needs the whole of it. Of a whole conversation the answers
// alone can be.
func (plan *Plan) isLive(from *format.Format) bool {
	streams := from.Events != nil && plan.To.Emit != nil
	whole := from.Capabilities.Scope == format.Whole && plan.To.Capabilities.Scope == format.Whole
	changes := len(plan.Operations) > 0 || plan.Answers != nil || plan.split != nil || len(plan.gates) > 0 || plan.Aim.thinking != nil
	return streams && !whole && !changes && !plan.Strict && !plan.Verify
}

// live translates a stream: what an event says is written before the next one
// is waited for.
func (r *Run) live(s *Source) error {
	t := &Translation{To: r.Plan.To, Writer: rawjson.NewWriter(r.Output.Writer())}
	notes := &note.Notes{All: r.Program.Verbose}
	var v result
	for e, err := range fit.Events(s.From.Events(s.Frames.Reader(), notes), r.Plan.To, notes) {
		if err != nil {
			v.err = err
			break
		}
		t.Event(e)
		if err := t.Writer.Flush(); err != nil {
			return err
		}
	}
	t.Close(v.err)
	if err := t.Writer.Flush(); err != nil {
		return err
	}
	v.notes, v.incomplete = notes.List(), t.incomplete
	return r.reportResult(s, v)
}

// Translation is a stream on its way out.
type Translation struct {
	To     *format.Format
	Writer *rawjson.Writer

	out        format.EventWriter // nil before the first event of a conversation
	ended      bool               // the answer that was begun last
	incomplete string             // why an answer is not whole
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
		if why := providers.WhyIncomplete(e.Message); why != "" {
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
