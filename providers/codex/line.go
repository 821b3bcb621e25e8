package codex

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// line is the outline of a line of a rollout.
type line struct {
	at       int      // offset of the line
	end      int      // offset after it
	time     conv.Raw // literal of its time
	kind     string   // its type: response_item
	payload  int      // offset of the payload, -1 without one
	closed   int      // offset after it
	what     string   // type of the payload: message
	role     string   // of the payload
	object   bool     // the output of the payload is an object
	envelope bool     // it has a payload; else the line itself is the item
	more     bool     // it has more than a time, a type and a payload
	spaced   bool     // it has white space
}

// The types of lines.
const (
	kindMeta      = "session_meta"
	kindContext   = "turn_context"
	kindItem      = "response_item"
	kindEvent     = "event_msg"
	kindCompacted = "compacted"
)

// silent reports whether a line of this type says nothing that a reader of the
// conversation misses: settings, counts, snapshots, copies for the screen.
func silent(kind string) bool {
	switch kind {
	case kindMeta, kindContext, kindEvent, "world_state", "token_usage_record", "inter_agent_communication",
		"inter_agent_communication_metadata", "retained_context", "security_risk_score", "realtime_item":
		return true
	}
	return false
}

// outline reads a line up to its end.
func outline(c *rawjson.Cursor) line {
	l := line{at: c.Offset(), payload: -1}
	_, spaces := c.Passed()
	own, role, record := l.fields(c)
	end, now := c.Passed()
	l.end, l.spaced = end, now != spaces
	switch {
	case l.envelope:
		l.kind = own
	case record != "":
		l.kind = "record"
	case isBareItem(own, role): // the first versions wrote items without an envelope
		l.kind, l.what, l.role, l.payload, l.closed = kindItem, own, role, l.at, l.end
	}
	return l
}

// fields reads the fields of a line, and returns those that say what it is.
func (l *line) fields(c *rawjson.Cursor) (own, role, record string) {
	n := 0
	usual := [...]string{"timestamp", "type", "payload"}
	for key := range c.FieldsOnly {
		if n >= len(usual) || usual[n] != key {
			l.more = true
		}
		n++
		switch key {
		case "timestamp":
			l.time = c.Raw()
		case "type":
			own = c.StrOnly()
		case "role":
			role = c.StrOnly()
		case "output": // of an item without an envelope
			l.object = c.Kind() == rawjson.Object
		case "record_type":
			record = c.StrOnly()
		case "payload":
			l.envelope = c.Kind() == rawjson.Object
			l.payload = c.Offset()
			l.outlinePayload(c)
			l.closed, _ = c.Passed()
		}
	}
	return own, role, record
}

// keptLine is the outline of a line that was kept, and its payload.
func keptLine(raw conv.Raw) (l line, payload conv.Raw) {
	if l = outline(rawjson.NewTrustedCursor(rawjson.BytesOf(string(raw)))); l.payload >= 0 {
		payload = raw[l.payload:l.closed]
	}
	return l, payload
}

func (l *line) outlinePayload(c *rawjson.Cursor) {
	for key := range c.FieldsOnly {
		switch key {
		case "type":
			l.what = c.StrOnly()
		case "role":
			l.role = c.StrOnly()
		case "output":
			l.object = c.Kind() == rawjson.Object
		}
	}
}

// isBareItem reports whether a line of this type and role is an item: one of
// those that the first versions wrote. Other programs have lines with types too.
func isBareItem(kind, role string) bool {
	switch kind {
	case "":
		return role != ""
	case "message":
		return role != ""
	case "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "local_shell_call",
		"local_shell_call_output", "web_search_call", "ghost_snapshot":
		return true
	}
	return false
}

// isBare reports whether the line is an item without an envelope.
func (l *line) isBare() bool { return l.kind == kindItem && !l.envelope }

// skeleton is a line without its payload: its fields in their order, with null
// in place of the payload. It is "" for the usual line of that time.
func (d *decoder) skeleton(l *line, usual conv.Raw) conv.Raw {
	switch {
	case l.isBare():
		return `"bare"`
	case !l.more && l.time == usual:
		return ""
	}
	return d.raw(l).With("payload", "null")
}
