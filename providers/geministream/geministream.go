// Package geministream reads what Gemini CLI prints with --output-format stream-json, an
// event a line.
//
//	{"type":"init","timestamp":"2026-03-01T08:00:00.000Z","session_id":"7d2f…","model":"gemini-3-pro"}
//	{"type":"message","timestamp":"2026-03-01T08:00:01.000Z","role":"user","content":"When is high water?"}
//	{"type":"message","timestamp":"2026-03-01T08:00:02.000Z","role":"assistant","content":"I look.","delta":true}
//	{"type":"tool_use","timestamp":"2026-03-01T08:00:02.100Z","tool_name":"tide","tool_id":"tide-1","parameters":{"port":"Husum"}}
//	{"type":"tool_result","timestamp":"2026-03-01T08:00:03.000Z","tool_id":"tide-1","status":"success","output":"06:12"}
//	{"type":"result","timestamp":"2026-03-01T08:00:05.000Z","status":"success","stats":{"total_tokens":412,"input_tokens":380,"output_tokens":32}}
//
// The rule of the room: an answer goes on until a result or a question follows. The
// counts of the run are those of its last answer.
//
// The facts are those of the program's public sources (output/types.ts,
// stream-json-formatter.ts, nonInteractiveCli.ts).
package geministream

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/record"
	"convo/conv/session"
)

const family = "gemini-cli-stream"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the output, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "output of gemini -o stream-json",
		Unit:   format.SessionUnit,
		Detect: format.Shows("type = init & session_id & model & no subtype", "type = tool_use & tool_id & parameters", "type = tool_result & tool_id & status"),
		Decode: decode,
	}}
}

type decoder struct {
	*parts.Builder
	open *conv.AssistantMessage // the answer that goes on; nil: the next event begins one
	last *conv.AssistantMessage
	said strings.Builder // what open says, as far as it is no block yet
	at   int             // the offset of said
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes)}
	d.C.Session = &conv.Session{Agent: "gemini-cli"}
	return session.Objects(data, notes, "an event of Gemini CLI", "not the output of Gemini CLI: no event begins it, and none is a message", d.event, d.end)
}

func (d *decoder) end() *conv.Conversation {
	d.close()
	if len(d.C.Messages) == 0 && d.C.ID == "" {
		return nil
	}
	return d.C
}

func (d *decoder) event(raw conv.Raw, at int) {
	switch kind, role := parts.Str(raw, "type"), parts.Str(raw, "role"); {
	case kind == "init" && d.C.ID == "":
		s := d.C.Session
		d.C.ID, s.Model, s.Started = parts.Str(raw, "session_id"), parts.Str(raw, "model"), session.ISOTime(parts.Str(raw, "timestamp"))
		d.Rest(&s.Node, raw, "type session_id model timestamp")
	case kind == "message" && role == "assistant":
		d.answer(raw, at)
		if d.said.Len() == 0 {
			d.at = at
		}
		d.said.WriteString(parts.Str(raw, "content"))
		d.Lose(raw, at, "type timestamp role content delta")
	case kind == "message" && role == "user":
		d.close()
		m := d.Open(role, at)
		d.Value(m, raw.Lookup("content"), at)
		d.dated(conv.MetaOf(m), raw, "role content delta")
	case kind == "tool_use":
		m := d.answer(raw, at)
		d.flush()
		t := d.Call(m, parts.Str(raw, "tool_id"), parts.Str(raw, "tool_name"), raw.Lookup("parameters"), raw, at)
		d.Rest(&t.Node, raw, "type timestamp tool_id tool_name parameters")
	case kind == "tool_result":
		d.close()
		d.result(raw, at)
	case kind == "result" && d.last != nil:
		d.close()
		d.finish(raw)
	default:
		d.close()
		d.Custom(kind, raw, kind == "error" || kind == "result" || kind == "init", at)
	}
}

// answer is the answer that goes on, a new one if none does.
func (d *decoder) answer(raw conv.Raw, at int) *conv.AssistantMessage {
	if d.open == nil {
		d.open = &conv.AssistantMessage{Model: d.C.Session.Model}
		d.Add(d.open, at)
		d.open.Timestamp = session.ISOTime(parts.Str(raw, "timestamp"))
		d.last = d.open
	}
	return d.open
}

// flush makes a block of the pieces of text.
func (d *decoder) flush() {
	if d.said.Len() > 0 {
		d.Text(d.open, d.said.String(), d.at)
		d.said.Reset()
	}
}

// close ends the answer that goes on.
func (d *decoder) close() {
	d.flush()
	d.open = nil
}

// dated gives a message the time of its event, and what is left of it.
func (d *decoder) dated(meta *conv.Meta, raw conv.Raw, read string) {
	meta.Timestamp = session.ISOTime(parts.Str(raw, "timestamp"))
	d.Rest(&meta.Node, raw, "type timestamp "+read)
}

// result reads what a tool gave. A text of the program stands in the place of what a tool
// that failed did not give.
func (d *decoder) result(raw conv.Raw, at int) {
	m := d.Result(parts.Str(raw, "tool_id"), "", at)
	failed, read := raw.Lookup("error"), ""
	m.IsError = parts.Str(raw, "status") == "error"
	if d.Value(m, raw.Lookup("output"), at); len(m.Content) == 0 {
		d.Text(m, parts.Str(failed, "message"), at)
		read = "message"
	}
	d.Object(&m.Node, "error", failed, read)
	d.dated(&m.Meta, raw, "tool_id status output error")
}

// finish reads how the run ended.
func (d *decoder) finish(raw conv.Raw) {
	m, stats := d.last, raw.Lookup("stats")
	d.last = nil
	parts.Usage(m, func(name string) conv.Raw { return stats.Lookup(name) }, "input_tokens output_tokens total_tokens cached")
	if parts.Str(raw, "status") == "error" {
		m.StopReason, m.ErrorMessage = conv.StopError, parts.Str(raw, "error.message")
	}
	d.Object(&m.Node, "stats", stats, "input_tokens output_tokens total_tokens cached input")
	d.Object(&m.Node, "error", raw.Lookup("error"), "message")
	d.Rest(&m.Node, raw, "type timestamp status stats error")
}
