package commands

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// relay is an answer as a stream of a format, as transform makes of a stream:
// what an event says is written before the next one is waited for.
type relay struct {
	c    *conversion
	t    *translation
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
		v.t = &translation{to: v.c.to, w: rawjson.NewWriter(v.c.destination())}
		v.fit = conv.FitEach(v.c.to, &conv.Notes{})
	}
	v.held = nil
	for _, e := range events {
		for _, fit := range v.fit(e) {
			v.t.event(fit)
		}
	}
	return v.t.w.Flush()
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

func (v *relay) failed(f *failure) error {
	m := &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: f.what}
	if f.code == exitInterrupt || f.code == exitTerminated {
		m.StopReason = conv.StopAborted
	}
	begin := conv.Event{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: f.modelName()}}
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
	v.t.close(nil)
	err := v.t.w.Flush()
	v.t = nil
	return err
}

// modelName is the model that was asked, "" if none was.
func (f *failure) modelName() string {
	if f.call == nil {
		return ""
	}
	return f.call.callee.Model
}
