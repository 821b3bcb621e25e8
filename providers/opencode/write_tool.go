package opencode

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// tool writes a call, and its result if there is one, as a part.
func (s *writer) tool(call *conv.ToolCall, result *conv.ToolResultMessage) {
	s.head(&call.Node, partID(s.id, s.index))
	s.Fields("type", "tool", "callID", call.ID, "tool", call.Name)
	s.ObjectField("state")
	if result == nil {
		s.open(call)
	} else {
		s.result(call, result)
	}
	s.EndObject()
	own.Write(s.Writer, &call.Node)
	s.EndObject()
	s.index++
}

func (s *writer) input(call *conv.ToolCall) {
	input := record.ArgumentsOf(call)
	if raw := own.Get(&call.Node, statePrefix+"input"); raw != "" && input == "{}" {
		input = raw
	}
	s.OptRaw("input", input)
}

// open writes the state of a call without a result.
func (s *writer) open(call *conv.ToolCall) {
	status := own.Get(&call.Node, hintStatus)
	waits := status == "" && own.Get(&call.Node, "~-status") == ""
	if waits {
		status = rawjson.Quoted(pending)
	}
	s.OptRaw("status", status)
	s.input(call)
	if waits && own.Get(&call.Node, statePrefix+"raw") == "" {
		s.Field("raw", "")
	}
	for _, x := range own.Of(&call.Node) {
		if key, ok := strings.CutPrefix(x.Key, statePrefix); ok && key != "input" {
			s.OptRaw(key, x.Value)
		}
	}
}

// result writes the state of a call with a result.
func (s *writer) result(call *conv.ToolCall, m *conv.ToolResultMessage) {
	n := &m.Node
	if m.IsError {
		s.Field("status", "error")
	} else {
		s.Field("status", "completed")
	}
	s.input(call)
	s.said(m)
	switch {
	case m.Details != "":
		s.OptRaw("metadata", m.Details)
	case !m.IsError && own.Get(n, "~-metadata") == "" || m.IsError && own.Get(n, "~metadata") != "":
		s.OptRaw("metadata", "{}")
	}
	if !m.IsError && own.Get(n, "title") == "" && own.Get(n, "~-title") == "" {
		s.Field("title", "")
	}
	s.resultTime(m)
	s.attached(m)
	own.Write(s.Writer, n)
}

func (s *writer) resultTime(m *conv.ToolResultMessage) {
	raw := own.Get(&m.Node, hintTime)
	switch {
	case raw == "null" && m.Timestamp == 0:
		return
	case raw == "" || milliseconds(raw.Lookup("end")) != m.Timestamp:
		raw = resultTimes(m.Timestamp)
	}
	s.OptRaw("time", raw)
}

// said writes what a tool said: its output or its error.
func (s *writer) said(m *conv.ToolResultMessage) {
	key := "output"
	if m.IsError {
		key = "error"
	}
	s.Key(key)
	var text *conv.TextContent
	for _, b := range m.Content {
		switch b := b.(type) {
		case *conv.TextContent:
			text = b
		case *conv.Opaque:
			if own.Get(&b.Node, hintOutput) != "" {
				s.Raw(b.Raw)
				return
			}
		}
	}
	switch literal := own.Get(&m.Node, hintError); {
	case text == nil:
		s.Str("")
	case literal != "" && m.IsError && m.Details.Lookup("output").Text() == text.Text:
		s.Raw(literal)
	default:
		conv.WriteText(s.Writer, &text.Node, text.Text)
	}
}

// attached writes the files of a result.
func (s *writer) attached(m *conv.ToolResultMessage) {
	at := 0
	for _, b := range m.Content {
		x := conv.MediaOf(b)
		o, isOpaque := b.(*conv.Opaque)
		if x == nil && (!isOpaque || own.Get(&o.Node, hintOutput) != "") {
			continue
		}
		if at++; at == 1 {
			s.ArrayField("attachments")
		}
		if isOpaque {
			s.Raw(o.Raw)
			continue
		}
		s.head(&x.Node, attachmentID(s.id, s.index, at-1))
		record.WriteResidue(objects().file, s.Writer, x, record.WriteDescribed(objects().file, s.Writer, x))
		s.EndObject()
	}
	if at > 0 {
		s.EndArray()
	}
}
