package otelgenai

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// decoder reads spans and records, and passes on their conversations.
type decoder struct {
	*parts.Builder
	yield           func(*conv.Conversation, error) bool
	more            bool
	resource, scope conv.Raw         // what is around spans
	logged          []*span          // spans of which the log speaks
	places          map[string]*span // the same, by trace and span
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(own, data, notes), more: true, places: map[string]*span{}}
}

// span is what is known of a call of a model.
type span struct {
	at              int
	attributes      map[string]conv.Raw
	order           []string        // the keys
	doubles         map[string]bool // those of numbers that have no point, and are no integers
	said            []func()        // they read events with a message each
	resource, scope conv.Raw
	fields          []rawjson.Member // around the attributes
	failed          bool
	message         string   // of a failure
	ended           conv.Raw // in nanoseconds
	alone           bool     // it is a list of messages
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := newDecoder(data, notes)
		d.yield = yield
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
			s := d.newSpan(at, "")
			s.alone = true
			s.set(inputKey, list)
			d.pass(s)
		} else if d.Err() == nil {
			d.Rewind(at)
			d.Each(d.Skipped(), "spans", d.span)
		}
	case !d.WantObject("traces or logs of OpenTelemetry"):
	case d.Ahead("resourceSpans") >= 0 || d.Ahead("resourceLogs") >= 0:
		d.envelope(true)
	case d.Ahead("attributes") >= 0, d.Ahead("span_kind") >= 0:
		d.span(d.Raw(), at)
	case d.Ahead("data") >= 0: // a page of Phoenix
		d.Lose(d.RawAt(at), at, "data next_cursor")
		for key := range d.Fields {
			if key == "data" {
				d.Each(d.Skipped(), "spans", d.span)
			} else {
				d.Skip()
			}
		}
	default:
		switch raw := d.Raw(); {
		case d.Err() != nil:
		case strings.Contains(string(raw), `"attributes.`): // a row of a table of spans
			d.span(raw, at)
		default:
			d.pass(d.newSpan(at, raw))
		}
	}
}

// envelope reads what is around spans and records. The outermost has no span that could
// keep its other fields.
func (d *decoder) envelope(outermost bool) {
	for key := range d.Fields {
		switch key {
		case "resourceSpans", "scopeSpans", "resourceLogs", "scopeLogs":
			if k := d.Kind(); k != rawjson.Array {
				d.Refuse("want a list of envelopes, got %s", k)
			}
			around := &d.scope
			if strings.HasPrefix(key, resourceRest) {
				around = &d.resource
			}
			for range d.Elements {
				if d.WantObject("an envelope") {
					*around = d.RawAt(d.Offset()).Without("scopeSpans", "scopeLogs", "spans", "logRecords")
					d.envelope(false)
				}
			}
		case "spans":
			d.Each(d.Skipped(), key, d.span)
		case "logRecords":
			d.Each(d.Skipped(), "records", d.record)
		default:
			if outermost {
				d.Notes.Loss(note.CodeExtension, note.Dropped, d.Offset(), "unknown field", key)
			}
			d.Skip() // else around has it
		}
	}
}

// newSpan reads attributes: a list of keys and values, or an object.
func (d *decoder) newSpan(at int, attributes conv.Raw) *span {
	s := &span{at: at, attributes: map[string]conv.Raw{}, doubles: map[string]bool{}, resource: d.resource, scope: d.scope}
	for key, value := range attributes.Fields {
		s.set(strings.Clone(key), value)
	}
	for a := range attributes.Elements {
		key, v := parts.Str(a, "key"), a.Lookup("value")
		if x := v.Field("doubleValue"); isInt(x) {
			s.doubles[key] = true
			s.set(key, x)
		} else {
			s.set(key, plain(v))
		}
	}
	return s
}

func (s *span) set(key string, value conv.Raw) {
	if _, again := s.attributes[key]; !again {
		s.order = append(s.order, key)
	}
	s.attributes[key] = value
}

// take is an attribute as plain JSON, "" without it. It is not kept.
func (s *span) take(key string) conv.Raw {
	v := s.attributes[key]
	delete(s.attributes, key)
	return embedded(v)
}

// text takes an attribute that is a text and says something.
func (s *span) text(key string) string {
	text := s.attributes[key].Text()
	if text == "" || s.attributes[key][0] != '"' {
		return ""
	}
	delete(s.attributes, key)
	return text
}

// field keeps a field of the span, if it says something.
func (s *span) field(key string, v conv.Raw) {
	switch v {
	case "", "null", "false", "[]", "{}", `""`:
	default:
		s.fields = append(s.fields, rawjson.Member{Key: key, Value: v})
	}
}

// kinds are those of spans, as OTLP counts them.
var kinds = []string{"UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"}

// span reads a span, as OTLP or an exporter for a console spells it.
func (d *decoder) span(raw conv.Raw, at int) {
	if !strings.HasPrefix(string(raw), "{") {
		d.Fail(at, "want a span as an object")
		return
	}
	if raw.Field("attributes") == "" {
		raw = nestedSpan(raw)
	}
	s := d.newSpan(at, raw.Lookup("attributes"))
	for key, v := range raw.Fields {
		switch key {
		case "attributes":
		case "events":
			d.events(s, v)
		case "status":
			code := parts.Str(v, "code status_code")
			if s.failed = v.Field("code") == "2" || strings.HasSuffix(code, "ERROR"); s.failed {
				s.message = parts.Str(v, "message description")
				v = v.Without("code", "status_code", "message", "description")
			} else if code == "UNSET" {
				v = v.Without("code", "status_code")
			}
			s.field(key, v)
		case "kind":
			word := strings.TrimPrefix(strings.TrimPrefix(v.Text(), "SPAN_KIND_"), "SpanKind.")
			if i := slices.Index(kinds, word); i >= 0 {
				v = conv.Raw(strconv.Itoa(i))
			}
			if v != "3" {
				s.field(key, v)
			}
		case "context":
			s.id("traceId", parts.Str(v, "trace_id"))
			s.id("spanId", parts.Str(v, "span_id"))
			s.field(key, v.Without("trace_id", "span_id", "trace_state"))
			s.field("traceState", v.Lookup("trace_state"))
		case "traceId", "spanId", "parentSpanId":
			s.id(key, v.Text())
		case "span_kind":
			if s.attributes[kindKey] == "" {
				s.set(kindKey, v)
			}
		case "status_code":
			s.failed = v == `"ERROR"`
		case "status_message":
			s.message = v.Text()
		case "parent_id":
			s.id("parentSpanId", v.Text())
		case "start_time":
			s.field("startTimeUnixNano", nanoseconds(v))
		case "endTimeUnixNano", "end_time":
			s.ended = nanoseconds(v)
		case "resource":
			s.resource = rawjson.ObjectOf([]rawjson.Member{{Key: key, Value: v.Without("schema_url").With("attributes", listed(v.Lookup("attributes")))}})
		default:
			s.field(key, v)
		}
	}
	d.pass(s)
}

// id keeps an id that nobody made up here. A console shows it as a number.
func (s *span) id(key, id string) {
	if id = strings.TrimPrefix(id, "0x"); id != "" && !strings.HasPrefix(id, madeID) {
		s.field(key, rawjson.Quoted(id))
	}
}

// nanoseconds is a time as OTLP writes it: a text of digits.
func nanoseconds(v conv.Raw) conv.Raw {
	if t, err := time.Parse(time.RFC3339Nano, v.Text()); err == nil {
		return rawjson.Quoted(strconv.FormatInt(t.UnixNano(), 10))
	}
	return v
}

// milliseconds is a time of OTLP, 0 for none.
func milliseconds(v conv.Raw) int64 {
	n, _ := conv.Number(strings.Trim(string(v), `"`)).Int()
	return max(n, 0) / 1e6
}

// events reads the events of a span. Those without a message are kept.
func (d *decoder) events(s *span, list conv.Raw) {
	var rest []conv.Raw
	for e := range list.Elements {
		if d.take(s, parts.Str(e, "name"), e, "", s.at) {
			d.Lose(e, s.at, "name attributes timestamp timeUnixNano droppedAttributesCount")
		} else {
			e = e.With("attributes", listed(e.Lookup("attributes")))
			if at := e.Field("timestamp"); at != "" {
				e = rawjson.ObjectOf(append(e.Without("timestamp").Members(), rawjson.Member{Key: "timeUnixNano", Value: nanoseconds(at)}))
			}
			rest = append(rest, e)
		}
	}
	s.field("events", rawjson.ArrayOf(rest))
}

// record reads a record of a log, which names its span.
func (d *decoder) record(raw conv.Raw, at int) {
	trace, place := parts.Str(raw, "traceId"), parts.Str(raw, "spanId")
	s := d.places[trace+"-"+place]
	if s == nil {
		s = d.newSpan(at, "")
		s.id("traceId", trace)
		s.id("spanId", place)
		d.places[trace+"-"+place] = s
		d.logged = append(d.logged, s)
	}
	if name := parts.Str(raw, "eventName"); !d.take(s, name, raw, plain(raw.Lookup("body")), at) {
		d.Notes.Info(note.CodeHistory, note.Dropped, at, "event without a message", name)
	} else {
		d.Lose(raw, at, "eventName attributes body traceId spanId flags timeUnixNano observedTimeUnixNano severityNumber severityText droppedAttributesCount")
	}
}

// take adds what an event says to a span: a message, or attributes of it. It reports
// false for an event that says something else.
func (d *decoder) take(s *span, name string, raw, body conv.Raw, at int) bool {
	e := d.newSpan(at, raw.Lookup("attributes"))
	name = cmp.Or(name, e.attributes["event.name"].Text())
	vendor := e.attributes["gen_ai.system"]
	role, isMessage := strings.CutSuffix(strings.TrimPrefix(name, "gen_ai."), ".message")
	switch {
	case name == "gen_ai.client.inference.operation.details":
		for _, key := range e.order {
			s.set(key, e.attributes[key])
		}
		return true
	case name == "gen_ai.content.prompt" || name == "gen_ai.content.completion":
		body = e.take(strings.Replace(name, ".content", "", 1))
	case !strings.HasPrefix(name, "gen_ai.") || !isMessage && role != "choice":
		return false
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
	s.said = append(s.said, func() { d.event(role, body, at) })
	return true
}
