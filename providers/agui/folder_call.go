package agui

import (
	"errors"

	"convo/conv"
)

// openCall puts a call into the message that it names, else into a new one. A
// known call is started again.
func (f *folder) openCall(e event) {
	f.begin(e)
	if m, t := f.call(e.toolCall); t != nil {
		t.Name = e.name
		mergeMetadata(&t.Node, e.metadata)
		f.touch(m)
		return
	}
	m := f.parent(e)
	f.touch(m)
	t := &call{ToolCall: &conv.ToolCall{ID: e.toolCall, Name: e.name}}
	mergeMetadata(&t.Node, e.metadata)
	m.calls = append(m.calls, t)
	f.list.call(m, t)
	residue.Drop(&m.Node, hintNoCalls)
	f.live.called(m, t)
}

// parent is the message that a call belongs to. It makes a missing one.
func (f *folder) parent(e event) *message {
	id := e.parent
	if m := f.find(id); id != "" && m != nil {
		if m.role == "assistant" {
			return m
		}
		f.disorder(conv.Recovered, "parent of a tool call with the role "+m.role+":", id)
		id = ""
	}
	if id == "" {
		id = e.toolCall
	}
	m := &message{id: id, role: "assistant"}
	m.attribute(e)
	f.list.add(m)
	return m
}

func (f *folder) addArguments(e event) {
	m, t := f.call(e.toolCall)
	if t == nil {
		f.disorder(conv.Dropped, "arguments without a start of a "+aCall, e.toolCall)
		return
	}
	if !f.open.has(e.entity()) {
		f.disorder(conv.Recovered, "content outside its "+aCall, e.toolCall)
	}
	t.more.WriteString(e.delta)
	mergeMetadata(&t.Node, e.metadata)
	f.touch(m)
	f.live.argued(m, t, e.delta)
}

func (f *folder) endCall(e event) {
	f.finish(e)
	if _, t := f.call(e.toolCall); t != nil {
		mergeMetadata(&t.Node, e.metadata)
	}
}

// result puts a tool's result after the message of its call and the results
// there, or at the end if no message has the call.
func (f *folder) result(e event) {
	m := &message{id: e.id, role: "tool", callID: e.toolCall}
	r := newReader([]byte(e.payload), f.notes)
	r.Streamed = true
	if e.payload == "" {
		m.hasText = true
	} else if r.content(m); r.End() != nil {
		f.err = r.End()
		return
	}
	if raw := e.extraOf("error"); raw != "" && raw[0] == '"' {
		m.failure = raw
	}
	m.attribute(e)
	m.merge(e.metadata)
	owner, _ := f.call(e.toolCall)
	f.list.result(owner, m)
	f.live.whole(m)
}

// encrypted attaches an opaque value to a call or a message.
func (f *folder) encrypted(e event) {
	if e.subtype == "tool-call" {
		if _, t := f.call(e.id); t != nil {
			t.ThoughtSignature = e.delta
			return
		}
	} else if m := f.find(e.id); m != nil && m.role != "activity" {
		m.encrypted = e.delta
		f.live.sealed(m)
		return
	}
	f.disorder(conv.Dropped, "encrypted value of an unknown message or call:", e.id)
}

// activity makes an activity, or changes its content.
func (f *folder) activity(e event) {
	m := f.find(e.id)
	switch {
	case m == nil:
		m = &message{id: e.id, role: "activity"}
		f.list.add(m)
	case !e.replace:
		m.merge(e.metadata)
		return
	case m.role != "activity":
		f.disorder(conv.Dropped, "message that an activity replaces:", e.id)
		f.list.replace(m, message{id: e.id, role: "activity"})
	default:
		residue.Drop(&m.Node, "subagentRunId")
	}
	m.activity, m.payload, m.patched = e.activity, e.payload, nil
	m.attribute(e)
	m.merge(e.metadata)
	f.live.whole(m)
}

func (f *folder) activityDelta(e event) {
	m := f.find(e.id)
	if m == nil || m.role != "activity" {
		f.disorder(conv.Dropped, "patch of an unknown activity:", e.id)
		return
	}
	m.merge(e.metadata)
	if m.patched == nil {
		m.patched = newDocument(m.payload, &f.room)
	}
	err := m.patched.patch(e.payload)
	if err == nil && m.patched.root.first() != '{' {
		m.patched.restore()
		err = errNoObject
	}
	if err != nil {
		f.disorder(conv.Dropped, "patch of an activity that does not apply: "+err.Error()+":", e.id)
		return
	}
	if e.activity != "" {
		m.activity = e.activity
	}
}

// errNoObject is the error of a patch after which an activity's content is not
// an object.
var errNoObject = errors.New("the content is no longer an object")

// snapshot replaces the list by that of the snapshot. Messages with a known id
// keep their place. Activities stay, since agents often know nothing of them.
// Reasoning stays if the snapshot has none: the agent may give it other ids.
func (f *folder) snapshot(e event) {
	r := newReader([]byte(e.payload), f.notes)
	r.Streamed = true
	fresh := r.messages()
	if f.err = r.End(); f.err != nil {
		return
	}
	byID := map[string]*message{}
	thinks := false
	for _, m := range fresh {
		byID[m.id] = m
		thinks = thinks || m.role == "reasoning"
	}
	var list []*message
	placed := map[string]bool{}
	for _, m := range f.list.inOrder() {
		stays := m.role == "CUSTOM" || m.role == "activity" || m.role == "reasoning" && !thinks
		switch x, ok := byID[m.id]; {
		case ok && m.role != "CUSTOM":
			x.run = m.run
			f.live.replaced(m, x)
			list = append(list, x)
			placed[m.id] = true
		case stays:
			list = append(list, m)
		default:
			f.notes.Info(conv.CodeHistory, conv.Dropped, -1, "message that a snapshot no longer has:", m.id)
			f.live.replaced(m, nil)
		}
	}
	for _, m := range fresh {
		if !placed[m.id] {
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
