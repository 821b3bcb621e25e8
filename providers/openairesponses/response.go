package openairesponses

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decodeResponse reads a response, or the error in its place.
func decodeResponse(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	return d.in.One(&conv.Conversation{Messages: []conv.Message{d.response()}})
}

func (d *decoder) response() *conv.AssistantMessage {
	at := d.in.Offset()
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(at, "want a response as an object, got %s", k)
		return nil
	}
	d.answer = true
	a := newAnswer()
	a.told = d.told
	d.in.SetOffset(&a.message.Node)
	d.in.SetOffset(&a.detail.Node)
	for key := range d.in.Fields {
		if key == "output" && d.in.Kind() != rawjson.Null {
			a.saw(key)
			a.message.Content, a.message.Diagnostics = nil, nil
			for i := range d.in.Elements {
				d.appendItem(a.message, d.answerItem(i))
			}
			continue
		}
		d.responseField(a, key)
	}
	if a.status == "" && a.failure == "" && !slices.Contains(a.seen, "output") {
		d.in.Fail(at, "a response without output")
	}
	return a.finish()
}

// answerItem reads an item of a response.
func (d *decoder) answerItem(index int) []conv.AssistantContent {
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Refuse("want an item as an object, got %s", k)
		return []conv.AssistantContent{&conv.Opaque{Family: family}}
	}
	return d.outputItem(index, d.look())
}

// answer collects what is read of a response: its message and the other fields
// of the body.
type answer struct {
	message          *conv.AssistantMessage
	detail           *conv.StopDetail
	status           string
	details, failure conv.Raw
	echo             []rawjson.Member // what the response repeats of the request
	seen             []string         // usual fields that were read
	told             []string         // usual fields that earlier events of the stream had: they are written again
}

func newAnswer() *answer {
	return &answer{message: &conv.AssistantMessage{Protocol: Wire}, detail: &conv.StopDetail{}}
}

func (a *answer) saw(key string) { a.seen = append(a.seen, key) }

// usual are the fields that every response has.
var usual = []string{"id", "object", "created_at", "status", "model", "output", "parallel_tool_calls", "tool_choice", "tools"}

// absentID is the id of a response without an id: the API's types demand one.
const absentID = "resp_convo"

// responseField reads a field of a response other than its output. null
// counts as absent.
func (d *decoder) responseField(a *answer, key string) {
	if d.in.IsNull() {
		return
	}
	m, n := a.message, &a.detail.Node
	if slices.Contains(usual, key) {
		a.saw(key)
	}
	switch kind := d.in.Kind(); {
	case key == "id" && kind == rawjson.String:
		if m.ResponseID = d.in.OptStr(n, key); m.ResponseID == absentID {
			m.ResponseID = ""
		}
	case key == "object":
		if raw := d.in.Raw(); raw != `"response"` {
			residue.Set(n, key, raw)
		}
	case key == "created_at" && kind == rawjson.Num:
		record.Seconds(&d.in, &m.Timestamp, n, key)
	case key == "created_at":
		d.Known(n, key)
	case key == "status" && kind == rawjson.String:
		if a.status = d.in.Str(); a.status == "" {
			residue.SetBlank(n, key, `""`)
		}
	case key == "model" && kind == rawjson.String:
		m.Model = d.in.Str()
	case key == "usage" && kind == rawjson.Object:
		m.Usage = d.usage()
	case key == "error":
		a.failure = d.in.Raw()
	case key == "incomplete_details":
		a.details = d.in.Raw()
	case isEcho(key):
		a.takeEcho(d.in.Member(key))
	case key == "billing" || key == "completed_at" || key == "content_filters" || key == "moderation" ||
		key == "prompt_cache_diagnostics" || key == "service_tier" || key == "tool_usage" || key == "access_programs":
		d.Known(n, key)
	default:
		d.Keep(n, key)
	}
}

// isEcho reports whether a field of a response repeats the request.
func isEcho(key string) bool {
	switch key {
	case "background", "conversation", "frequency_penalty", "instructions", "max_output_tokens", "max_tool_calls",
		"metadata", "parallel_tool_calls", "presence_penalty", "previous_response_id", "prompt", "prompt_cache_key",
		"prompt_cache_options", "prompt_cache_retention", "reasoning", "safety_identifier", "store", "temperature",
		"text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user":
		return true
	}
	return false
}

// takeEcho keeps what a response repeats of the request. It skips the three
// fields that the API's types demand, if their values are the usual ones.
func (a *answer) takeEcho(m rawjson.Member) {
	if m.Value != usualEcho(m.Key) {
		a.echo = append(a.echo, m)
	}
}

// usualEcho is the usual value of a field that every response has, "" for
// other fields.
func usualEcho(key string) conv.Raw {
	switch key {
	case "parallel_tool_calls":
		return "true"
	case "tool_choice":
		return `"auto"`
	case "tools":
		return "[]"
	}
	return ""
}

// finish is the message. Its StopDetail has the other fields of the body.
func (a *answer) finish() *conv.AssistantMessage {
	m, n := a.message, &a.detail.Node
	reason := reasonOf(a.details)
	switch {
	case a.status != "":
		takeStop(m, a.detail, a.status, reason)
	case a.failure != "":
		takeStop(m, a.detail, "failed", "")
	default:
		takeStop(m, a.detail, "completed", "")
	}
	if a.details != "" && (a.status != "incomplete" || a.details != detailsOf(reason)) {
		residue.Set(n, "incomplete_details", a.details)
	}
	if a.failure != "" {
		takeError(m, a.detail, a.failure)
	}
	if a.echo != nil {
		residue.Set(n, format.EchoedRequest, rawjson.ObjectOf(a.echo))
	}
	var lacking []string
	for _, key := range usual {
		if !slices.Contains(a.seen, key) && !slices.Contains(a.told, key) {
			lacking = append(lacking, key)
		}
	}
	residue.SetLacks(n, lacking...)
	residue.Settle(n)
	m.StopDetail = a.detail
	return m
}

// detailsOf is the object with the reason why a response is incomplete.
func detailsOf(reason string) conv.Raw {
	if reason == "" {
		return "null"
	}
	return rawjson.ObjectOf([]rawjson.Member{{Key: "reason", Value: rawjson.Quoted(reason)}})
}

// reasonOf is why a response is incomplete, "" if the reason is missing.
func reasonOf(details conv.Raw) string {
	if details == "" || details[0] != '{' {
		return ""
	}
	return details.Lookup("reason").Text()
}
