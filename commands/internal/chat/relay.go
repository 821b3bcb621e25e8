package chat

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/rawjson"
)

// relay is an answer as a stream of a format, as transform makes of a stream:
// what an event says is written before the next one is waited for.
type relay struct {
	to   *conv.Format
	out  *pipe.Output
	t    *pipe.Translation
	fit  func(conv.Event) []conv.Event
	held []conv.Event // a start, until something comes: another model may be asked
}

func (v *relay) event(e conv.Event) error {
	if e.Type == conv.EventStart {
		v.held = append(v.held[:0], e)
		return nil
	}
	return v.write(append(v.held, e)...)
}

func (v *relay) write(events ...conv.Event) error {
	if v.t == nil {
		v.t = &pipe.Translation{To: v.to, Writer: rawjson.NewWriter(v.out.Writer())}
		v.fit = fit.Each(v.to, &conv.Notes{})
	}
	v.held = nil
	for _, e := range events {
		for _, fit := range v.fit(e) {
			v.t.Event(fit)
		}
	}
	return v.t.Writer.Flush()
}

func (v *relay) end(m *conv.AssistantMessage) error {
	last := *m
	last.Content = nil
	ends := conv.Event{Type: conv.EventDone, Message: &last}
	if m.StopReason == conv.StopAborted || m.StopReason == conv.StopError && m.ErrorMessage != "" {
		ends.Type = conv.EventError
	}
	if err := v.write(append(v.held, ends)...); err != nil {
		return err
	}
	return v.close()
}

func (v *relay) failed(f *frame.Failure) error {
	m := &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: f.What}
	if f.Code == frame.ExitInterrupt || f.Code == frame.ExitTerminated {
		m.StopReason = conv.StopAborted
	}
	begin := conv.Event{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: modelName(f)}}
	if v.t == nil && len(v.held) == 0 {
		v.held = []conv.Event{begin}
	}
	if err := v.write(append(v.held, conv.Event{Type: conv.EventError, Message: m})...); err != nil {
		return err
	}
	return v.close()
}

// close ends the stream of one answer; the next is one of its own.
func (v *relay) close() error {
	v.t.Close(nil)
	err := v.t.Writer.Flush()
	v.t = nil
	return err
}

// modelName is the model that was asked, "" if none was.
func modelName(f *frame.Failure) string {
	if f.Call == nil {
		return ""
	}
	return f.Call.Callee.Model
}
