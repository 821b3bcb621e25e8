package codex

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// item reads an item of the history.
func (d *decoder) item(l *line) {
	payload := d.payload(l)
	read, hint, changed := d.short(l, payload)
	m, err := d.read(l, read, changed)
	if err != nil || m == nil && !d.isOpen() {
		d.notes.Loss(note.CodeHistory, note.Dropped, l.at, "item that cannot be read", l.what)
		d.keep(l)
		return
	}
	s := slot{message: m, item: payload, last: true, time: l.time}
	whole := !d.notes.WantKeysOnly()
	if whole {
		s.marks = marksOf(payload)
	}
	if m == nil {
		last := &d.slots[len(d.slots)-1]
		last.last = false
		s.message = last.message
		d.slots = append(d.slots, s)
	} else {
		d.begin(m, &s, l)
	}
	n := len(d.slots) - 1
	if n == 0 {
		d.opening = l
	}
	d.isTold(n)
	d.result(s.message, hint)
	if whole {
		d.slots[n].skeleton = d.skeleton(l, d.usualTime(conv.MetaOf(s.message).Timestamp, l.time))
	}
	d.linkHelper(s.message)
}

// isOpen reports whether the item before belongs to an answer.
func (d *decoder) isOpen() bool {
	if len(d.slots) == 0 {
		return false
	}
	_, ok := d.slots[len(d.slots)-1].message.(*conv.AssistantMessage)
	return ok
}

// short is an item as the API takes it, the hint that the change leaves, and
// whether there is a change.
func (d *decoder) short(l *line, item conv.Raw) (read conv.Raw, hint rawjson.Member, changed bool) {
	switch {
	case l.what == shellCall:
		hint.Key = hintShell
		read, hint.Value, changed = asCall(item)
	case l.what == shellOutput:
		hint.Key = hintResult
		read, hint.Value, changed = asOutput(item)
	case l.object && strings.HasSuffix(l.what, "_output"):
		output := item.Lookup("output")
		return item.With("output", rawjson.Quoted(objectText(output))), rawjson.Member{Key: hintOutput, Value: output}, true
	default:
		read = item
	}
	return read, hint, changed
}

// result sets the hint of an item, and what the file says of a result.
func (d *decoder) result(m conv.Message, hint rawjson.Member) {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		if t := lastCall(m); t != nil && hint.Value != "" {
			t.Extensions.Set(family, hint.Key, hint.Value)
		}
	case *conv.ToolResultMessage:
		if hint.Value != "" {
			m.Extensions.Set(family, hint.Key, hint.Value)
		}
		m.IsError = d.ends.hasFailed(m)
	}
}

// lastCall is the last block of an answer, if it is a call.
func lastCall(m *conv.AssistantMessage) *conv.ToolCall {
	if n := len(m.Content); n > 0 {
		t, _ := m.Content[n-1].(*conv.ToolCall)
		return t
	}
	return nil
}

// read reads the text of an item: that of the line or, if it was changed, one
// beside the input, in which an offset says nothing.
func (d *decoder) read(l *line, item conv.Raw, changed bool) (conv.Message, error) {
	r := d.items
	if changed {
		r.Reset(rawjson.BytesOf(string(item)))
	} else {
		r.Reset(d.data)
		r.Rewind(l.payload)
	}
	r.Trust() // outlines read all
	m := d.thread.Message(r)
	notes := r.Notes.List()
	*r.Notes = note.Notes{Arena: r.Arena}
	for _, n := range notes {
		if n.Name == "internal_chat_message_metadata_passthrough" {
			continue // Codex has it for itself
		}
		if changed {
			n.Offset = l.payload
		}
		d.notes.Add(n)
	}
	if changed && m != nil && r.Err() == nil {
		placed(m, l.payload)
	}
	return m, r.Err()
}

// placed sets where a message and its blocks stand.
func placed(m conv.Message, offset int) {
	conv.MetaOf(m).SetOffset(offset)
	for b := range conv.BlocksOf(m) {
		conv.NodeOf(b).SetOffset(offset)
	}
}

// begin adds the message that an item begins.
func (d *decoder) begin(m conv.Message, s *slot, l *line) {
	meta := conv.MetaOf(m)
	if !d.isMadeTime(l.time) {
		meta.Timestamp = session.Time(l.time)
	}
	switch m := m.(type) {
	case *conv.UserMessage:
		m.Injected = d.isInjected(m)
		if s.typed = !m.Injected; s.typed {
			d.turns = append(d.turns, len(d.c.Messages))
		}
	case *conv.AssistantMessage:
		m.Provider, m.Model = d.provider, d.model
	}
	if to := d.moved(m); to != "" {
		p := meta.TreePosition()
		p.Cwd = to
		meta.SetTreePosition(p)
	}
	d.workedIn = d.cwd
	d.c.Messages = append(d.c.Messages, m)
	d.slots = append(d.slots, *s)
}

// isInjected reports whether the program wrote a message in the user's name: no
// event says that somebody typed it.
func (d *decoder) isInjected(m *conv.UserMessage) bool {
	if d.copies.any || d.ours {
		return !d.copies.take(m)
	}
	return isNotTyped(m)
}

// isMadeTime reports whether a time is one that we derived in writing: it has no
// fraction.
func (d *decoder) isMadeTime(literal conv.Raw) bool {
	return d.ours && literal != "" && !strings.Contains(string(literal), ".")
}

// usualTime is the literal that a line of a message has.
func (d *decoder) usualTime(ms int64, literal conv.Raw) conv.Raw {
	if d.isMadeTime(literal) {
		return literal
	}
	return timeLiteral(ms)
}

// typedEvent reads what a user typed from an event, in a file that has no items
// of users.
func (d *decoder) typedEvent(l *line) {
	m := conv.UserText(d.payload(l).Lookup("message").Text())
	m.SetOffset(l.at)
	m.Timestamp = session.Time(l.time)
	m.Extensions.Set(family, hintEvent, d.raw(l))
	d.turns = append(d.turns, len(d.c.Messages))
	d.add(m, slot{message: m, last: true, time: l.time})
}

// linkHelper connects a call that started a helper with the helper's thread,
// which the result names.
func (d *decoder) linkHelper(m conv.Message) {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		if call := lastCall(m); call != nil && call.Name == "spawn_agent" {
			d.spawns[call.ID] = call
		}
	case *conv.ToolResultMessage:
		if call := d.spawns[m.ToolCallID]; call != nil {
			call.Conversation = cmp.Or(helperOf(m), call.Conversation)
		}
	}
}

// startedIn is the thread that an event says a call started: it is the activity, or an
// item that is one.
func startedIn(payload conv.Raw) (call, thread string) {
	at := cmp.Or(payload.Lookup("item"), payload)
	if at.Lookup("kind").Text() == "started" {
		call, thread = cmp.Or(at.Lookup("event_id").Text(), at.Lookup("id").Text()), at.Lookup("agent_thread_id").Text()
	}
	return call, thread
}

// helperOf is the thread that the result of spawn_agent names.
func helperOf(m *conv.ToolResultMessage) string {
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok && strings.HasPrefix(t.Text, "{") && rawjson.NewCursor([]byte(t.Text)).End() != nil {
			c := rawjson.NewCursor([]byte(t.Text))
			if raw := c.Raw(); c.End() == nil {
				return raw.Lookup("agent_id").Text()
			}
		}
	}
	return ""
}

// compaction reads the line that replaces the history so far.
func (d *decoder) compaction(l *line) {
	payload := d.payload(l)
	if isSealed(payload) {
		d.custom(l, kindCompacted)
		return
	}
	m := &conv.CompactionSummary{}
	m.SetOffset(l.at)
	var more []rawjson.Member
	for key, value := range payload.Fields {
		if key == "message" && strings.HasPrefix(string(value), `"`) {
			m.Summary = value.Text()
		} else {
			more = append(more, rawjson.Member{Key: key, Value: value})
		}
	}
	if m.Summary == "" {
		if m.Summary = summaryIn(payload); m.Summary != "" {
			m.Extensions.Set(family, hintUnsaid, "true")
		}
	}
	if len(more) != 1 || more[0].Key != "replacement_history" || more[0].Value != replacement(m.Summary) {
		m.Details = rawjson.ObjectOf(more)
	}
	if !d.isMadeTime(l.time) {
		m.Timestamp = session.Time(l.time)
	}
	d.add(m, slot{message: m, last: true, time: l.time, skeleton: d.skeleton(l, d.usualTime(m.Timestamp, l.time))})
	d.keptUsers(m, l.at)
}

// isSealed reports whether only the vendor can read the summary of a compaction: it
// replaces nothing for anybody else.
func isSealed(payload conv.Raw) bool {
	sealed := false
	for item := range payload.Lookup(keptHistory).Elements {
		sealed = sealed || strings.HasPrefix(item.Lookup("type").Text(), "compaction") && item.Lookup("encrypted_content") != ""
	}
	return sealed && payload.Lookup("message").Text() == ""
}

// summaryIn is the summary that the history after a compaction ends with. Newer versions
// say it only there.
func summaryIn(payload conv.Raw) string {
	text := ""
	for item := range payload.Lookup(keptHistory).Elements {
		if text = ""; item[0] == '{' {
			text = textOf(item)
		}
	}
	if !strings.HasPrefix(text, "Another language model started to solve this problem") {
		return ""
	}
	return text
}

// replacement is the history that a summary stands for: one message.
func replacement(summary string) conv.Raw {
	return `[{"type":"message","role":"user","content":[{"type":"input_text","text":` + rawjson.Quoted(summary) + `}]}]`
}

// objectText is the text of an output that is an object, as third parties and
// older versions wrote it.
func objectText(object conv.Raw) string {
	for _, key := range [...]string{"content", "text", "output"} {
		if v := object.Lookup(key); strings.HasPrefix(string(v), `"`) {
			return v.Text()
		}
	}
	return string(object)
}
