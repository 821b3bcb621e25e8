package claudecode

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
	"convo/providers/anthropic"
)

// Shown is what the program shows of a session instead of keeping it: the output
// of claude -p --output-format stream-json or json, and the export of a session on
// the web. Their lines name no line before them. Both are only read.
const (
	streamFamily = "claude-code-stream"
	webFamily    = "claude-code-web"
)

func shownFormats() []format.Format {
	return []format.Format{{
		Name:   streamFamily,
		Family: streamFamily,
		About:  "output of claude -p in JSON",
		Unit:   format.SessionUnit,
		Detect: format.Shows("type = system & subtype = init & session_id", "type = stream_event & event.type", "session_id & parent_tool_use_id",
			"type = result & subtype & total_cost_usd", "[].session_id & [].parent_tool_use_id"),
		Decode: decodeStream,
	}, {
		Name:   webFamily,
		Family: webFamily,
		About:  "export of Claude Code on the web",
		Detect: format.Shows("loglines[].message"),
		Decode: decodeWeb,
	}}
}

// shown reads the lines of one conversation.
type shown struct {
	*conv.Reader
	family  string
	thread  anthropic.Thread
	out     *conv.Conversation
	answers map[string]*conv.AssistantMessage // by their ids
	parts   map[string]*partial               // of answers that came in pieces, by their ids
	open    *partial                          // the answer that the next event belongs to
}

func newShown(data []byte, family string, notes *note.Notes) *shown {
	s := &shown{family: family, out: &conv.Conversation{Session: &conv.Session{Agent: "claude-code"}}}
	s.Reader = conv.NewReader(data, family, notes)
	s.Trust()
	s.answers, s.parts = map[string]*conv.AssistantMessage{}, map[string]*partial{}
	return s
}

// partial is the events of an answer.
type partial struct {
	events  bytes.Buffer
	message *conv.AssistantMessage // its place among the messages
	whole   bool                   // lines of the answer itself came too
}

// shownLine is the outline of a line.
type shownLine struct {
	offset                int
	kind, subtype, parent string
	uuid, request         string
	body, details         int // offsets, -1 for none
	role, id              string
	time                  int64
	injected, summary     bool
	rest                  []rawjson.Member
}

// outline reads the outline of the object at the cursor.
func (s *shown) outline() shownLine {
	l := shownLine{offset: s.Offset(), body: -1, details: -1}
	for key := range s.Fields {
		switch key {
		case "type":
			l.kind = s.StrOnly()
		case "subtype":
			l.subtype = s.StrOnly()
		case "uuid":
			l.uuid = s.StrOnly()
		case "parent_tool_use_id":
			l.parent = s.StrOnly()
		case "request_id":
			l.request = s.StrOnly()
		case "session_id":
			if id := s.StrOnly(); s.out.ID == "" {
				s.out.ID = id
			}
		case "timestamp":
			l.time = session.ISOMilliseconds(s.Raw())
		case "isSynthetic", "isMeta":
			l.injected = s.BoolOnly() || l.injected
		case "isCompactSummary":
			l.summary = s.BoolOnly()
		case "tool_use_result", "toolUseResult":
			l.details = s.Offset()
		case "message":
			l.body = s.Offset()
			for key := range s.FieldsOnly {
				switch key {
				case "role":
					l.role = s.StrOnly()
				case "id":
					l.id = s.StrOnly()
				}
			}
		default:
			l.rest = append(l.rest, s.Member(key))
		}
	}
	return l
}

// read reads the message of a line.
func (s *shown) read(l *shownLine) {
	switch {
	case s.Err() != nil:
		return
	case l.body < 0 || l.kind != l.role || l.kind != "user" && l.kind != "assistant":
		s.custom(l)
		return
	}
	end := s.Offset()
	var list []conv.Message
	s.Rewind(l.body)
	switch {
	case l.kind == "assistant":
		list = s.answer(l)
	case l.summary:
		list = s.summary(l)
	default:
		list = s.thread.Message(s.Reader)
	}
	if s.Err() != nil {
		s.Reader = newShown(s.Buffer(), s.family, s.Notes).Reader
		s.Notes.Info(note.CodeExtension, note.Unknown, l.offset, "message of a shape that convo does not know", "")
		s.custom(l)
		list = nil
	}
	s.Rewind(end)
	for k, m := range list {
		s.place(l, m, k == 0)
	}
	if len(list) == 1 && l.details >= 0 {
		s.details(l, list[0])
	}
	s.out.Messages = append(s.out.Messages, list...)
}

// place says what a line says of its messages.
func (s *shown) place(l *shownLine, m conv.Message, first bool) {
	meta := conv.MetaOf(m)
	if meta.Timestamp = l.time; !first {
		meta.Extensions.Set(s.family, hintJoined, "true")
		return
	}
	meta.ID = l.uuid
	for _, x := range l.rest {
		meta.Extensions.Set(s.family, x.Key, x.Value)
	}
	if u, ok := m.(*conv.UserMessage); ok {
		u.Injected = l.injected || isInjected(textOf(u))
	}
}

func (s *shown) details(l *shownLine, m conv.Message) {
	end := s.Offset()
	s.Rewind(l.details)
	if x, ok := m.(*conv.ToolResultMessage); ok {
		x.Details = s.Raw()
	} else {
		conv.MetaOf(m).Extensions.Set(s.family, "tool_use_result", s.Raw())
	}
	s.Rewind(end)
}

func (s *shown) summary(l *shownLine) []conv.Message {
	m := &conv.CompactionSummary{}
	m.SetOffset(l.offset)
	for key := range s.Fields {
		switch key {
		case "content":
			m.Summary = s.Text(&m.Node)
		case "role":
		default:
			s.Keep(&m.Node, "message."+key)
		}
	}
	return []conv.Message{m}
}

// answer reads a line of an answer. It returns nothing for a later one: what it
// has joins the first.
func (s *shown) answer(l *shownLine) []conv.Message {
	m := s.thread.Answer(s.Reader)
	if s.Err() != nil {
		return nil
	}
	m.ProviderRequestID = cmp.Or(m.ProviderRequestID, l.request)
	p := s.parts[l.id]
	stood := p != nil && !p.whole // for events until now
	if p != nil {
		p.whole = true
	}
	if before := s.answers[l.id]; before != nil && l.id != "" {
		if !stood {
			s.joined(l, before, m)
		}
		before.Content = append(before.Content, m.Content...)
		before.Usage = laterUsage(before.Usage, m.Usage)
		if m.StopReason != "" {
			before.StopReason, before.StopDetail = m.StopReason, m.StopDetail
		}
		if stood {
			ofEvents := before.Extensions
			before.Node, before.ResponseID, before.Model, before.Protocol = m.Node, m.ResponseID, m.Model, m.Protocol
			before.ProviderRequestID = m.ProviderRequestID
			before.Extensions.Merge(ofEvents)
			s.place(l, before, true)
		}
		return nil
	}
	s.answers[l.id] = m
	return []conv.Message{m}
}

// joined keeps what a later line of an answer says and the first did not, with the first
// block of the line.
func (s *shown) joined(l *shownLine, before, m *conv.AssistantMessage) {
	n := &before.Node
	if len(m.Content) > 0 {
		n = conv.NodeOf(m.Content[0])
	}
	set := func(family, key string, value conv.Raw) {
		if before.Extensions.Get(family, key) != value {
			n.Extensions.Set(family, key, value)
		}
	}
	if l.uuid != "" && l.uuid != before.ID {
		set(s.family, "uuid", rawjson.Quoted(l.uuid))
	}
	for _, x := range l.rest {
		set(s.family, x.Key, x.Value)
	}
}

// laterUsage is the counts that came later, with what only those before say besides.
func laterUsage(before, later *conv.Usage) *conv.Usage {
	if later == nil {
		return before
	}
	if before != nil {
		ext := before.Extensions.Clone()
		ext.Merge(later.Extensions)
		later.Extensions = ext
	}
	return later
}

// custom keeps a line that is no message.
func (s *shown) custom(l *shownLine) {
	end := s.Offset()
	s.Rewind(l.offset)
	m := &conv.CustomMessage{CustomType: s.family + "." + l.kind, Data: s.Raw()}
	s.Rewind(end)
	if l.subtype != "" {
		m.CustomType += "." + l.subtype
	}
	m.SetOffset(l.offset)
	m.ID, m.Timestamp = l.uuid, l.time
	if !slices.Contains(shownKinds, l.kind) {
		s.Notes.Unknown(l.offset, "entry type", l.kind)
	}
	s.out.Messages = append(s.out.Messages, m)
}

// shownKinds are the types of lines that the program is known to show.
var shownKinds = []string{
	"system", "user", "assistant", "result", "stream_event", "rate_limit_event", "control_request", "control_response",
	"control_cancel_request", "keep_alive", "tool_progress", "auth_status",
}

// event takes an event of an answer that comes in pieces.
func (s *shown) event(l *shownLine) {
	var event conv.Raw
	for _, x := range l.rest {
		if x.Key == "event" {
			event = x.Value
		}
	}
	kind := event.Lookup("type").Text()
	if kind == "message_start" {
		m := &conv.AssistantMessage{}
		m.SetOffset(l.offset)
		s.open = &partial{message: m}
		id := cmp.Or(event.Lookup("message.id").Text(), "~"+strconv.Itoa(l.offset))
		if s.answers[id] == nil && s.parts[id] == nil {
			s.parts[id], s.answers[id] = s.open, m
			s.out.Messages = append(s.out.Messages, m)
		}
	}
	for _, x := range l.rest {
		if x.Key != "event" && s.open != nil {
			s.open.message.Extensions.Set(s.family, x.Key, x.Value)
		}
	}
	switch {
	case kind == "ping" && s.open == nil:
		return
	case s.open == nil || kind == "":
		s.custom(l)
		return
	}
	s.open.events.WriteString(string(event))
	s.open.events.WriteByte('\n')
}

// assemble makes answers of events. Of an answer that also came whole they only
// say how it ended.
func (s *shown) assemble() {
	stream := anthropic.Formats()[2]
	for _, p := range s.parts {
		notes := &note.Notes{}
		for c, err := range stream.Decode(p.events.Bytes(), notes) {
			if err != nil || len(c.Messages) != 1 {
				continue
			}
			m, ok := c.Messages[0].(*conv.AssistantMessage)
			if !ok {
				continue
			}
			for _, n := range notes.List() {
				if n.Kind == note.Dropped {
					n.Offset = p.message.Offset()
					s.Notes.Add(n)
				}
			}
			edit.Unplace(c.Messages)
			if to := p.message; p.whole {
				if m.StopReason != "" && m.StopReason != conv.StopAborted && m.StopReason != conv.StopError {
					to.Usage, to.StopReason, to.StopDetail = laterUsage(to.Usage, m.Usage), m.StopReason, m.StopDetail
				}
			} else {
				m.Meta = to.Meta
				*to = *m
			}
		}
	}
}

// finish ends a conversation.
func (s *shown) finish() *conv.Conversation {
	s.assemble()
	group(s.out.Messages)
	timesOf(s.out.Session, s.out.Messages)
	return s.out
}
