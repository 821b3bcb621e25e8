package anthropic

import (
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
)

// answer is an answer in the making.
type answer struct {
	m      conv.AssistantMessage
	detail conv.StopDetail
	usage  []conv.Member
	counts bool // a usage object was there
	id     bool // an id was there
	model  bool // a model was there
}

func decodeResponse(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	m := d.response()
	if err := d.End(); err != nil {
		return conv.One(nil, err)
	}
	return conv.One(&conv.Conversation{Messages: []conv.Message{m}}, nil)
}

// response reads an answer, or the error that came in its place.
func (d decoder) response() *conv.AssistantMessage {
	var a answer
	d.place(&a.m.Node)
	a.m.Protocol = conv.AnthropicMessages
	switch t := d.tag("type"); t {
	case "message":
		for key := range d.Fields {
			d.answerField(&a, key)
		}
		a.markAbsent()
	case "error":
		d.errorBody(&a)
	default:
		d.Fail(d.Offset(), "want type message or error, got %q", t)
	}
	return a.message()
}

// answerField reads a member of an answer, at rest or of the events that
// begin and end one.
func (d decoder) answerField(a *answer, key string) {
	switch key {
	case "type":
		d.Skip()
	case "role":
		at := d.Offset()
		if role := d.Str(); role != "assistant" && d.Err() == nil {
			d.Fail(at, "answer of role %q", role)
		}
	case "id":
		a.id = d.Kind() == rawjson.String
		if a.m.ResponseID = d.Str(); a.m.ResponseID == absentID {
			a.m.ResponseID = ""
		}
	case "model":
		a.model = d.Kind() == rawjson.String
		a.m.Model = d.Str()
	case "content":
		if a.m.Content = nil; d.isNull() {
			return
		}
		d.content(
			func() { a.m.Content = append(a.m.Content, d.plainText()) },
			func() { a.m.Content = append(a.m.Content, d.assistantBlock()) })
	case "stop_reason":
		if d.Kind() == rawjson.String {
			a.forgetStop()
		}
		if stop := d.Str(); stop != "" {
			takeStop(&a.m, &a.detail, stop)
		}
	case "usage":
		a.counts = a.counts || d.Kind() == rawjson.Object
		a.usage = d.overlayUsage(a.usage)
	case "error":
		d.failure(a)
	case "stop_sequence", "stop_details", "container", "context_management", "diagnostics", "request_id":
		d.known(&a.detail.Node, key)
	default:
		d.Keep(&a.detail.Node, key)
	}
}

// absentID is the id of an answer that has none: the API's types demand one.
const absentID = "msg_convo"

// markAbsent notes as a hint what every answer should have and this one has
// not, so that it is not written.
func (a *answer) markAbsent() {
	for _, x := range []struct {
		key   string
		there bool
	}{{"id", a.id}, {"model", a.model}, {"usage", a.counts}} {
		if !x.there {
			a.detail.Extensions.Set(family, "~"+x.key, "null")
		}
	}
}

// errorBody reads {"type":"error","error":{…}}.
func (d decoder) errorBody(a *answer) {
	there := false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("error")
		case "error":
			there = true
			d.failure(a)
		default:
			d.beside(a, key)
		}
	}
	if !there {
		d.Fail(0, "error without an error object")
	}
}

// beside keeps a member that stands beside an answer or an error. One with
// the name of a member of an answer would be taken for that: it is dropped.
func (d decoder) beside(a *answer, key string) {
	switch key {
	case "id", "type", "role", "model", "content", "stop_reason", "usage", "error":
		d.Notes.Loss(conv.CodeExtension, conv.Dropped, -1, "misplaced field", key)
		d.Skip()
	case "request_id":
		d.known(&a.detail.Node, key)
	default:
		d.Keep(&a.detail.Node, key)
	}
}

// failure reads what went wrong.
func (d decoder) failure(a *answer) {
	if d.isNull() {
		return
	}
	kind := ""
	var rest conv.Node
	for key := range d.Fields {
		switch key {
		case "type":
			kind = d.Str()
		case "message":
			a.m.ErrorMessage = d.Str()
		default:
			d.Keep(&rest, key)
		}
	}
	takeFailure(&a.m, &a.detail, kind)
	if rest.Extensions != nil {
		a.detail.Extensions.Set(family, "error", object(rest.Extensions.Of(family)))
	}
}

// forgetStop takes back the word for a stop that turned out not to be it.
func (a *answer) forgetStop() {
	a.m.StopReason, a.detail.Raw, a.detail.Kind = "", "", ""
	forget(&a.detail.Node, "stop_reason")
}

// message is the answer as far as it was read.
func (a *answer) message() *conv.AssistantMessage {
	m := a.m
	m.Usage = a.counted()
	if a.detail.Raw != "" || a.detail.Kind != "" || a.detail.Extensions != nil {
		detail := a.detail
		m.StopDetail = &detail
	}
	return &m
}

// counted is the usage that was read, nil if none was.
func (a *answer) counted() *conv.Usage {
	if !a.counts {
		return nil
	}
	return usageOf(a.usage)
}

func writeResponse(w *rawjson.Writer, c *conv.Conversation) { writeAnswer(w, lastAnswer(c)) }

func writeAnswer(w *rawjson.Writer, m *conv.AssistantMessage) {
	kind, message, failed := failure(m)
	if failed && len(m.Content) == 0 && m.ResponseID == "" && m.Model == "" && m.Usage == nil && !marked(m) {
		writeErrorBody(w, m, kind, message)
		return
	}
	w.BeginObject()
	writeAnswerHead(w, m)
	w.Key("content")
	writeAssistantContent(w, m.Content, true)
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
	conv.WriteResidue(w, &m.Node, family)
	w.EndObject()
}

// lastAnswer is the answer that Fit left.
func lastAnswer(c *conv.Conversation) *conv.AssistantMessage {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if m, ok := c.Messages[i].(*conv.AssistantMessage); ok {
			return m
		}
	}
	return &conv.AssistantMessage{}
}

// absent reports whether a member that every answer should have was not
// there when m was read.
func absent(m *conv.AssistantMessage, key string) bool {
	return m.StopDetail != nil && m.StopDetail.Extensions.Get(family, "~"+key) != ""
}

// marked reports whether m was read from an answer that lacked something.
func marked(m *conv.AssistantMessage) bool {
	return absent(m, "id") || absent(m, "model") || absent(m, "usage")
}

// writeAnswerHead writes what an answer has before its content.
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

// writeStopFields writes why an answer stopped.
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
	w.Raw(m.StopDetail.Extensions.Get(family, "stop_sequence"))
	w.OptRaw("stop_details", m.StopDetail.Extensions.Get(family, "stop_details"))
}

// writeAnswerRest writes the members of an answer that have no other place.
func writeAnswerRest(w *rawjson.Writer, m *conv.AssistantMessage) {
	if m.StopDetail == nil {
		return
	}
	for _, x := range m.StopDetail.Extensions.Of(family) {
		switch x.Key {
		case "error", "stop_sequence", "stop_details":
			continue
		}
		if key, ok := conv.WireKey(x.Key); ok {
			w.Key(key)
			w.Raw(x.Value)
		}
	}
}

// writeErrorBody writes an answer that is nothing but its failure.
func writeErrorBody(w *rawjson.Writer, m *conv.AssistantMessage, kind, message string) {
	w.BeginObject()
	w.Field("type", "error")
	w.Key("error")
	writeFailure(w, m, kind, message)
	writeAnswerRest(w, m)
	w.EndObject()
}

func writeFailure(w *rawjson.Writer, m *conv.AssistantMessage, kind, message string) {
	w.BeginObject()
	w.Field("type", kind)
	w.Field("message", message)
	if m.StopDetail != nil {
		writeRest(w, m.StopDetail.Extensions.Get(family, "error"), func(string) bool { return false })
	}
	w.EndObject()
}

func quoted(s string) string { return string(rawjson.AppendQuoted(nil, s)) }
