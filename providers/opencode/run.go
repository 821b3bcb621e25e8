package opencode

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// runFormat is the output of opencode run --format json, which is only read: a line
// for each part of an answer that is complete. It has no prompt of the user, and no
// model.
//
//	{"type":"text","timestamp":1772352000000,"sessionID":"ses_…","part":{"messageID":"msg_…","type":"text",…}}
//
// The facts are those of opencode's public sources: cli/cmd/run.ts.
func runFormat() format.Format {
	return format.Format{
		Name:   "opencode-run",
		Family: family,
		About:  "output of opencode run --format json",
		Unit:   format.SessionUnit,
		Detect: format.Shows("sessionID & part.type & type = text|reasoning|tool_use|step_start|step_finish", "sessionID & error & type = error"),
		Decode: decodeRun,
	}
}

// decodeRun reads the events of a run as the session that they make.
func decodeRun(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	r := &run{items: items{parts: map[string][]conv.Raw{}}, notes: notes}
	if err := session.Values(data, notes, r.event); err != nil {
		return format.Single(nil, err)
	}
	if r.answers == nil {
		c := rawjson.NewCursor(data)
		c.Fail(c.Offset(), "no event of opencode run --format json")
		return format.Single(nil, c.Err())
	}
	d := &decoder{in: record.NewReader(own, r.made(), notes)}
	d.in.Streamed = true
	return d.read()
}

// run is what the events of a run say.
type run struct {
	items
	id      conv.Raw // of the session
	answers []ran
	notes   *note.Notes
}

// ran is a message of a run.
type ran struct {
	id                string
	time, finish, err conv.Raw
}

// event reads an event.
func (r *run) event(c *rawjson.Cursor) {
	at := c.Offset()
	raw := c.Raw()
	if c.Err() != nil {
		return
	}
	lose := func(what, name string) { r.notes.Loss(note.CodeExtension, note.Dropped, at, what, name) }
	part, kind := raw.Lookup("part"), raw.Lookup("type").Text()
	switch fails := raw.Lookup("error"); {
	case strings.HasPrefix(string(part), "{"):
		id := part.Lookup("messageID").Text()
		if n := len(r.answers); n == 0 || r.answers[n-1].id != id {
			r.answers = append(r.answers, ran{id: id, time: raw.Lookup("timestamp")})
		}
		r.parts[id] = append(r.parts[id], part)
		if part.Lookup("type") == `"step-finish"` {
			r.answers[len(r.answers)-1].finish = part.Lookup("reason")
		}
	case kind == "error" && fails != "":
		if len(r.answers) == 0 {
			r.answers = []ran{{time: raw.Lookup("timestamp")}}
		}
		r.answers[len(r.answers)-1].err = fails
	default:
		lose("event of a run", kind)
	}
	r.id = cmp.Or(r.id, raw.Lookup("sessionID"))
	for key := range raw.Fields {
		switch key {
		case "type", "timestamp", "sessionID", "part", "error":
		default:
			lose("field of an event", key)
		}
	}
}

// made is the document of the session.
func (r *run) made() []byte {
	r.session = rawjson.ObjectBy(func(w *rawjson.Writer) { w.OptRaw("id", r.id) })
	for _, x := range r.answers {
		r.messages = append(r.messages, rawjson.ObjectBy(func(w *rawjson.Writer) {
			w.Field("role", "assistant")
			w.OptField("id", x.id)
			w.OptRaw("sessionID", r.id)
			if milliseconds(x.time) != 0 {
				w.ObjectField("time")
				w.RawField("created", x.time)
				w.EndObject()
			}
			w.OptRaw("finish", x.finish)
			w.OptRaw("error", x.err)
		}))
	}
	return r.document()
}
