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
	conv.Node // its place and residue
	id, role  string
	name      string
	encrypted string
	redacted  bool   // of reasoning
	text      string // content that is a string
	textNode  conv.Node
	hasText   bool
	more      rawjson.Pieces // what events added to text
	parts     []conv.Block   // content that is a list, else nil
	calls     []*call
	callID    string                 // that a tool message answers
	failure   conv.Raw               // its error, as JSON text
	activity  string                 // the type of an activity
	payload   conv.Raw               // its content, or a whole message of an unknown role
	end       *conv.AssistantMessage // what the end of its run says of it
	run       int                    // the number of the run that added to it
	touched   bool                   // the list knows that
	place     int                    // of it, or of the message before its results, in the list
	patched   *document              // its content, once it is patched
	laid      laidOver               // the metadata of events
	shown     int                    // how much of it was reported live, if it is not repeated
	told      bool                   // it was reported live, as a whole
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
	in record.Reader
}

// Base is what records read with.
func (r *reader) Base() *record.Reader { return &r.in }

// Known keeps a field that is only known.
func (r *reader) Known(n *conv.Node, key string) { r.in.Known(n, key) }

func newReader(data []byte, notes *note.Notes) *reader {
	return &reader{record.NewReader(residue, data, notes)}
}

// Keep keeps a field that the protocol lacks, with a note. Null is absent.
func (r *reader) Keep(n *conv.Node, key string) {
	if !r.in.IsNull() {
		r.in.Keep(n, key)
	}
}

// Tag is the string at a key of the next object, "" without one. It does not
// move on. Often other fields come first, so it reads no further than needed.
func (r *reader) Tag(key string) (tag string) {
	begin := r.in.Offset()
	if at := r.in.Ahead(key); at >= 0 {
		if r.in.Rewind(at); r.in.Kind() == rawjson.String {
			tag = r.in.Str()
		}
		r.in.Rewind(begin)
	}
	return tag
}

// folded reads a list of messages, each on its way into a conversation.
func (r *reader) folded() (f folding) {
	for range r.in.Elements {
		if m := r.message(); m != nil {
			f.add(m)
		}
	}
	return f
}

// messages reads a list of messages.
func (r *reader) messages() (all []*message) {
	for range r.in.Elements {
		if m := r.message(); m != nil {
			all = append(all, m)
		}
	}
	return all
}

// message reads a message. What its role has no place for is residue.
func (r *reader) message() *message {
	at := r.in.Offset()
	if !r.in.WantObject("a message as an object") {
		return nil
	}
	m := &message{}
	if m.role = r.role(at); m.role == "" {
		return nil
	}
	of := objects().messages[m.role]
	if of == nil {
		r.in.SetOffset(&m.Node)
		r.in.Notes.Unknown(at, "role", m.role)
		m.payload = r.in.Raw()
		m.id = m.payload.Lookup("id").Text()
		return m
	}
	record.Read(of, r, m)
	if m.id == "" && residue.Get(&m.Node, record.HintAliases) != "" {
		r.in.Notes.Unknown(at, "message without an id, as of Chat Completions, role", m.role)
	}
	return m
}

// role finds the role of the message that comes next.
func (r *reader) role(at int) string {
	role := r.Tag("role")
	if role == "" {
		r.in.Skip() // its error is more exact
		r.in.Fail(at, "a message without a role")
	}
	return role
}

// says reports whether two messages have the same role, content, calls and
// opaque values.
func (m *message) says(x *message) bool {
	same := m.callID == x.callID && m.failure == x.failure && m.activity == x.activity && m.payload == x.payload
	same = same && m.role == x.role && m.encrypted == x.encrypted && m.content() == x.content() && len(m.parts) == len(x.parts) && len(m.calls) == len(x.calls)
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
	v, older := r.in.Str(), residue.Get(n, hintEncrypted) != ""
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
	if m.failure = ""; r.in.Kind() == rawjson.String {
		m.failure = r.in.Raw()
	} else {
		r.Keep(&m.Node, "error")
	}
}

// content reads what a message says: a string, for some roles a list of
// parts, for an activity an object.
func (r *reader) content(m *message) {
	at, kind := r.in.Offset(), r.in.Kind()
	switch {
	case m.role == "activity" && kind == rawjson.Object:
		m.payload = r.in.Raw()
	case m.role != "activity" && kind == rawjson.String:
		m.hasText = true
		m.text = r.in.Text(&m.textNode)
	case (m.role == "user" || m.role == "tool") && kind == rawjson.Array:
		m.parts = []conv.Block{}
		for range r.in.Elements {
			if b := r.part(); b != nil {
				m.parts = append(m.parts, b)
			}
		}
	default:
		r.in.Fail(at, "content of a message of role %s cannot be %s", m.role, kind)
	}
}

// calls reads an assistant's calls.
func (r *reader) calls(m *message) {
	m.calls = nil
	at := r.in.Offset()
	if k := r.in.Kind(); k != rawjson.Array {
		r.in.Fail(at, "want toolCalls as an array, got %s", k)
		return
	}
	for range r.in.Elements {
		if !r.in.WantObject("a tool call as an object") {
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
	if raw := r.in.Raw(); raw != `"function"` {
		residue.Set(&t.Node, "type", raw)
	}
}

func writeCallType(w *rawjson.Writer, t *call) {
	w.OptRaw("type", cmp.Or(residue.Get(&t.Node, "type"), `"function"`))
}
