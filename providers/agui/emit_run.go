package agui

import (
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
)

// frame opens an event.
func (s *streamWriter) frame(kind string) {
	s.w.Text("data: ")
	s.w.BeginObject()
	s.w.Field("type", kind)
}

func (s *streamWriter) frameEnd() {
	s.w.EndObject()
	s.w.Text("\n\n")
}

// startRun opens a run, unless one is open.
func (s *streamWriter) startRun(id string) {
	if s.run != "" {
		return
	}
	s.runs++
	if s.run = id; id == "" {
		s.run = defaultRun + strconv.Itoa(s.runs)
	}
	s.frame("RUN_STARTED")
	s.w.Field("threadId", s.thread)
	s.w.Field("runId", s.run)
	s.frameEnd()
	if s.opening != nil {
		open := s.opening
		s.opening = nil
		open()
	}
}

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
	if m == nil {
		m = &conv.AssistantMessage{}
	}
	d := m.StopDetail
	if d == nil {
		d = &conv.StopDetail{}
	}
	failed := m.StopReason == conv.StopError && m.ErrorMessage != "" || m.StopReason == conv.StopAborted && d.Raw != outcomeCancelled
	if failed {
		s.runError(m, d)
	} else {
		s.runFinished(m, d, called)
	}
	s.run = ""
}

func (s *streamWriter) runFinished(m *conv.AssistantMessage, d *conv.StopDetail, called bool) {
	s.frame("RUN_FINISHED")
	s.w.Field("threadId", s.thread)
	s.w.Field("runId", s.run)
	outcome := d.Extensions.Get(family, "outcome")
	if outcome.Lookup("type").Text() != d.Raw {
		outcome = ""
	}
	switch {
	case outcome != "":
		s.w.Key("outcome")
		s.w.Raw(outcome)
	case d.Raw == outcomeSuccess || d.Raw == outcomeInterrupt || d.Raw == outcomeCancelled:
		s.w.Key("outcome")
		s.w.BeginObject()
		s.w.Field("type", d.Raw)
		if d.Raw == outcomeInterrupt {
			s.w.Key("interrupts")
			s.w.BeginArray()
			s.w.EndArray()
		}
		s.w.EndObject()
	}
	s.ending(m, d, finishedAs(d.Raw, called))
}

func (s *streamWriter) runError(m *conv.AssistantMessage, d *conv.StopDetail) {
	if s.blocksOpen() {
		panic("agui: a run ends with open blocks")
	}
	s.frame("RUN_ERROR")
	word := ending{reason: conv.StopError, raw: d.Raw}
	message := m.ErrorMessage
	if d.Kind == conv.KindInterrupted && d.Raw == "" && m.StopReason == conv.StopAborted {
		word = ending{reason: conv.StopAborted, kind: conv.KindInterrupted}
		d = &conv.StopDetail{Node: d.Node, Raw: codeInterrupted, Kind: d.Kind}
	}
	if message == "" {
		message = cutMessage
	}
	s.w.Field("message", message)
	s.w.OptField("code", d.Raw)
	if d.Raw == codeInterrupted {
		d = &conv.StopDetail{Node: d.Node, Kind: d.Kind}
	}
	s.ending(m, d, word)
}

// ending is what the end of a run says of its answer without marks.
type ending struct {
	reason conv.StopReason
	raw    string
	kind   conv.StopKind
}

// finishedAs is what a run that finished with an outcome says.
func finishedAs(outcome string, called bool) ending {
	switch outcome {
	case outcomeCancelled:
		return ending{reason: conv.StopAborted, raw: outcome}
	case outcomeInterrupt:
		return ending{reason: conv.StopNormal, raw: outcome, kind: conv.KindPause}
	case outcomeSuccess:
	default:
		outcome = ""
	}
	if called {
		return ending{reason: conv.StopToolUse, raw: outcome}
	}
	return ending{reason: conv.StopNormal, raw: outcome}
}

// ending writes the rest of a run's last event: its usage, and marks for what
// the event does not say.
func (s *streamWriter) ending(m *conv.AssistantMessage, d *conv.StopDetail, said ending) {
	if m.Usage != nil || m.Model != "" {
		s.w.Key("usage")
		s.w.BeginArray()
		writeUsage(s.w, m.Model, m.Usage)
		s.w.EndArray()
	}
	conv.WriteResidue(s.w, &d.Node, family, "outcome", "metadata", "usage")
	var marks []mark
	if m.StopReason != said.reason {
		marks = append(marks, mark{Key: "stopReason", Value: quoted(string(m.StopReason))})
	}
	if d.Raw != said.raw {
		marks = append(marks, mark{Key: "stop", Value: quoted(d.Raw)})
	}
	if d.Kind != said.kind {
		marks = append(marks, mark{Key: "kind", Value: quoted(string(d.Kind))})
	}
	if said.reason != conv.StopError && said.reason != conv.StopAborted {
		marks = append(marks, textMark("errorMessage", m.ErrorMessage))
	}
	writeMarks(s.w, d.Extensions.Get(family, "metadata"), marks)
	s.frameEnd()
}

// blocksOpen reports whether a block has begun and not ended.
func (s *streamWriter) blocksOpen() bool {
	if s.answerWriter == nil {
		return false
	}
	for _, b := range s.blocks {
		if !b.closed {
			return true
		}
	}
	return false
}

// writeUsage writes the counts of an answer (formats.md 2.9): the totals, and
// the parts that they contain.
func writeUsage(w *rawjson.Writer, model string, u *conv.Usage) {
	w.BeginObject()
	w.OptField("model", model)
	if u != nil {
		input := u.Input + u.CacheRead + u.CacheWrite
		w.Key("inputTokens")
		w.Int(input)
		w.Key("outputTokens")
		w.Int(u.Output)
		w.Key("totalTokens")
		w.Int(input + u.Output)
		w.OptInt("reasoningTokens", u.Reasoning)
		w.OptInt("cachedInputTokens", u.CacheRead)
		w.OptInt("cacheWriteInputTokens", u.CacheWrite)
		conv.WriteResidue(w, &u.Node, family)
	}
	w.EndObject()
}
