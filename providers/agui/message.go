package agui

import (
	"cmp"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// message is one message of the protocol, read at rest or built by events.
type message struct {
	conv.Meta
	role     string
	redacted bool   // of reasoning
	text     string // content that is a string
	textNode conv.Node
	hasText  bool
	more     rawjson.Pieces // what events added to text
	parts    []conv.Block   // content that is a list, else nil
	calls    []*call
	callID   string                 // that a tool message answers
	failure  conv.Raw               // its error, as JSON text
	activity string                 // the type of an activity
	payload  conv.Raw               // its content, or a whole message of an unknown role
	end      *conv.AssistantMessage // what the end of its run says of it
	run      int                    // the number of the run that added to it
	touched  bool                   // the list knows that
	place    int                    // in the list, of a result that of the message before it
	patched  *document              // its content, once it is patched
	laid     laidOver               // the metadata of events
	shown    int                    // how much of it was reported live, if it is not repeated
	told     bool                   // it was reported live, as a whole
}

// call is a tool call that is being read.
type call struct {
	*conv.ToolCall
	text string         // of its arguments
	more rawjson.Pieces // what events added to it
	laid laidOver       // the metadata of events
}

// reader reads JSON of the protocol.
type reader struct {
	record.Plain
}

func newReader(data []byte, notes *note.Notes) *reader {
	return &reader{record.NewPlain(residue, data, notes)}
}

// Keep keeps a field that the protocol lacks, with a note. Null is absent.
func (r *reader) Keep(n *conv.Node, key string) {
	if !r.In.IsNull() {
		r.In.Keep(n, key)
	}
}

// Tag is the string at a key of the next object, "" without one. It does not
// move on. Often other fields come first, so it reads no further than needed.
func (r *reader) Tag(key string) (tag string) {
	begin := r.In.Offset()
	if at := r.In.Ahead(key); at >= 0 {
		if r.In.Rewind(at); r.In.Kind() == rawjson.String {
			tag = r.In.Str()
		}
		r.In.Rewind(begin)
	}
	return tag
}

// messages reads a list of messages.
func (r *reader) messages(yield func(*message) bool) {
	for range r.In.Elements {
		if m := r.message(); m != nil && !yield(m) {
			return
		}
	}
}

// message reads a message. What its role has no place for is residue.
func (r *reader) message() *message {
	at := r.In.Offset()
	if !r.In.WantObject("a message as an object") {
		return nil
	}
	m := &message{}
	if m.role = r.Tag("role"); m.role == "" {
		r.In.Skip() // its error is more exact
		r.In.Fail(at, "a message without a role")
		return nil
	}
	of := objects().messages[m.role]
	if of == nil {
		r.In.SetOffset(&m.Node)
		r.In.Notes.Unknown(at, "role", m.role)
		m.payload = r.In.Raw()
		m.ID = m.payload.Lookup("id").Text()
		return m
	}
	record.Read(of, r, m)
	if m.ID == "" && residue.Get(&m.Node, record.HintAliases) != "" {
		r.In.Notes.Unknown(at, "message without an id, as of Chat Completions, role", m.role)
	}
	return m
}

// says reports whether two messages have the same role, content, calls and
// opaque values.
func (m *message) says(x *message) bool {
	same := m.callID == x.callID && m.failure == x.failure && m.activity == x.activity && m.payload == x.payload
	same = same && m.role == x.role && m.EncryptedValue == x.EncryptedValue && m.content() == x.content() && len(m.parts) == len(x.parts) && len(m.calls) == len(x.calls)
	for i := 0; same && i < len(m.calls); i++ {
		t, u := m.calls[i], x.calls[i]
		same = t.ID == u.ID && t.Name == u.Name && t.ThoughtSignature == u.ThoughtSignature && t.text+t.more.String() == u.text+u.more.String()
	}
	return same
}

// named reports whether messages of a role have a speaker's name.
func named(role string) bool {
	return role == "user" || role == "assistant" || role == "system" || role == "developer"
}

// seal reads the opaque value of a node by one of its two names. If both are
// there, the newer name counts.
func (r *reader) seal(n *conv.Node, value *string, key string) {
	v, older := r.In.Str(), residue.Get(n, hintEncrypted) != ""
	switch {
	case key == encryptedContent && *value != "" && !older:
		residue.Set(n, encryptedContent, rawjson.Quoted(v))
		return
	case key == encryptedContent:
		residue.Set(n, hintEncrypted, rawjson.Quoted(encryptedContent))
	case older:
		residue.Drop(n, hintEncrypted)
		residue.Set(n, encryptedContent, rawjson.Quoted(*value))
	}
	*value = v
}

// failed reads the error of a tool message. One that is no text is kept.
func (r *reader) failed(m *message) {
	if m.failure = ""; r.In.Kind() == rawjson.String {
		m.failure = r.In.Raw()
	} else {
		r.Keep(&m.Node, "error")
	}
}

// content reads what a message says: a string, for some roles a list of
// parts, for an activity an object.
func (r *reader) content(m *message) {
	at, kind := r.In.Offset(), r.In.Kind()
	switch {
	case m.role == "activity" && kind == rawjson.Object:
		m.payload = r.In.Raw()
	case m.role != "activity" && kind == rawjson.String:
		m.hasText = true
		m.text = r.In.Text(&m.textNode)
	case (m.role == "user" || m.role == "tool") && kind == rawjson.Array:
		m.parts = []conv.Block{}
		for range r.In.Elements {
			if b := r.part(); b != nil {
				m.parts = append(m.parts, b)
			}
		}
	default:
		r.In.Fail(at, "content of a message of role %s cannot be %s", m.role, kind)
	}
}

// calls reads an assistant's calls.
func (r *reader) calls(m *message) {
	m.calls = nil
	at := r.In.Offset()
	if k := r.In.Kind(); k != rawjson.Array {
		r.In.Fail(at, "want toolCalls as an array, got %s", k)
		return
	}
	for range r.In.Elements {
		if !r.In.WantObject("a tool call as an object") {
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
	record.Read(objects().call, r, t)
	return t
}

func (r *reader) callType(t *call) {
	if raw := r.In.Raw(); raw != `"function"` {
		residue.Set(&t.Node, "type", raw)
	}
}

func writeCallType(w *rawjson.Writer, t *call) {
	w.OptRaw("type", cmp.Or(residue.Get(&t.Node, "type"), `"function"`))
}
