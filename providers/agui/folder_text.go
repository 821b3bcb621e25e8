package agui

import (
	"cmp"
	"strconv"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// olderID is the id of an event of the older reasoning, which has none.
func (f *folder) olderID(e *event) string {
	if e.kind == "THINKING_TEXT_MESSAGE_START" {
		f.thoughts++
	}
	return "thinking_" + strconv.Itoa(max(f.thoughts, 1))
}

// openText opens a text or reasoning message, or continues one that a call has
// made.
func (f *folder) openText(e *event) {
	f.begin(e)
	role := "reasoning"
	if e.entity().kind == aText {
		if role = cmp.Or(e.role, "assistant"); !named(role) {
			f.disorder(note.Recovered, "text message of the role", role)
			role = "assistant"
		}
	}
	m := f.find(e.id)
	switch {
	case m == nil:
		m = &message{Meta: conv.Meta{ID: e.id, Name: e.name}, role: role, hasText: true}
		m.attribute(e)
		m.laid.add(e.metadata)
		f.list.add(m)
	case m.role == "activity":
		f.disorder(note.Dropped, "text of an activity", e.id)
		return
	default:
		f.goOn(m, e)
	}
	f.touch(m)
	f.live.opened(m)
}

// goOn takes the start of a text whose message is known already. Its role and
// its name stay.
func (f *folder) goOn(m *message, e *event) {
	if role := e.role; role != "" && role != m.role {
		f.disorder(note.Recovered, "start of a text of another role than its message:", role)
	}
	if e.name != "" && e.name != m.Name {
		f.notes.Loss(note.CodeName, note.Dropped, -1, "another name of a message:", e.name)
	}
	f.adorn(&m.laid, m, e)
}

// adorn lays an event's metadata over that of a message or one of its calls, which
// has begun.
func (f *folder) adorn(laid *laidOver, m *message, e *event) {
	laid.add(e.metadata)
	f.live.late(m, e.metadata)
}

// attribute sets the subagent of a new message.
func (m *message) attribute(e *event) {
	if e.subagent != "" {
		residue.Set(&m.Node, "subagentRunId", rawjson.Quoted(e.subagent))
	}
}

// touch makes the message one of the current run.
func (f *folder) touch(m *message) {
	if m.run != f.run() || !m.touched {
		m.run, m.touched = f.run(), true
		f.list.touched = append(f.list.touched, m)
	}
}

// run is the number of the run. Events before the first run belong to it.
func (f *folder) run() int { return max(f.runs, 1) }

// laidOver is the metadata of events.
type laidOver []conv.Raw

func (l *laidOver) add(metadata conv.Raw) {
	if metadata != "" && metadata[0] == '{' {
		*l = append(*l, metadata)
	}
}

// settle lays the metadata over that of a node.
func (l *laidOver) settle(n *conv.Node) {
	if len(*l) == 0 {
		return
	}
	var all extension.Extensions
	for _, part := range append([]conv.Raw{residue.Get(n, "metadata")}, *l...) {
		for key, value := range part.Fields {
			all.Set(family, key, value)
		}
	}
	residue.Set(n, "metadata", rawjson.ObjectOf(all.Of(family)))
	*l = nil
}

// add appends to the text of a message. Text for an unknown id is dropped.
func (f *folder) add(e *event) {
	x := e.entity()
	m := f.find(e.id)
	if m == nil || m.role == "activity" {
		f.misplaced(e, "content without a start of a "+x.kind, e.id)
		return
	}
	if !f.isOpen(x) {
		f.disorder(note.Recovered, "content outside its "+x.kind, e.id)
	}
	if m.parts != nil && m.more.Len() == 0 { // the protocol's client would leave them out
		f.disorder(note.Recovered, "text of a message that has parts", m.ID)
	}
	m.hasText = true
	m.more.Add(e.delta)
	f.touch(m)
	f.adorn(&m.laid, m, e)
	f.live.added(m, e.delta)
}

func (f *folder) endText(e *event) {
	if m := f.find(e.id); m != nil && m.role != "activity" {
		f.adorn(&m.laid, m, e)
	}
	f.finish(e)
}

// goesOn reports whether an event continues the entity that chunks opened.
func (f *folder) goesOn(e *event) bool {
	x := e.entity()
	return e.isChunk() && x.kind == f.chunk.kind && (x.id == "" || x.id == f.chunk.id)
}

// closeChunk closes the entity that chunks opened.
func (f *folder) closeChunk() {
	f.close(f.chunk)
	f.chunk = entity{}
}

// takeChunk takes an event that stands for a start, a content and an end.
func (f *folder) takeChunk(e *event) {
	x := e.entity()
	start, add := f.openText, f.add
	if x.kind == aCall {
		start, add = f.openCall, f.addArguments
	}
	if f.chunk.kind == "" {
		switch {
		case x.id == "":
			f.misplaced(e, "chunk without an id:", x.kind)
			return
		case f.isOpen(x): // started, and going on in chunks
		default:
			f.chunk = x
			start(e)
			e.metadata = ""
		}
	}
	if x.id == "" {
		e.id, e.toolCall = f.chunk.id, f.chunk.id
	}
	if e.delta != "" {
		add(e)
	} else if x.kind == aThought && e.hasDelta && f.chunk.kind != "" {
		f.closeChunk()
	}
}
