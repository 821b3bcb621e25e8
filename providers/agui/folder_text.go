package agui

import (
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
)

// withID sets the id of an event of the older reasoning, which has none.
func (f *folder) withID(e event) event {
	if e.id == "" {
		if e.kind == "THINKING_TEXT_MESSAGE_START" {
			f.thoughts++
		}
		e.id = "thinking_" + strconv.Itoa(max(f.thoughts, 1))
	}
	return e
}

// openText opens a text message, or continues one that a call has made.
func (f *folder) openText(e event) {
	f.begin(aText, e.id)
	role := e.role
	if role == "" {
		role = "assistant"
	}
	if !knownRole(role) || role == "tool" || role == "activity" || role == "reasoning" {
		f.disorder(conv.Recovered, "text message of the role", role)
		role = "assistant"
	}
	f.openMessage(e, role)
}

func (f *folder) openThought(e event) {
	f.begin(aThought, e.id)
	f.openMessage(e, "reasoning")
}

func (f *folder) openMessage(e event, role string) {
	m := f.find(e.id)
	if m != nil && m.role == "activity" {
		f.disorder(conv.Dropped, "text of an activity", e.id)
		return
	}
	if m == nil {
		m = &message{id: e.id, role: role, name: e.name, hasText: true}
		m.attribute(e)
		f.list = append(f.list, m)
	}
	f.touch(m)
	m.merge(e.metadata)
	f.live.opened(m)
}

// attribute sets the subagent of a new message.
func (m *message) attribute(e event) {
	if e.subagent != "" {
		residue.Set(&m.Node, "subagentRunId", rawjson.Quoted(e.subagent))
	}
}

// touch makes the message one of the current run.
func (f *folder) touch(m *message) { m.run = f.run() }

// run is the number of the run. Events before the first run belong to it.
func (f *folder) run() int { return max(f.runs, 1) }

// merge lays an event's metadata over that of its message or call, key by key.
func (m *message) merge(metadata conv.Raw) { mergeMetadata(&m.Node, metadata) }

func mergeMetadata(n *conv.Node, metadata conv.Raw) {
	if metadata == "" || metadata[0] != '{' {
		return
	}
	var all conv.Node
	for _, part := range [...]conv.Raw{n.Extensions.Get(family, "metadata"), metadata} {
		if part == "" || part[0] != '{' {
			continue
		}
		c := rawjson.NewCursor([]byte(part))
		for key := range c.Fields {
			residue.Set(&all, key, c.Raw())
		}
	}
	residue.Set(n, "metadata", rawjson.ObjectOf(all.Extensions.Of(family)))
}

// add appends to the text of a message. Text for an unknown id is dropped.
func (f *folder) add(kind string, e event) {
	m := f.find(e.id)
	if m == nil || m.role == "activity" {
		f.disorder(conv.Dropped, "content without a start of a "+kind, e.id)
		return
	}
	if !f.isOpen(kind, e.id) {
		f.disorder(conv.Recovered, "content outside its "+kind, e.id)
	}
	m.addText(f, e.delta)
	f.touch(m)
	m.merge(e.metadata)
	f.live.added(m, e.delta)
}

// addText appends to the text of a message. A text replaces a list of parts.
func (m *message) addText(f *folder, delta string) {
	if m.parts != nil {
		f.notes.Loss(conv.CodeMerge, conv.Dropped, -1, "parts that a text replaced", m.id)
		m.parts = nil
	}
	m.hasText = true
	m.more.WriteString(delta)
}

func (f *folder) endText(kind string, e event) {
	f.finish(kind, e.id)
	if m := f.find(e.id); m != nil && m.role != "activity" {
		m.merge(e.metadata)
	}
}

// goesOn reports whether an event continues the entity that chunks opened.
func (f *folder) goesOn(e event) bool {
	switch e.kind {
	case "TEXT_MESSAGE_CHUNK":
		return f.chunk.kind == aText && (e.id == "" || e.id == f.chunk.id)
	case "REASONING_MESSAGE_CHUNK":
		return f.chunk.kind == aThought && (e.id == "" || e.id == f.chunk.id)
	case "TOOL_CALL_CHUNK":
		return f.chunk.kind == aCall && (e.toolCall == "" || e.toolCall == f.chunk.id)
	}
	return false
}

// closeChunk closes the entity that chunks opened.
func (f *folder) closeChunk() {
	f.finish(f.chunk.kind, f.chunk.id)
	f.chunk = entity{}
}

// takeChunk takes an event that stands for a start, a content and an end.
func (f *folder) takeChunk(e event) {
	x := entity{aText, e.id}
	switch e.kind {
	case "REASONING_MESSAGE_CHUNK":
		x.kind = aThought
	case "TOOL_CALL_CHUNK":
		x = entity{aCall, e.toolCall}
	}
	if f.chunk.kind == "" {
		switch {
		case x.id == "":
			f.disorder(conv.Dropped, "chunk without an id:", x.kind)
			return
		case f.isOpen(x.kind, x.id): // started, and going on in chunks
		default:
			f.chunk = x
			f.openChunk(x.kind, e)
		}
	}
	if x.id == "" {
		e.id, e.toolCall = f.chunk.id, f.chunk.id
	}
	if e.delta == "" {
		if x.kind == aThought && e.hasDelta && f.chunk.kind != "" {
			f.closeChunk()
		}
		return
	}
	if x.kind == aCall {
		e.metadata = ""
		f.addArguments(e)
		return
	}
	e.metadata = ""
	f.add(x.kind, e)
}

func (f *folder) openChunk(kind string, e event) {
	switch kind {
	case aText:
		f.openText(e)
	case aThought:
		f.openThought(e)
	default:
		f.openCall(e)
	}
}
