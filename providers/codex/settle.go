package codex

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// settle keeps the lines around items, unless they are the usual ones.
func (d *decoder) settle() {
	if d.notes.WantKeysOnly() { // what is kept of lines are hints
		d.settleHead()
		d.leadingPrompt()
		return
	}
	t := &trail{quiet: d.c.Extensions.Get(family, hintForm) != ""}
	next := firstOf(d.slots)
	if !slices.Equal(d.withTitle(t.before(next), next, ""), d.first) {
		d.c.Extensions.Set(family, hintFirst, d.guarded(d.first))
	}
	titled := titleIn(d.first, "")
	lines, after := newHint(hintLines), newHint(hintAfter)
	for i := range d.slots {
		s := &d.slots[i]
		next = firstOf(d.slots[i+1:])
		t.told = &s.lines
		usual := d.withTitle(t.after(s, next), next, titled)
		titled = titleIn(s.lines, titled)
		lines.add(s.skeleton != "" || s.marks != "", s.writeSpelling)
		after.add(!slices.Equal(usual, s.lines), func(w *rawjson.Writer) { d.writeLines(w, s.lines, s.copies > 0) })
		if s.last {
			meta := conv.MetaOf(s.message)
			lines.set(meta)
			after.set(meta)
		}
	}
	d.settleHead()
	d.leadingPrompt()
}

// withTitle adds the line of the title at the end, unless an earlier line says it.
func (d *decoder) withTitle(lines []conv.Raw, next *slot, titled string) []conv.Raw {
	if next != nil || d.c.Title == titled || len(d.slots) > 0 && d.c.Extensions.Get(family, hintForm) != "" {
		return lines
	}
	at := madeTime(firstTime(d.c))
	if n := len(d.slots); n > 0 {
		at = d.slots[n-1].time
	}
	return append(slices.Clone(lines), titleLine(d.c, at))
}

// titleLine is the line that names a thread.
func titleLine(c *conv.Conversation, at conv.Raw) conv.Raw {
	return event(at, "thread_name_updated", func(w *rawjson.Writer) {
		w.Field("thread_id", threadID(c))
		w.Field("thread_name", c.Title)
	})
}

// titleIn is the title that lines give, or the one before.
func titleIn(lines []conv.Raw, before string) string {
	for _, l := range lines {
		if strings.Contains(string(l), "thread_name_updated") && l.Lookup("payload.type").Text() == "thread_name_updated" {
			before = l.Lookup("payload.thread_name").Text()
		}
	}
	return before
}

// writeSpelling writes how the line of an item was written.
func (s *slot) writeSpelling(w *rawjson.Writer) {
	w.BeginArray()
	for _, said := range [...]conv.Raw{s.skeleton, s.marks} {
		w.Raw(cmp.Or(said, "null"))
	}
	w.EndArray()
}

// hint is a hint of one value for each item of a message, null for the usual ones.
type hint struct {
	*rawjson.Writer
	key string
	odd bool // not all are null
}

func newHint(key string) *hint {
	h := &hint{Writer: rawjson.NewWriter(nil), key: key}
	h.BeginArray()
	return h
}

func (h *hint) add(odd bool, write func(*rawjson.Writer)) {
	if h.odd = h.odd || odd; odd {
		write(h.Writer)
	} else {
		h.Null()
	}
}

// set sets the hint, unless all values are null, and begins that of the next message.
func (h *hint) set(m *conv.Meta) {
	if h.EndArray(); h.odd {
		m.Extensions.Set(family, h.key, conv.Raw(h.Bytes()))
	}
	h.Reset()
	h.BeginArray()
	h.odd = false
}

// guarded is lines as a hint.
func (d *decoder) guarded(lines []conv.Raw) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { d.writeLines(w, lines, true) })
}

// writeLines writes lines as a hint. A line that repeats a text which no message has
// stands in a list: it is no copy, and it stays whatever becomes of the texts. copies
// says that there may be some.
func (d *decoder) writeLines(w *rawjson.Writer, lines []conv.Raw, copies bool) {
	w.BeginArray()
	for _, l := range lines {
		alone := copies && (d.isNoCopy(l) || l[0] == '[')
		if alone {
			w.BeginArray()
		}
		w.Raw(l)
		if alone {
			w.EndArray()
		}
	}
	w.EndArray()
}

func (d *decoder) isNoCopy(l conv.Raw) bool {
	text, ok := copied(l.Lookup("payload"))
	return ok && !d.saidTexts()[text]
}

// saidTexts are the texts that messages have, alone and together.
func saidTexts(messages []conv.Message) map[string]bool {
	said := map[string]bool{}
	for _, m := range messages {
		all := texts(m)
		for _, text := range all {
			said[text] = true
		}
		if len(all) > 1 {
			said[strings.Join(all, "\n")] = true
		}
	}
	return said
}

// texts are the texts and the reasoning of a message.
func texts(m conv.Message) (all []string) {
	for b := range conv.BlocksOf(m) {
		switch b := b.(type) {
		case *conv.TextContent:
			all = append(all, b.Text)
		case *conv.ThinkingContent:
			all = append(all, b.Thinking)
		}
	}
	if s, ok := m.(*conv.CompactionSummary); ok {
		all = append(all, s.Summary)
	}
	return all
}

// leadingPrompt makes an instruction that comes first the prompt, if the head
// has none: every format reads it so. Its line is among the first lines.
func (d *decoder) leadingPrompt() {
	c := d.c
	if c.SystemPrompt != "" || len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[0].(*conv.SystemMessage)
	if !ok {
		return
	}
	var all []string
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		if !ok {
			return
		}
		all = append(all, t.Text)
	}
	prompt := strings.Join(all, "\n\n")
	if prompt == "" {
		return
	}
	lines := slices.Concat(d.first, []conv.Raw{d.raw(d.opening)}, d.slots[0].lines)
	c.Extensions.Set(family, hintPrompt, "true")
	c.Extensions.Set(family, hintFirst, d.guarded(lines))
	c.SystemPrompt, c.Messages = prompt, c.Messages[1:]
}
