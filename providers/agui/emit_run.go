package agui

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// frame opens an event with fields that are strings: keys and values in turn.
func (s *streamWriter) frame(kind string, fields ...string) {
	record.BeginFrame(s.w, "")
	s.w.Field("type", kind)
	for i := 0; i < len(fields); i += 2 {
		s.w.Field(s.key(fields[i]), fields[i+1])
	}
}

// key is the name under which a field of an event is written.
func (s *streamWriter) key(key string) string {
	if s.snake {
		return cmp.Or(aliases.Of(key), key)
	}
	return key
}

func (s *streamWriter) frameEnd() { record.EndFrame(s.w) }

// event writes an event that has only strings.
func (s *streamWriter) event(kind string, fields ...string) {
	s.frame(kind, fields...)
	s.frameEnd()
}

// startRun opens a run, unless one is open. "" is a run without an id.
func (s *streamWriter) startRun(id string) {
	if s.run != "" {
		return
	}
	s.runs++
	s.run = cmp.Or(id, runName(s.runs))
	s.frame("RUN_STARTED", "threadId", s.thread, "runId", s.run)
	if s.runs > 1 {
		s.frameEnd()
		return
	}
	s.startFields()
	s.frameEnd()
	s.open()
}

// startFields writes what the start of the first run says of the conversation.
func (s *streamWriter) startFields() {
	c := s.doc
	s.w.OptRaw(s.key("parentRunId"), c.Extensions.Get(family, "parentRunId"))
	s.w.OptRaw(s.key("protocolVersion"), c.Extensions.Get(family, "protocolVersion"))
	some := len(c.Tools) > 0 || c.Context != ""
	for _, m := range c.Extensions.Of(family) {
		some = some || !extension.IsHint(m.Key) && m.Key != keptPrompt && !slices.Contains(besideInput, m.Key)
	}
	if !some {
		return
	}
	s.w.ObjectField("input")
	if !isOdd(c, "threadId", c.ID == "") {
		s.w.Field(s.key("threadId"), s.thread)
	}
	s.w.Field(s.key("runId"), s.run)
	s.w.OptRaw("messages", "[]")
	if !isOdd(c, "tools", len(c.Tools) == 0) {
		s.w.Key("tools")
		writeTools(s.w, c.Tools)
	}
	s.w.OptRaw("context", cmp.Or(c.Context, "[]"))
	written := []string{record.Unless(c.ID == "", "threadId"), record.Unless(len(c.Tools) == 0, "tools")}
	residue.Write(s.w, &c.Node, slices.Concat(besideInput, written)...)
	s.w.EndObject()
}

// besideInput is the residue of a conversation that is not part of an echoed
// input.
var besideInput = []string{"parentRunId", "protocolVersion", "runId", "timestamp", "rawEvent", "metadata", keptEnd, keptEvents}

// The outcomes of a run, and the message of one that was cut off.
const (
	outcomeSuccess   = "success"
	outcomeInterrupt = "interrupt"
	outcomeCancelled = "cancelled"
	codeInterrupted  = "interrupted"
	cutMessage       = "the stream was cut off"
)

// finishRun ends the run with the answer m, which may be nil. An answer that
// failed ends it in an error.
func (s *streamWriter) finishRun(m *conv.AssistantMessage, called bool) {
	s.startRun("")
	m = cmp.Or(m, &conv.AssistantMessage{})
	d := cmp.Or(m.StopDetail, &conv.StopDetail{})
	if fails(m) {
		s.runError(m, d)
	} else {
		s.runFinished(m, d, called)
	}
	s.run = ""
}

// fails reports whether an answer ends its run in an error.
func fails(m *conv.AssistantMessage) bool {
	cancelled := m.StopDetail != nil && m.StopDetail.Raw == outcomeCancelled
	return m.StopReason == conv.StopError && m.ErrorMessage != "" || m.StopReason == conv.StopAborted && !cancelled
}

func (s *streamWriter) runFinished(m *conv.AssistantMessage, d *conv.StopDetail, called bool) {
	s.frame("RUN_FINISHED", "threadId", s.thread, "runId", s.run)
	outcome := outcomeOf(m, d)
	kept := d.Extensions.Get(family, "outcome")
	switch {
	case kept != "" && finishedAs(kept.Lookup("type").Text(), called) == finishedAs(outcome, called):
		s.w.RawField("outcome", kept)
	case outcome != "":
		s.w.ObjectField("outcome")
		s.w.Field("type", outcome)
		if outcome == outcomeInterrupt {
			s.w.RawField("interrupts", "[]")
		}
		s.w.EndObject()
	}
	s.ending(m, d, finishedAs(outcome, called))
}

// outcomeOf is the outcome of a run with the answer m, "" if its end says
// nothing.
func outcomeOf(m *conv.AssistantMessage, d *conv.StopDetail) string {
	switch {
	case d.Raw == outcomeInterrupt || d.Raw == outcomeCancelled:
		return d.Raw
	case m.StopReason == conv.StopNormal || m.StopReason == conv.StopToolUse:
		return outcomeSuccess
	}
	return ""
}

func (s *streamWriter) runError(m *conv.AssistantMessage, d *conv.StopDetail) {
	s.frame("RUN_ERROR")
	word, code := ending{reason: conv.StopError, raw: d.Raw}, d.Raw
	if m.StopReason == conv.StopAborted && d.Kind == conv.KindInterrupted && d.Raw == "" {
		word, code = ending{reason: conv.StopAborted, kind: conv.KindInterrupted}, codeInterrupted
	}
	s.w.Field("message", cmp.Or(m.ErrorMessage, cutMessage))
	s.w.OptField("code", code)
	s.ending(m, d, word)
}

// ending is what the end of a run says of its answer, marks aside.
type ending struct {
	reason conv.StopReason
	raw    string
	kind   conv.StopKind
}

// finishedAs is what a finished run with an outcome says. A run without an
// outcome succeeded, but says nothing of its answer.
func finishedAs(outcome string, called bool) ending {
	switch outcome {
	case outcomeCancelled:
		return ending{reason: conv.StopAborted, raw: outcome}
	case outcomeInterrupt:
		return ending{reason: conv.StopNormal, raw: outcome, kind: conv.KindPause}
	case outcomeSuccess:
		if called {
			return ending{reason: conv.StopToolUse}
		}
		return ending{reason: conv.StopNormal}
	default:
		return ending{}
	}
}

// ending writes the rest of a run's last event: its usage, and marks for what
// the event has no field for.
func (s *streamWriter) ending(m *conv.AssistantMessage, d *conv.StopDetail, said ending) {
	s.usage(m, d)
	marks := []mark{textMark("messageId", s.silent)}
	s.silent = ""
	if m.ResponseID != s.run {
		marks = append(marks, textMark("responseId", m.ResponseID))
	}
	if m.StopReason != said.reason {
		marks = append(marks, mark{Key: "stopReason", Value: rawjson.Quoted(string(m.StopReason))})
	}
	if d.Raw != said.raw || d.Kind != said.kind {
		marks = append(marks, stopMark(&conv.StopDetail{Raw: d.Raw, Kind: d.Kind}))
	}
	if !fails(m) {
		marks = append(marks, textMark("errorMessage", m.ErrorMessage))
	}
	writeRest(s.w, &d.Node, marks, "outcome", "usage")
	s.frameEnd()
}

// usage writes the counts of a run: as they were read, if they still equal
// those of its answer.
func (s *streamWriter) usage(m *conv.AssistantMessage, d *conv.StopDetail) {
	if raw := d.Extensions.Get(family, "usage"); raw != "" {
		u, model, _ := sumUsages(raw)
		if model == m.Model && sameCounts(u, m.Usage) {
			s.w.RawField("usage", raw)
			return
		}
	}
	if m.Usage != nil || m.Model != "" {
		s.w.ArrayField("usage")
		writeUsage(s.w, m.Model, m.Usage)
		s.w.EndArray()
	}
}
