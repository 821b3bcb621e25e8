package codex

import (
	"bytes"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
	"convo/providers/openairesponses"
)

// decoder reads a rollout.
type decoder struct {
	data   []byte
	notes  *note.Notes
	c      *conv.Conversation
	thread openairesponses.Thread

	again  *rawjson.Cursor // reads again what was checked
	copied *rawjson.Cursor // reads texts that nobody keeps
	items  *conv.Reader    // reads items, with notes of its own

	slots  []slot
	first  []conv.Raw // lines before the first item
	copies *copies
	ours   bool  // we wrote the file
	turns  []int // messages that begin a turn and are still sent
	kept   kept

	contexts
	total    conv.Raw
	spawns   map[string]*conv.ToolCall
	asEvents bool // only events say what users typed
	ends     ends // how calls ended, by events
	told     []told
	said     map[string]bool // see saidTexts
	opening  *line           // the first item
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{
		data: data, notes: notes, c: &conv.Conversation{}, copies: newCopies(), spawns: map[string]*conv.ToolCall{}, ends: ends{},
		again: rawjson.NewTrustedCursor(data), copied: rawjson.NewTrustedCursor(data), items: conv.NewReader(data, family, &note.Notes{}),
	}
	if notes != nil {
		d.again.Arena, d.items.Arena = notes.Arena, notes.Arena
	}
	d.thread.Listed = true
	return format.Single(d.rollout())
}

func (d *decoder) rollout() (*conv.Conversation, error) {
	lines, document, err := d.lines()
	if err != nil {
		return nil, err
	}
	d.c.SetOffset(lines[0].at)
	d.outlineCopies(lines)
	rest := d.head(lines, document)
	d.slots = make([]slot, 0, itemsIn(rest))
	for i := range rest {
		d.line(&rest[i])
	}
	d.tell()
	d.settle()
	d.c.SetSource(d.data)
	return d.c, nil
}

// itemsIn is the number of lines that may be messages.
func itemsIn(lines []line) (n int) {
	for i := range lines {
		if l := &lines[i]; l.kind == kindItem || !silent(l.kind) {
			n++
		}
	}
	return n
}

// lines outlines the lines, or the items of the document that the first versions
// wrote. A broken line is noted.
func (d *decoder) lines() (all []line, document bool, err error) {
	c := rawjson.NewCursor(d.data)
	if c.Kind() == rawjson.Object && c.Ahead("session") >= 0 && isList(d.data, c.Ahead("items")) {
		return d.document(c)
	}
	if all, err = outlines(d.data, d.notes); err != nil {
		return nil, false, err
	}
	if len(all) == 0 || !d.isRollout(all) {
		c = rawjson.NewCursor(d.data)
		c.Fail(c.Offset(), "no line of a rollout: each has a timestamp, a type and a payload")
		return nil, false, c.Err()
	}
	return all, false, nil
}

func isList(data []byte, at int) bool { return at >= 0 && at < len(data) && data[at] == '[' }

// outlines outlines every line. A broken line is noted; it is an error if the
// first one is.
func outlines(data []byte, notes *note.Notes) (all []line, err error) {
	all = make([]line, 0, bytes.Count(data, []byte{'\n'})+1)
	err = session.Values(data, notes, func(c *rawjson.Cursor) {
		if l := outline(c); c.Err() == nil {
			all = append(all, l)
		}
	})
	return all, err
}

// isRollout reports whether some line is one of a rollout, or the first one is
// the head of the first versions.
func (d *decoder) isRollout(all []line) bool {
	if slices.ContainsFunc(all, func(l line) bool { return l.kind != "" }) {
		return true
	}
	head := d.raw(&all[0])
	return all[0].time != "" && head.Lookup("id") != "" && head.Lookup("instructions") != ""
}

// document outlines the items of a document: {"session":{…},"items":[…]}.
func (d *decoder) document(c *rawjson.Cursor) (all []line, document bool, err error) {
	all = append(all, line{at: c.Offset(), payload: -1})
	for key := range c.Fields {
		if key != "items" || c.Kind() != rawjson.Array {
			continue
		}
		for range c.Elements {
			all = append(all, outline(c))
		}
	}
	all[0].end, all[0].spaced = c.Offset(), true
	return all, true, c.End()
}

// raw is the text of a line.
func (d *decoder) raw(l *line) conv.Raw { return d.text(l, l.at, l.end) }

// payload is the text of the payload of a line.
func (d *decoder) payload(l *line) conv.Raw { return d.text(l, l.payload, l.closed) }

func (d *decoder) text(l *line, from, to int) conv.Raw {
	if l.spaced {
		d.again.Rewind(from)
		return d.again.Raw()
	}
	return conv.Raw(rawjson.TextOf(d.data[from:to]))
}

// outlineCopies counts what users typed by the events, and takes how calls ended.
func (d *decoder) outlineCopies(lines []line) {
	items := false
	for i := range lines {
		switch l := &lines[i]; {
		case l.kind == kindEvent && (l.what == "user_message" || l.what == "item_completed" || isEnd(l.what)):
			payload := d.payload(l)
			d.copies.add(payload)
			d.ends.addLine(payload)
		case l.kind == kindItem && (l.role == "user" || l.what == "agent_message"):
			items = true
		}
	}
	d.asEvents = d.copies.any && !items
}

// line reads a line after the head.
func (d *decoder) line(l *line) {
	switch {
	case l.kind == kindItem && l.what != "token_count":
		d.item(l)
	case l.kind == kindCompacted:
		d.compaction(l)
	case l.kind == kindEvent && l.what == "thread_rolled_back":
		d.rollBack(l)
	case l.kind == kindEvent && l.what == "user_message" && d.asEvents:
		d.typedEvent(l)
	case l.kind == kindContext || l.kind == kindEvent && l.what == settings:
		d.contexts.line(l, d.payload(l))
		d.keep(l)
	case l.kind == kindEvent || l.kind == kindItem:
		switch l.what {
		case "thread_name_updated":
			d.c.Title = d.textAt(l, "thread_name")
		case "token_count":
			d.counts(l)
		case activity, "item_completed":
			if len(d.spawns) > 0 {
				id, thread := startedIn(d.payload(l))
				if call := d.spawns[id]; call != nil && thread != "" {
					call.Conversation = thread
				}
			}
		}
		d.keep(l)
	case silent(l.kind):
		d.keep(l)
	case l.kind == "" || l.kind == "record":
		d.notes.Unknown(l.at, "line", l.kind)
		d.keep(l)
	default:
		d.notes.Unknown(l.at, "line", l.kind)
		d.custom(l, l.kind)
	}
}

// keep keeps a line that no model sees with the item before it.
func (d *decoder) keep(l *line) {
	copies := d.tells(l)
	n := len(d.slots)
	if n > 0 && (copies || d.data[l.at] == '[') {
		d.slots[n-1].copies++
	}
	switch {
	case d.notes.WantKeysOnly():
	case n > 0:
		d.slots[n-1].lines = append(d.slots[n-1].lines, d.raw(l))
	default:
		d.first = append(d.first, d.raw(l))
	}
}

// saidTexts are the texts that messages have, once all are read.
func (d *decoder) saidTexts() map[string]bool {
	if d.said == nil {
		d.said = saidTexts(d.c.Messages)
	}
	return d.said
}

// custom makes a message of a line that is not an item.
func (d *decoder) custom(l *line, kind string) {
	m := &conv.CustomMessage{CustomType: family + "." + kind, Data: d.raw(l)}
	m.SetOffset(l.at)
	d.add(m, slot{message: m, last: true, time: l.time})
}

// add adds a message that is a line of its own.
func (d *decoder) add(m conv.Message, s slot) {
	d.thread.Break()
	d.c.Messages = append(d.c.Messages, m)
	d.slots = append(d.slots, s)
}

// settings is an event that says with what the next turns run.
const settings = "thread_settings_applied"

// activity is an event that says what a helper does.
const activity = "sub_agent_activity"

// providerOf is who serves the models of a session, as its head says.
func providerOf(head conv.Raw) string { return head.Lookup("payload.model_provider").Text() }

// counts reads counts. Those with the total of the last ones are a repetition.
func (d *decoder) counts(l *line) {
	c := d.copied
	if !d.find(l, "info") {
		return
	}
	var total conv.Raw
	var last *conv.Usage
	for key := range c.FieldsOnly {
		switch key {
		case "total_token_usage":
			total = c.Raw()
		case "last_token_usage":
			last = readUsage(c)
		}
	}
	if last != nil && total != d.total {
		d.total = total
		d.spend(last)
	}
}

// spend gives counts to the last answer.
func (d *decoder) spend(u *conv.Usage) {
	if u.IsZero() {
		return
	}
	for i := len(d.slots) - 1; i >= 0; i-- {
		if a, ok := d.slots[i].message.(*conv.AssistantMessage); ok {
			if a.Usage != nil {
				u.Add(a.Usage)
			}
			a.Usage = u
			return
		}
	}
}
