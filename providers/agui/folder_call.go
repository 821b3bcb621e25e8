package agui

import (
	"cmp"
	"errors"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// openCall puts a call into the message that it names, else into a new one. A
// known call is started again.
func (f *folder) openCall(e *event) {
	f.begin(e)
	if m, t := f.call(e.toolCall); t != nil {
		f.callAgain(m, t, e)
		return
	}
	m := f.parent(e)
	f.touch(m)
	t := &call{ToolCall: &conv.ToolCall{ID: e.toolCall, Name: e.name}}
	t.laid.add(e.metadata)
	m.calls = append(m.calls, t)
	f.list.call(m, t)
	residue.Drop(&m.Node, hintNoCalls)
	f.live.called(m, t)
}

// callAgain takes another start of a call, which may change its name.
func (f *folder) callAgain(m *message, t *call, e *event) {
	if e.name != "" && e.name != t.Name {
		f.notes.Info(note.CodeOrder, note.Renamed, -1, "tool call that starts again as", e.name)
		f.live.changed(e.toolCall)
		t.Name = e.name
	}
	if e.parent != "" && e.parent != m.ID {
		f.disorder(note.Recovered, "other parent of a tool call:", e.parent)
	}
	f.adorn(&t.laid, m, e)
	f.touch(m)
}

// parent is the message that a call belongs to. It makes a missing one.
func (f *folder) parent(e *event) *message {
	id := e.parent
	if m := f.find(id); id != "" && m != nil {
		if m.role == "assistant" {
			return m
		}
		f.disorder(note.Recovered, "parent of a tool call with the role "+m.role+":", id)
		id = ""
	}
	id = cmp.Or(id, e.toolCall)
	m := &message{Meta: conv.Meta{ID: id}, role: "assistant"}
	m.attribute(e)
	f.list.add(m)
	return m
}

func (f *folder) addArguments(e *event) {
	m, t := f.call(e.toolCall)
	if t == nil {
		f.misplaced(e, "arguments without a start of a "+aCall, e.toolCall)
		return
	}
	if !f.isOpen(e.entity()) {
		f.disorder(note.Recovered, "content outside its "+aCall, e.toolCall)
	}
	if e.odd != "" {
		f.notes.Info(note.CodeArguments, note.Recovered, -1, "arguments given as an object", "")
	}
	t.more.Add(e.delta)
	f.adorn(&t.laid, m, e)
	f.touch(m)
	f.live.argued(m, t, e.delta)
}

func (f *folder) endCall(e *event) {
	f.finish(e)
	if m, t := f.call(e.toolCall); t != nil {
		f.adorn(&t.laid, m, e)
	}
}

// result puts a tool's result after the message of its call and the results
// there, or at the end if no message has the call.
func (f *folder) result(e *event) {
	m := &message{Meta: conv.Meta{ID: e.id}, role: "tool", callID: e.toolCall}
	switch {
	case e.payload == "":
		m.hasText = true
	case e.payload[0] == '"':
		m.hasText, m.text = true, e.said
		m.textNode.Spelled().Set(e.said, rawjson.Spelling(e.payload))
	default:
		r := f.reading(e.payload)
		if r.content(m); r.In.End() != nil {
			f.err = inField("content", []byte(e.payload), r.In.End())
			return
		}
	}
	if raw := e.extraOf("error"); raw != "" && raw[0] == '"' {
		m.failure = raw
	}
	m.attribute(e)
	m.laid.add(e.metadata)
	owner, _ := f.call(e.toolCall)
	f.list.result(owner, m)
	f.live.whole(m)
}

// encrypted attaches an opaque value to a call or a message.
func (f *folder) encrypted(e *event) {
	if e.subtype == "tool-call" {
		if m, t := f.call(e.id); t != nil {
			t.ThoughtSignature = e.delta
			f.live.sealedCall(m, t)
			return
		}
	} else if m := f.find(e.id); m != nil && m.role != "activity" {
		m.EncryptedValue = e.delta
		f.live.sealed(m)
		return
	}
	f.misplaced(e, "encrypted value of an unknown message or call:", e.id)
}

// activity makes an activity, or changes its content.
func (f *folder) activity(e *event) {
	m := f.find(e.id)
	switch {
	case m == nil:
		m = &message{Meta: conv.Meta{ID: e.id}, role: "activity"}
		f.list.add(m)
	case !e.replace:
		m.laid.add(e.metadata)
		if m.patched != nil || m.role != "activity" || m.payload != e.payload {
			f.notes.Info(note.CodeHistory, note.Dropped, -1, "content of an activity that another message precedes:", e.id)
		}
		return
	case m.role != "activity":
		f.disorder(note.Dropped, "message that an activity replaces:", e.id)
		f.list.replace(m, message{Meta: conv.Meta{ID: e.id}, role: "activity"})
	default:
		residue.Drop(&m.Node, "subagentRunId")
	}
	m.activity, m.payload, m.patched = e.activity, e.payload, nil
	m.attribute(e)
	m.laid.add(e.metadata)
	f.live.whole(m)
}

func (f *folder) activityDelta(e *event) {
	m := f.find(e.id)
	if m == nil || m.role != "activity" {
		f.misplaced(e, "patch of an unknown activity:", e.id)
		return
	}
	m.laid.add(e.metadata)
	if m.patched == nil {
		m.patched = newDocument(m.payload, &f.room)
	}
	err := m.patched.patch(e.payload)
	if err == nil && m.patched.root.first() != '{' {
		m.patched.restore()
		err = errNoObject
	}
	if err != nil {
		f.disorder(note.Dropped, "patch of an activity that does not apply: "+err.Error()+":", e.id)
		return
	}
	if e.activity != "" {
		m.activity = e.activity
	}
	f.live.changed(e.id)
}

// errNoObject is the error of a patch after which an activity's content is not
// an object.
var errNoObject = errors.New("the content is no longer an object")

// snapshot replaces the list by that of the snapshot. Messages with a known id
// keep their place. Activities stay, since agents often know nothing of them.
// Reasoning stays if the snapshot has none: the agent may give it other ids.
func (f *folder) snapshot(e *event) {
	r := f.reading(e.payload)
	fresh := slices.Collect(r.messages)
	if f.err = inField("messages", []byte(e.payload), r.In.End()); f.err != nil {
		return
	}
	byID := map[string]*message{}
	thinks := false
	for _, m := range fresh {
		byID[m.ID] = m
		thinks = thinks || m.role == "reasoning"
	}
	var list []*message
	placed := map[string]bool{}
	for _, m := range f.list.inOrder() {
		stays := m.role == "CUSTOM" || m.role == "activity" || m.role == "reasoning" && !thinks
		switch x, ok := byID[m.ID]; {
		case ok && m.role != "CUSTOM":
			x.run = m.run
			f.replaced(m, x)
			list = append(list, x)
			placed[m.ID] = true
		case stays:
			list = append(list, m)
		default:
			f.notes.Info(note.CodeHistory, note.Dropped, -1, "message that a snapshot no longer has:", m.ID)
			f.live.changed(m.ID)
		}
	}
	for _, m := range fresh {
		if !placed[m.ID] {
			list = append(list, m)
			f.live.whole(m)
		}
	}
	f.list = messages{}
	for _, m := range list {
		f.list.add(m)
		if m.touched = false; m.run == f.run() {
			f.touch(m)
		}
	}
}

// replaced notes a message that a snapshot changes.
func (f *folder) replaced(was, is *message) {
	is.end, is.told = was.end, was.told
	if was.says(is) {
		return
	}
	f.notes.Info(note.CodeHistory, note.Dropped, -1, "content that a snapshot replaced, of message", was.ID)
	f.live.changed(was.ID)
}
