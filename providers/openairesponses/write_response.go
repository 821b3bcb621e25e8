package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeResponse writes the last answer of a conversation as a response.
func writeResponse(w *rawjson.Writer, c *conv.Conversation) {
	m := record.LastAnswer(c)
	writeBody(w, m, len(m.Content) > 0, func() {
		e := encoder{Writer: w, answer: true}
		w.BeginArray()
		e.message(m)
		w.EndArray()
	})
}

// writeBody writes a response. some reports whether it has output, which
// output writes.
func writeBody(w *rawjson.Writer, m *conv.AssistantMessage, some bool, output func()) {
	n := &conv.Node{}
	if m.StopDetail != nil {
		n = &m.StopDetail.Node
	}
	status, reason := wireStop(m)
	b := bodyWriter{w, n}
	w.BeginObject()
	b.string("id", m.ResponseID, absentID)
	if raw := residue.Get(n, "object"); raw == "" && b.due("object") {
		w.Field("object", "response")
	}
	b.created(m)
	if residue.Blank(n, "status") == "" && residue.Get(n, "status") == "" && b.due("status") {
		w.Field("status", status)
	}
	w.OptRaw("error", cmp.Or(errorOf(m), "null"))
	b.incomplete(status, reason)
	b.string("model", m.Model, "")
	if some || b.due("output") {
		w.Key("output")
		output()
	}
	b.echo()
	if m.Usage != nil {
		w.Key("usage")
		writeUsage(w, m.Usage)
	}
	residue.Write(w, n, "error", "incomplete_details", record.Unless(m.Timestamp == 0, "created_at"), record.Unless(m.Usage == nil, "usage"),
		record.Unless(m.ResponseID == "", "id"), record.Unless(m.Model == "", "model"))
	w.EndObject()
}

// bodyWriter writes the fields of a response as its detail remembers them.
type bodyWriter struct {
	*rawjson.Writer
	detail *conv.Node
}

// due reports whether a field that every response has is to be written: it was
// read, or nothing is known of it.
func (b bodyWriter) due(key string) bool { return !residue.Lacks(b.detail, key) }

func (b bodyWriter) string(key, value, absent string) {
	switch {
	case value != "":
		b.Field(key, value)
	case b.due(key) && residue.Blank(b.detail, key) == "" && residue.Get(b.detail, key) == "":
		b.Field(key, absent)
	}
}

func (b bodyWriter) created(m *conv.AssistantMessage) {
	seconds := m.Timestamp / 1000
	raw := residue.Get(b.detail, "created_at")
	switch s, ok := conv.Number(raw).Int(); {
	case seconds == 0 && (raw != "" || residue.Blank(b.detail, "created_at") != "" || !b.due("created_at")):
	case raw != "" && ok && s == seconds:
		b.OptRaw("created_at", raw)
	default:
		b.IntField("created_at", seconds)
	}
}

// incomplete writes why a response is incomplete, as it was read if it still
// matches.
func (b bodyWriter) incomplete(status, reason string) {
	details := detailsOf(reason)
	if raw := residue.Get(b.detail, "incomplete_details"); raw != "" && reasonOf(raw) == reason || raw != "" && status != "incomplete" {
		details = raw
	}
	b.OptRaw("incomplete_details", details)
}

// echo writes what a response repeats of the request.
func (b bodyWriter) echo() {
	echo := residue.Get(b.detail, format.EchoedRequest)
	for _, key := range [...]string{"parallel_tool_calls", "tool_choice", "tools"} {
		if b.due(key) && echo.Field(key) == "" {
			b.OptRaw(key, usualEcho(key))
		}
	}
	for _, m := range echo.Members() {
		b.OptRaw(m.Key, m.Value)
	}
}
