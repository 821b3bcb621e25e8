package otelgenai

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// decoder reads spans and records, and passes on their conversations.
type decoder struct {
	*parts.Builder
	yield    func(*conv.Conversation, error) bool
	more     bool
	resource conv.Raw
	logged   []*span          // spans of which the log speaks
	places   map[string]*span // the same, by trace and span
}

// span is what is known of a call of a model.
type span struct {
	at         int
	attributes map[string]conv.Raw
	order      []string // the keys
	said       []said   // events with a message each
	resource   conv.Raw
	failed     string
	ended      int64
	around     conv.Node // fields around the attributes
}

// said is a message as an event.
type said struct {
	name string
	body conv.Raw
	at   int
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{Builder: parts.NewBuilder(own, data, notes), yield: yield, more: true, places: map[string]*span{}}
		d.top()
		for _, s := range d.logged {
			d.pass(s)
		}
		if d.more && d.End() != nil {
			yield(nil, d.Err())
		}
	}
}

// top reads an envelope, a span or several, attributes, or messages alone.
func (d *decoder) top() {
	at := d.Offset()
	switch {
	case d.Kind() == rawjson.Array:
		if list := d.Raw(); d.Err() == nil && list.Lookup("0.parts") != "" {
			d.pass(d.newSpan(at, `{"gen_ai.input.messages":`+list+"}"))
		} else if d.Err() == nil {
			d.Rewind(at)
			d.list("spans", d.span)
		}
	case !d.WantObject("traces or logs of OpenTelemetry"):
	case d.Ahead("resourceSpans") >= 0 || d.Ahead("resourceLogs") >= 0:
		d.envelope()
	case d.Ahead("attributes") >= 0:
		d.span(d.Raw(), at)
	default:
		if attributes := d.Raw(); d.Err() == nil {
			d.pass(d.newSpan(at, attributes))
		}
	}
}

// envelope reads what is around spans and records.
func (d *decoder) envelope() {
	for key := range d.Fields {
		switch key {
		case "resource":
			d.resource = d.Raw()
		case "resourceSpans", "scopeSpans", "resourceLogs", "scopeLogs":
			if k := d.Kind(); k != rawjson.Array {
				d.Refuse("want a list of envelopes, got %s", k)
			}
			for range d.Elements {
				if d.WantObject("an envelope") {
					d.envelope()
				}
			}
		case "spans":
			d.list(key, d.span)
		case "logRecords":
			d.list("records", d.record)
		default:
			d.Skip() // of the scope
		}
	}
}

// list reads a list as it comes.
func (d *decoder) list(what string, read func(raw conv.Raw, at int)) {
	d.Each(d.Skipped(), what, read)
}

// newSpan reads attributes: a list of keys and values, or an object.
func (d *decoder) newSpan(at int, attributes conv.Raw) *span {
	s := &span{at: at, attributes: map[string]conv.Raw{}, resource: d.resource}
	for key, value := range attributes.Fields {
		s.set(strings.Clone(key), value)
	}
	for a := range attributes.Elements {
		s.set(parts.Str(a, "key"), plain(a.Lookup("value")))
	}
	return s
}

func (s *span) set(key string, value conv.Raw) {
	if _, again := s.attributes[key]; !again {
		s.order = append(s.order, key)
	}
	s.attributes[key] = value
}

// plain is a value of OTLP as plain JSON.
func plain(v conv.Raw) conv.Raw {
	for kind, x := range v.Fields {
		switch kind {
		case "arrayValue":
			var all []conv.Raw
			for e := range x.Lookup("values").Elements {
				all = append(all, plain(e))
			}
			return rawjson.ArrayOf(all)
		case "kvlistValue":
			var all []rawjson.Member
			for e := range x.Lookup("values").Elements {
				all = append(all, rawjson.Member{Key: parts.Str(e, "key"), Value: plain(e.Lookup("value"))})
			}
			return rawjson.ObjectOf(all)
		case "intValue":
			return conv.Raw(strings.Trim(string(x), `"`))
		}
		return x
	}
	return "null"
}

// embedded is the object or the list in a string, or the value as it is.
func embedded(v conv.Raw) conv.Raw {
	text := strings.TrimSpace(v.Text())
	if text == "" || text[0] != '{' && text[0] != '[' {
		return v
	}
	c := rawjson.NewCursor([]byte(text))
	if inside := c.Raw(); c.End() == nil {
		return inside
	}
	return v
}

// span reads a span, as OTLP or an exporter for a console spells it.
func (d *decoder) span(raw conv.Raw, at int) {
	if !strings.HasPrefix(string(raw), "{") {
		d.Fail(at, "want a span as an object")
		return
	}
	s := d.newSpan(at, raw.Lookup("attributes"))
	for e := range raw.Lookup("events").Elements {
		d.take(s, parts.Str(e, "name"), e, "", at)
	}
	if status := raw.Lookup("status"); status.Lookup("code") == "2" || strings.HasSuffix(parts.Str(status, "code status_code"), "ERROR") {
		s.failed = parts.Str(status, "message description code status_code")
	}
	if n, _ := conv.Number(strings.Trim(string(raw.Lookup("endTimeUnixNano")), `"`)).Int(); n > 0 {
		s.ended = n / 1e6
	}
	d.Rest(&s.around, raw, "attributes events status endTimeUnixNano kind flags")
	d.pass(s)
}

// record reads a record of a log, which names its span.
func (d *decoder) record(raw conv.Raw, at int) {
	id := parts.Str(raw, "traceId") + "-" + parts.Str(raw, "spanId")
	s := d.places[id]
	if s == nil {
		s = d.newSpan(at, "")
		d.Rest(&s.around, raw, "attributes body eventName timeUnixNano observedTimeUnixNano severityNumber severityText flags")
		d.places[id] = s
		d.logged = append(d.logged, s)
	}
	d.take(s, parts.Str(raw, "eventName"), raw, plain(raw.Lookup("body")), at)
}

// take adds what an event says to a span: a message, or attributes of it.
func (d *decoder) take(s *span, name string, raw, body conv.Raw, at int) {
	e := d.newSpan(at, raw.Lookup("attributes"))
	if name == "" {
		name = e.attributes["event.name"].Text()
	}
	vendor := e.attributes["gen_ai.system"]
	switch {
	case name == "gen_ai.client.inference.operation.details":
		for _, key := range e.order {
			s.set(key, e.attributes[key])
		}
		return
	case name == "gen_ai.content.prompt" || name == "gen_ai.content.completion":
		body = e.take(strings.Replace(name, ".content", "", 1))
	case !strings.HasPrefix(name, "gen_ai.") || !strings.HasSuffix(name, ".message") && name != "gen_ai.choice":
		d.Notes.Info(note.CodeHistory, note.Dropped, at, "event without a message", name)
		return
	case len(body) == 0 || body[0] != '{':
		if body = e.take("gen_ai.event.content"); body == "" {
			var all []rawjson.Member
			for _, key := range e.order {
				all = append(all, rawjson.Member{Key: key, Value: e.take(key)})
			}
			body = rawjson.ObjectOf(all)
		}
	}
	if vendor != "" {
		s.set("gen_ai.system", vendor)
	}
	s.said = append(s.said, said{name, body, at})
}
