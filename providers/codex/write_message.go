package codex

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// message writes the lines of a message, and those after each of them.
func (w *writer) message(slots, next []slot) {
	if len(slots) == 0 {
		return
	}
	kept := elements(conv.MetaOf(slots[0].message).Extensions.Get(family, hintAfter))
	for i := range slots {
		s := &slots[i]
		follows := cmp.Or(firstOf(slots[i+1:]), firstOf(next))
		w.slot(s)
		w.trail.still = i < len(kept) && kept[i] != "null"
		usual := w.trail.after(s, follows)
		if !w.trail.still {
			for _, l := range usual {
				w.line(l)
			}
			continue
		}
		for _, l := range elements(kept[i]) {
			w.kept(l)
		}
		w.typed(s)
	}
	for _, rest := range kept[min(len(slots), len(kept)):] {
		for _, l := range elements(rest) {
			w.kept(l)
		}
	}
}

// kept writes a line that was read, unless it repeats a text that no message has
// any more.
func (w *writer) kept(l conv.Raw) {
	l, stays := unguarded(l)
	if !stays && !w.stays(l) {
		return
	}
	if !w.users && isTypedEvent(l) {
		return // where no item is one of a user, a reader takes events for messages
	}
	w.titled = titleIn([]conv.Raw{l}, w.titled)
	w.line(l)
}

// stays reports whether a kept line is no copy, or one of a text that a message
// still has.
func (w *speech) stays(l conv.Raw) bool {
	if !mentions(l, copying...) {
		return true
	}
	text, ok := copied(l.Lookup("payload"))
	if !ok {
		return true
	}
	if w.said == nil {
		w.said = saidTexts(w.messages)
	}
	return w.said[text]
}

// speech is what messages say.
type speech struct {
	messages []conv.Message
	said     map[string]bool // their texts, once somebody asks
	users    bool            // some message is an item of a user
}

func speechOf(messages []conv.Message) *speech {
	return &speech{messages: messages, users: slices.ContainsFunc(messages, isUserItem)}
}

// isUserItem reports whether a message is a user's, and not only an event.
func isUserItem(m conv.Message) bool {
	u, ok := m.(*conv.UserMessage)
	return ok && u.Extensions.Get(family, hintEvent) == "" && !isKept(m)
}

// isTypedEvent reports whether a line is the event of what a user typed.
func isTypedEvent(l conv.Raw) bool {
	outlined, _ := keptLine(l)
	return outlined.kind == kindEvent && outlined.what == "user_message"
}

// typed writes the event of what a user typed, if no line that was read is that
// event: without it, a reader takes the text for the program's.
func (w *writer) typed(s *slot) {
	m, ok := s.message.(*conv.UserMessage)
	if !ok || !s.typed || w.trail.quiet || !w.copied.any || w.copied.take(m) {
		return
	}
	w.line(event(s.time, "user_message", func(out *rawjson.Writer) { out.Field("message", typedBy(m)) }))
}

// readCopies counts the events of what users typed among the lines that were
// read and will be written.
func readCopies(c *conv.Conversation, said *speech) *copies {
	x := newCopies()
	for l, stays := range keptLines(c, "user_message", "item_completed") {
		if !stays && !said.stays(l) {
			continue
		}
		if outlined, payload := keptLine(l); outlined.kind == kindEvent {
			x.add(payload)
		}
	}
	return x
}

// slot writes a line that is an item or another message.
func (w *writer) slot(s *slot) {
	switch m := s.message.(type) {
	case *conv.CustomMessage:
		if s.item == "" {
			w.line(m.Data)
			return
		}
	case *conv.UserMessage:
		if s.item == "" {
			w.event(m)
			return
		}
	case *conv.CompactionSummary:
		w.envelope(s, kindCompacted, compacted(m))
		return
	case *conv.ToolResultMessage:
		if hint := m.Extensions.Get(family, hintResult); hint != "" {
			s.item = outputItem(hint, s.item)
		} else if object := m.Extensions.Get(family, hintOutput); object != "" && objectText(object) == m.Text() {
			s.item = s.item.With("output", object)
		}
	}
	w.envelope(s, kindItem, arranged(s.item, s.marks))
}

// event writes what a user typed where only events say it.
func (w *writer) event(m *conv.UserMessage) {
	line := m.Extensions.Get(family, hintEvent)
	if payload := line.Lookup("payload"); payload.Lookup("message").Text() != m.Text() {
		line = line.With("payload", payload.With("message", rawjson.Quoted(m.Text())))
	}
	w.line(line)
}

// envelope writes a line with its payload.
func (w *writer) envelope(s *slot, kind string, payload conv.Raw) {
	switch {
	case s.skeleton == `"bare"`:
		w.line(payload)
		return
	case !strings.HasPrefix(string(s.skeleton), "{"):
		beginLine(w.Writer, s.time, kind)
		w.Raw(payload)
	default:
		w.BeginObject()
		for key, value := range s.skeleton.Fields {
			if w.Key(key); key == "payload" {
				value = payload
			}
			w.Raw(value)
		}
	}
	w.EndObject()
	if w.form != formDocument {
		w.Text("\n")
	}
}

// compacted is the payload of a summary. Without details, the summary is all of
// the history that it leaves.
func compacted(m *conv.CompactionSummary) conv.Raw {
	details := cmp.Or(m.Details, `{"replacement_history":`+replacement(m.Summary)+`}`)
	said := m.Summary
	if m.Extensions.Get(family, hintUnsaid) != "" && summaryIn(details) == said {
		said = ""
	}
	return rawjson.ObjectOf(append([]rawjson.Member{{Key: "message", Value: rawjson.Quoted(said)}}, details.Members()...))
}
