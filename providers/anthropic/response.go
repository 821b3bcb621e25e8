package anthropic

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// answer collects what is read of a response.
type answer struct {
	m      conv.AssistantMessage
	detail conv.StopDetail
	usage  rawjson.Fields
	counts bool // a usage object was read
}

// answerRecord is a response, or the fields of the events that begin and end
// one. A missing field that every response should have is a hint, so that it
// is not written.
func answerRecord() *record.Record[*decoder, *answer] {
	absent := func(key string) func(*answer) {
		return func(a *answer) { residue.SetHint(&a.detail.Node, key, "null") }
	}
	r := record.New[*decoder](residue, "answer", func(a *answer) *conv.Node { return &a.detail.Node })
	r.Unplaced = true
	record.Field(r, "type", func(d *decoder, _ *answer) { d.in.Skip() }, nil)
	record.Field(r, "role", (*decoder).answerRole, nil)
	record.Field(r, "id", func(d *decoder, a *answer) {
		if a.m.ResponseID = d.in.Str(); a.m.ResponseID == absentID {
			a.m.ResponseID = ""
		}
	}, nil)
	record.Absent(r, absent("id"))
	record.Field(r, "model", func(d *decoder, a *answer) { a.m.Model = d.in.Str() }, nil)
	record.Absent(r, absent("model"))
	record.Field(r, "content", func(d *decoder, a *answer) {
		if a.m.Content = nil; !d.in.IsNull() {
			a.m.Content = content(d, &d.nodes().said, d.assistantBlock)
		}
	}, nil)
	record.Field(r, "stop_reason", (*decoder).stopReason, nil)
	record.Field(r, "usage", func(d *decoder, a *answer) {
		a.counts = a.counts || d.in.Kind() == rawjson.Object
		d.in.Overlay(&a.usage, func(key string) bool { return slices.Contains(counts, key) })
	}, nil)
	record.Absent(r, absent("usage"))
	record.Field(r, "error", (*decoder).failure, nil)
	record.KnownAll(r, nil, "stop_sequence", "stop_details", "container", "context_management", "diagnostics", "request_id")
	return r
}

func decodeResponse(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	return d.in.One(&conv.Conversation{Messages: []conv.Message{d.response()}})
}

// response reads a response, or an error in its place.
func (d *decoder) response() *conv.AssistantMessage {
	var a answer
	d.in.SetOffset(&a.m.Node)
	a.m.Protocol = Wire
	switch t := d.in.Tag("type"); t {
	case "message":
		record.Read(objects().answer, d, &a)
	case "error":
		d.errorBody(&a)
	default:
		d.in.Fail(d.in.Offset(), "want type message or error, got %q", t)
	}
	return a.message(d.nodes())
}

func (d *decoder) answerRole(*answer) {
	at := d.in.Offset()
	if role := d.in.Str(); role != "assistant" && d.in.Err() == nil {
		d.in.Fail(at, "answer of role %q", role)
	}
}

func (d *decoder) stopReason(a *answer) {
	if d.in.Kind() == rawjson.String {
		a.forgetStop()
	}
	if stop := d.in.Str(); stop != "" {
		takeStop(&a.m, &a.detail, stop)
	}
}

// absentID is the id of a response without an id: the API's types demand one.
const absentID = "msg_convo"

// errorBody reads {"type":"error","error":{…}}.
func (d *decoder) errorBody(a *answer) {
	there := false
	for key := range d.in.Fields {
		switch key {
		case "type":
			d.in.Same("error")
		case "error":
			there = true
			d.failure(a)
		default:
			d.beside(a, key)
		}
	}
	if !there {
		d.in.Fail(0, "error without an error object")
	}
}

// beside keeps a field next to a response or an error. If it has the name of a
// response's field, it is dropped: reading would confuse the two.
func (d *decoder) beside(a *answer, key string) {
	switch key {
	case "id", "type", "role", "model", "content", "stop_reason", "usage", "error":
		d.in.Notes.Loss(note.CodeExtension, note.Dropped, -1, "misplaced field", key)
		d.in.Skip()
	case "request_id", "amazon-bedrock-invocationMetrics":
		d.in.Known(&a.detail.Node, key)
	default:
		d.in.Keep(&a.detail.Node, key)
	}
}

// failure reads an error.
func (d *decoder) failure(a *answer) {
	if d.in.IsNull() {
		return
	}
	kind := ""
	var rest conv.Node
	for key := range d.in.Fields {
		switch key {
		case "type":
			kind = d.in.Str()
		case "message":
			a.m.ErrorMessage = d.in.Str()
		default:
			d.in.Keep(&rest, key)
		}
	}
	takeFailure(&a.m, &a.detail, kind)
	if rest.Extensions != nil {
		residue.Set(&a.detail.Node, "error", residue.Object(&rest))
	}
}

// forgetStop drops an earlier stop reason.
func (a *answer) forgetStop() {
	a.m.StopReason, a.detail.Raw, a.detail.Kind = "", "", ""
	residue.Forget(&a.detail.Node, "stop_reason")
}

// message is the answer, as far as it was read.
func (a *answer) message(n *nodes) *conv.AssistantMessage {
	m := n.answers.New()
	*m = a.m
	m.Usage = a.counted(n)
	if a.detail.Raw != "" || a.detail.Kind != "" || a.detail.Extensions != nil {
		m.StopDetail = n.details.New()
		*m.StopDetail = a.detail
	}
	return m
}

// counted is the usage that was read, nil if none was.
func (a *answer) counted(n *nodes) *conv.Usage {
	if !a.counts {
		return nil
	}
	return usageOf(a.usage.List(), n)
}

func writeResponse(w *rawjson.Writer, c *conv.Conversation) { writeAnswer(w, record.LastAnswer(c)) }

func writeAnswer(w *rawjson.Writer, m *conv.AssistantMessage) {
	kind, message, failed := failure(m)
	if failed && len(m.Content) == 0 && m.ResponseID == "" && m.Model == "" && m.Usage == nil && !marked(m) {
		writeErrorBody(w, m, kind, message)
		return
	}
	w.BeginObject()
	writeAnswerHead(w, m)
	w.Key("content")
	writeBlocks(w, m.Content)
	writeStopFields(w, m)
	if m.Usage != nil || !absent(m, "usage") {
		w.Key("usage")
		writeUsage(w, m.Usage, nil)
	}
	if failed {
		w.Key("error")
		writeFailure(w, m, kind, message)
	}
	writeAnswerRest(w, m)
	residue.Write(w, &m.Node)
	w.EndObject()
}

// absent reports whether a field that every response should have was missing
// when m was read.
func absent(m *conv.AssistantMessage, key string) bool {
	return m.StopDetail != nil && residue.Hint(&m.StopDetail.Node, key) != ""
}

// marked reports whether m was read from a response without such a field.
func marked(m *conv.AssistantMessage) bool {
	return absent(m, "id") || absent(m, "model") || absent(m, "usage")
}

// writeAnswerHead writes the fields of a response before its content.
func writeAnswerHead(w *rawjson.Writer, m *conv.AssistantMessage) {
	if m.ResponseID != "" {
		w.Field("id", m.ResponseID)
	} else if !absent(m, "id") {
		w.Field("id", absentID)
	}
	w.Field("type", "message")
	w.Field("role", "assistant")
	if m.Model != "" || !absent(m, "model") {
		w.Field("model", m.Model)
	}
}

// writeStopFields writes why a response ended.
func writeStopFields(w *rawjson.Writer, m *conv.AssistantMessage) {
	w.Key("stop_reason")
	if stop := wireStop(m); stop != "" {
		w.Str(stop)
	} else {
		w.Null()
	}
	w.Key("stop_sequence")
	if m.StopDetail == nil {
		w.Null()
		return
	}
	w.Raw(residue.Get(&m.StopDetail.Node, "stop_sequence"))
	w.OptRaw("stop_details", residue.Get(&m.StopDetail.Node, "stop_details"))
}

// writeAnswerRest writes the fields of a response that have no other place.
func writeAnswerRest(w *rawjson.Writer, m *conv.AssistantMessage) {
	if m.StopDetail == nil {
		return
	}
	residue.Write(w, &m.StopDetail.Node, "error", "stop_sequence", "stop_details")
}

// writeErrorBody writes a response that is only an error.
func writeErrorBody(w *rawjson.Writer, m *conv.AssistantMessage, kind, message string) {
	w.BeginObject()
	writeErrorFields(w, m, kind, message)
	w.EndObject()
}

func writeErrorFields(w *rawjson.Writer, m *conv.AssistantMessage, kind, message string) {
	w.Field("type", "error")
	w.Key("error")
	writeFailure(w, m, kind, message)
	writeAnswerRest(w, m)
}

func writeFailure(w *rawjson.Writer, m *conv.AssistantMessage, kind, message string) {
	w.BeginObject()
	w.Field("type", kind)
	w.Field("message", message)
	if m.StopDetail != nil {
		record.WriteFields(w, residue.Get(&m.StopDetail.Node, "error"))
	}
	w.EndObject()
}
