package agui

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// message is one message of the protocol, read at rest or built by events.
type message struct {
	conv.Node // its place and residue
	id, role  string
	name      string
	encrypted string
	redacted  bool   // of reasoning
	text      string // content that is a string
	textNode  conv.Node
	hasText   bool
	more      strings.Builder // what events added to text
	parts     []conv.Block    // content that is a list, else nil
	calls     []*call
	callID    string                 // that a tool message answers
	failure   *conv.Raw              // its error, as JSON text
	activity  string                 // the type of an activity
	payload   conv.Raw               // its content, or a whole message of an unknown role
	end       *conv.AssistantMessage // what the end of its run says of it
	run       int                    // the number of the run that added to it
}

// call is a tool call that is being read.
type call struct {
	*conv.ToolCall
	text string          // of its arguments
	more strings.Builder // what events added to it
}

// reader reads JSON of the protocol.
type reader struct {
	record.Reader
}

func newReader(data []byte, notes *conv.Notes) *reader {
	return &reader{record.NewReader(residue, data, notes)}
}

// messages reads a list of messages.
func (r *reader) messages() (all []*message) {
	for range r.Elements {
		if m := r.message(); m != nil {
			all = append(all, m)
		}
	}
	return all
}

// message reads a message. What its role has no place for is residue.
func (r *reader) message() *message {
	at := r.Offset()
	if k := r.Kind(); k != rawjson.Object {
		r.Fail(at, "want a message as an object, got %s", k)
		return nil
	}
	m := &message{}
	r.Place(&m.Node)
	if m.role = r.role(at); m.role == "" {
		return nil
	}
	if !slices.Contains(roles, m.role) {
		r.Notes.Unknown(at, "role", m.role)
		m.payload = r.Raw()
		m.id = m.payload.Lookup("id").Text()
		return m
	}
	var spelled [2]string // the opaque value, by its two names
	content := false
	for key := range r.Fields {
		if key != "metadata" && r.IsNull() {
			continue
		}
		switch {
		case key == "id":
			m.id = r.Str()
		case key == "role":
			r.Skip()
		case key == "name" && r.Kind() == rawjson.String && named(m.role):
			if m.name = r.Str(); m.name == "" {
				residue.Set(&m.Node, "~name", `""`)
			}
		case key == encryptedValue && r.Kind() == rawjson.String && m.role != "activity":
			spelled[0] = r.Str()
		case key == encryptedContent && r.Kind() == rawjson.String && m.role != "activity":
			spelled[1] = r.Str()
		case key == "content":
			content = true
			r.content(m)
		case key == "toolCalls" && m.role == "assistant":
			r.calls(m)
		case key == "toolCallId" && m.role == "tool":
			m.callID = r.Str()
		case key == "error" && m.role == "tool" && r.Kind() == rawjson.String:
			raw := r.Raw()
			m.failure = &raw
		case key == "activityType" && m.role == "activity":
			m.activity = r.Str()
		case key == "metadata" && r.Kind() == rawjson.Null:
			r.Skip()
		case key == "metadata" || key == "subagentRunId":
			r.KeepQuietly(&m.Node, key)
		default:
			r.Keep(&m.Node, key)
		}
	}
	m.seal(spelled)
	if !content && m.role != "assistant" && r.Err() == nil {
		r.Fail(at, "a message of role %s without content", m.role)
	}
	return m
}

// role finds the role of the message that comes next.
func (r *reader) role(at int) string {
	role := r.tag("role")
	if role == "" {
		r.Skip() // its error is more exact
		r.Fail(at, "a message without a role")
	}
	return role
}

// named reports whether messages of a role have a speaker's name.
func named(role string) bool {
	return role == "user" || role == "assistant" || role == "system" || role == "developer"
}

// seal settles which of the two names held the opaque value.
func (m *message) seal(spelled [2]string) {
	switch {
	case spelled[0] != "":
		m.encrypted = spelled[0]
		if spelled[1] != "" {
			residue.Set(&m.Node, encryptedContent, rawjson.Quoted(spelled[1]))
		}
	case spelled[1] != "":
		m.encrypted = spelled[1]
		residue.Set(&m.Node, hintEncrypted, rawjson.Quoted(encryptedContent))
	}
}

// content reads what a message says: a string, for some roles a list of
// parts, for an activity an object.
func (r *reader) content(m *message) {
	at, kind := r.Offset(), r.Kind()
	switch {
	case m.role == "activity" && kind == rawjson.Object:
		m.payload = r.Raw()
	case m.role != "activity" && kind == rawjson.String:
		m.hasText = true
		m.text = r.Text(&m.textNode)
	case (m.role == "user" || m.role == "tool") && kind == rawjson.Array:
		m.parts = []conv.Block{}
		for range r.Elements {
			if b := r.part(); b != nil {
				m.parts = append(m.parts, b)
			}
		}
	default:
		r.Fail(at, "content of a message of role %s cannot be %s", m.role, kind)
	}
}

// calls reads an assistant's calls.
func (r *reader) calls(m *message) {
	m.calls = nil
	at := r.Offset()
	if k := r.Kind(); k != rawjson.Array {
		r.Fail(at, "want toolCalls as an array, got %s", k)
		return
	}
	for range r.Elements {
		at := r.Offset()
		if k := r.Kind(); k != rawjson.Object {
			r.Fail(at, "want a tool call as an object, got %s", k)
			return
		}
		m.calls = append(m.calls, r.call())
	}
	if len(m.calls) == 0 {
		residue.Set(&m.Node, hintNoCalls, "[]")
	}
}

// hintNoCalls is the hint that an answer has an empty list of calls.
const hintNoCalls = "~toolCalls"

func (r *reader) call() *call {
	t := &call{ToolCall: &conv.ToolCall{}}
	r.Place(&t.Node)
	var spelled [2]string
	at, found := r.Offset(), false
	for key := range r.Fields {
		switch {
		case key == "id" && r.Kind() == rawjson.String:
			t.ID = r.Str()
		case key == "type" && r.Kind() == rawjson.String:
			if raw := r.Raw(); raw != `"function"` {
				residue.Set(&t.Node, key, raw)
			}
		case key == "function" && r.Kind() == rawjson.Object:
			found = true
			r.function(t)
		case key == encryptedValue && r.Kind() == rawjson.String:
			spelled[0] = r.Str()
		case key == encryptedContent && r.Kind() == rawjson.String:
			spelled[1] = r.Str()
		case key == "metadata" && r.Kind() == rawjson.Object:
			r.KeepQuietly(&t.Node, key)
		case r.IsNull():
		default:
			r.Keep(&t.Node, key)
		}
	}
	if !found && r.Err() == nil {
		r.Fail(at, "a tool call without a function")
	}
	var of message
	of.seal(spelled)
	t.ThoughtSignature = of.encrypted
	for _, x := range of.Extensions.Of(family) {
		residue.Set(&t.Node, x.Key, x.Value)
	}
	return t
}

func (r *reader) function(t *call) {
	for key := range r.Fields {
		switch {
		case key == "name" && r.Kind() == rawjson.String:
			t.Name = r.Str()
		case key == "arguments" && r.Kind() == rawjson.String:
			t.text = r.Text(&t.Node)
		default:
			at := r.Offset()
			residue.Set(&t.Node, functionPrefix+key, r.Raw())
			r.Notes.Unknown(at, "field", functionPrefix+key)
		}
	}
}

// functionPrefix prefixes the keys of unknown fields of a call's function.
const functionPrefix = "function."
