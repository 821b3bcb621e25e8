package codex

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
	"convo/providers/openairesponses"
)

// writer writes a rollout.
type writer struct {
	*rawjson.Writer
	c      *conv.Conversation
	thread openairesponses.Thread
	trail  trail
	form   string

	*speech
	out    *rawjson.Writer // memory for an item
	copied *copies         // what events that were read say that users typed
	last   int64           // the last time, in Unix milliseconds
	titled string          // the title that the lines so far say
}

// write writes a rollout: the head, then each item with the lines around it.
func write(out *rawjson.Writer, c *conv.Conversation) {
	if list := withoutKept(c.Messages); len(list) < len(c.Messages) {
		x := *c
		x.Messages = list
		c = &x
	}
	w := &writer{Writer: out, c: c, form: c.Extensions.Get(family, hintForm).Text(), last: firstTime(c), speech: speechOf(c.Messages), out: rawjson.NewWriter(nil)}
	w.copied = readCopies(c, w.speech)
	w.trail.quiet = w.form != ""
	w.begin()
	slots := w.ahead(0)
	w.first(slots)
	for i := range c.Messages {
		next := w.ahead(i + 1)
		w.message(slots, next)
		slots = next
	}
	w.end()
}

// ahead is the items of a message, nil after the last one.
func (w *writer) ahead(i int) []slot {
	if i >= len(w.c.Messages) {
		return nil
	}
	m := w.c.Messages[i]
	meta := conv.MetaOf(m)
	user, ok := m.(*conv.UserMessage)
	typed := ok && !user.Injected && meta.Extensions.Get(family, hintEvent) == ""
	var at conv.Raw
	if meta.Timestamp == 0 {
		at = madeTime(w.last)
	} else {
		w.last, at = meta.Timestamp, timeLiteral(meta.Timestamp)
	}
	slots := w.slots(m, at)
	for i := range slots {
		slots[i].typed = typed
		slots[i].last = i == len(slots)-1
	}
	spell(slots, meta)
	return slots
}

// slots is the lines of a message: its items, or one line that is not an item.
func (w *writer) slots(m conv.Message, at conv.Raw) (slots []slot) {
	if !isItem(m) {
		return []slot{{message: m, time: at}}
	}
	w.thread.WriteMessage(w.out, m, func(item func()) {
		w.out.Reset()
		item()
		slots = append(slots, slot{message: m, time: at, item: conv.Raw(w.out.Bytes())})
	})
	if a, ok := m.(*conv.AssistantMessage); ok {
		shellItems(a, slots)
	}
	return slots
}

// spell gives items the spelling of their lines, if there are still as many.
func spell(slots []slot, meta *conv.Meta) {
	spellings := elements(meta.Extensions.Get(family, hintLines))
	if len(spellings) != len(slots) {
		return
	}
	for i, pair := range spellings {
		s, skeleton, marks := &slots[i], pair.Lookup("0"), pair.Lookup("1")
		if marks != "null" {
			s.marks = marks
		}
		literal := skeleton.Lookup("timestamp")
		if skeleton == "null" || marks == "" || i == 0 && literal != "" && session.Time(literal) != meta.Timestamp {
			continue // as usual, or the message has another time now
		}
		if s.skeleton = skeleton; literal != "" {
			s.time = literal
		}
	}
}

// elements are the elements of a list, nil of anything else.
func elements(raw conv.Raw) []conv.Raw { return slices.Collect(raw.Elements) }

// unguarded is a kept line, and whether it stays whatever becomes of the texts.
func unguarded(l conv.Raw) (line conv.Raw, stays bool) {
	if list := elements(l); len(list) == 1 {
		return list[0], true
	}
	return l, false
}

// keptLines passes the lines that a conversation keeps and that mention one of some
// words, as [unguarded] has them.
func keptLines(c *conv.Conversation, words ...string) iter.Seq2[conv.Raw, bool] {
	return func(yield func(conv.Raw, bool) bool) {
		lists := []conv.Raw{c.Extensions.Get(family, hintFirst)}
		for i := 0; ; i++ {
			for _, list := range lists {
				for _, l := range elements(list) {
					if mentions(l, words...) && !yield(unguarded(l)) {
						return
					}
				}
			}
			if i == len(c.Messages) {
				return
			}
			if lists = nil; mentions(conv.MetaOf(c.Messages[i]).Extensions.Get(family, hintAfter), words...) {
				lists = elements(conv.MetaOf(c.Messages[i]).Extensions.Get(family, hintAfter))
			}
		}
	}
}

// mentions reports whether one of some words is in a text: most lines need no closer
// look.
func mentions(text conv.Raw, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(string(text), word) })
}

// begin writes the head.
func (w *writer) begin() {
	head := w.c.Extensions.Get(family, hintMeta)
	switch {
	case w.form == formHeadless:
	case w.form == formDocument && head != "":
		w.BeginObject()
		for key, value := range head.Fields {
			if key == "items" {
				break
			}
			w.RawField(key, value)
		}
		w.ArrayField("items")
	case w.form == formBare && head != "":
		w.line(head)
	default:
		w.form = ""
		w.Raw(headOf(w.c, w.promptIsItem()))
		w.Text("\n")
	}
}

// end writes the title, if no line says it, and closes a document.
func (w *writer) end() {
	if w.titled != w.c.Title && w.c.Title != "" && w.form == "" {
		w.line(titleLine(w.c, w.lastTime()))
	}
	if w.form != formDocument {
		return
	}
	w.EndArray()
	after := false
	for key, value := range w.c.Extensions.Get(family, hintMeta).Fields {
		if after {
			w.RawField(key, value)
		}
		after = after || key == "items"
	}
	w.EndObject()
	w.Text("\n")
}

// lastTime is the literal of the time of the last message.
func (w *writer) lastTime() conv.Raw {
	n := len(w.c.Messages)
	if n > 0 && conv.MetaOf(w.c.Messages[n-1]).Timestamp != 0 {
		return timeLiteral(w.last)
	}
	return madeTime(w.last)
}

// line writes a line.
func (w *writer) line(raw conv.Raw) {
	w.Raw(raw)
	if w.form != formDocument {
		w.Text("\n")
	}
}

// promptIsItem reports whether the prompt is still an item among the first
// lines.
func (w *writer) promptIsItem() bool {
	if w.c.Extensions.Get(family, hintPrompt) == "" {
		return false
	}
	return slices.ContainsFunc(elements(w.c.Extensions.Get(family, hintFirst)), func(l conv.Raw) bool {
		text, ok := instruction(l)
		return ok && text == w.c.SystemPrompt
	})
}

// instruction is the text of a line that is an instruction.
func instruction(l conv.Raw) (text string, ok bool) {
	payload := l.Lookup("payload")
	payload = cmp.Or(payload, l)
	switch payload.Lookup("role").Text() {
	case "system", "developer":
		var all []string
		for part := range payload.Lookup("content").Elements {
			all = append(all, part.Lookup("text").Text())
		}
		return strings.Join(all, "\n\n"), true
	}
	return "", false
}

// first writes the lines before the first item.
func (w *writer) first(next []slot) {
	kept := w.c.Extensions.Get(family, hintFirst)
	w.trail.still = kept != ""
	usual := w.trail.before(firstOf(next))
	if kept == "" {
		for _, l := range usual {
			w.line(l)
		}
		return
	}
	for _, l := range elements(kept) {
		if text, ok := instruction(l); ok && text != w.c.SystemPrompt && w.c.Extensions.Get(family, hintPrompt) != "" {
			continue
		}
		w.kept(l)
	}
}

func firstOf(slots []slot) *slot {
	if len(slots) == 0 {
		return nil
	}
	return &slots[0]
}
