package openaichat

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// end writes what is known only at the end: the residue of the message, the
// stop reason, the other choices, the usage, and an error or [DONE].
func (e *emitter) end(m *conv.AssistantMessage) {
	e.ended = true
	m = cmp.Or(m, &conv.AssistantMessage{})
	if !e.started {
		e.start(m)
	}
	if e.late(m) {
		e.delta(func() {}) // the answer may end without another chunk
	}
	r := newResponseWriter(e.w, m)
	if m.StopReason == conv.StopAborted && r.detail.Kind == conv.KindInterrupted && m.ErrorMessage == "" {
		e.cut(r)
		return
	}
	failed := m.ErrorMessage != ""
	inChoice := r.extras.Lookup("error")
	said := inChoice != "" && protocol.ErrorMessage(inChoice) == m.ErrorMessage
	e.messageResidue(m)
	if word := stopWord(m); word != "error" || !failed || said || r.saysMore() || !r.lone() {
		e.finish(r, word)
	}
	if e.index != "0" {
		return
	}
	e.others(r)
	if failed && !said {
		e.failure(r)
		return
	}
	e.w.Text("data: [DONE]\n\n")
}

// late takes what the start of the answer did not have, and reports whether there
// was something.
func (e *emitter) late(m *conv.AssistantMessage) bool {
	old := e.head
	e.head.ResponseID = cmp.Or(old.ResponseID, m.ResponseID)
	e.head.Model = cmp.Or(old.Model, m.Model)
	e.head.Timestamp = cmp.Or(old.Timestamp, m.Timestamp)
	return e.head.ResponseID != old.ResponseID || e.head.Model != old.Model || e.head.Timestamp != old.Timestamp
}

// saysMore reports whether the last chunk has more than the stop reason.
func (r *responseWriter) saysMore() bool {
	return r.extras != "" && r.extras != "{}" || residue.Get(&r.detail.Node, "logprobs") != ""
}

// cut writes what is known of an interrupted answer, without an end.
func (e *emitter) cut(r *responseWriter) {
	e.messageResidue(r.message)
	e.others(r)
	if !residue.Plain(&r.detail.Node) {
		e.finish(r, "")
	}
}

// messageResidue writes the residue of the message.
func (e *emitter) messageResidue(m *conv.AssistantMessage) {
	if !slices.ContainsFunc(m.Extensions.Of(family), isMember) {
		return
	}
	e.delta(func() {
		audio := residue.Get(&m.Node, hintAudio)
		e.w.OptRaw("audio", audio)
		residue.Write(e.w, &m.Node, "role", record.Unless(e.calls == 0, "tool_calls"), record.Unless(audio == "", "audio"))
	})
}

// isMember reports whether a field of the residue is written.
func isMember(m rawjson.Member) bool {
	return !extension.IsHint(m.Key) || m.Key == record.HintBlank || m.Key == hintAudio || strings.HasPrefix(m.Key, wireTilde)
}

// finish writes the chunk with the stop reason.
func (e *emitter) finish(r *responseWriter, word string) {
	e.frame()
	r.out.BeginObject()
	r.out.RawField("index", e.index)
	r.out.ObjectField("delta")
	r.out.EndObject()
	r.out.OptRaw("logprobs", residue.Get(&r.detail.Node, "logprobs"))
	r.finishReason(word)
	record.WriteFields(r.out, r.extras, "index", "finish_reason", "delta")
	r.out.EndObject()
	r.out.EndArray()
	if e.index == "0" {
		e.beside(r)
	}
	record.EndFrame(e.w)
}

// beside writes the residue of the body.
func (e *emitter) beside(r *responseWriter) {
	residue.Write(r.out, &r.detail.Node, "id", "object", "created", "model", "choices", "error", "logprobs", "finish_reason", "usage")
}

// others writes the other choices and the usage.
func (e *emitter) others(r *responseWriter) {
	for i, raw := range r.others {
		e.other(raw, int64(i)+1)
	}
	e.usage(r.message)
}

// other writes a choice other than the first, which is kept as a response has
// it.
func (e *emitter) other(raw conv.Raw, index int64) {
	d := reread(raw)
	d.answer = true
	a := newDraft()
	if d.in.Kind() != rawjson.Object {
		return
	}
	d.choice(a)
	if i, ok := conv.Number(a.extras.Lookup("index")).Int(); ok && i != 0 {
		index = i
	}
	if d.in.Err() != nil {
		return
	}
	m := a.finish()
	m.ResponseID, m.Timestamp, m.Model = e.head.ResponseID, e.head.Timestamp, e.head.Model
	sub := &emitter{w: e.w, index: conv.Raw(rawjson.NumberOf(index))}
	for v := range format.Replay(m) {
		sub.Event(v)
	}
}

// usage writes the chunk with the usage, which has no choices.
func (e *emitter) usage(m *conv.AssistantMessage) {
	if m.Usage == nil {
		return
	}
	e.frame()
	e.w.EndArray()
	e.w.Key("usage")
	writeUsage(e.w, m.Usage)
	record.EndFrame(e.w)
}

// failure writes the error, which is the last chunk. It also holds the residue
// that the end of an answer would have.
func (e *emitter) failure(r *responseWriter) {
	r.out.Text("data: ")
	r.out.BeginObject()
	r.out.RawField("error", errorOf(r.message))
	if stopWord(r.message) == "error" {
		e.beside(r)
	}
	record.EndFrame(e.w)
}
