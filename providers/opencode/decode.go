package opencode

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decode reads a session.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{in: record.NewReader(own, data, notes)}
	if d.in.Kind() != rawjson.Array {
		return d.read()
	}
	first := d.in.RawAt(d.in.Offset()).Lookup("0")
	if first.Lookup("parts") == "" {
		return shared(d, notes)
	}
	return d.listed(first)
}

// decoder reads one session.
type decoder struct {
	in      record.Reader
	out     *conv.Conversation
	id      string // of the message at hand
	asked   string // the id of the last message of the user
	index   int    // of the part at hand
	pending *request

	tokens, cost conv.Raw // of the answer at hand, as they were written

	undone                   bool // what comes now is reverted
	undoneFrom, undoneAtPart string
}

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

// Keep keeps a field that is not described.
func (d *decoder) Keep(n *conv.Node, key string) { d.in.Keep(n, key) }

// Known keeps a field that is only known.
func (d *decoder) Known(n *conv.Node, key string) { d.in.Known(n, key) }

// request is a message that asks for a compaction.
type request struct {
	raw conv.Raw
	at  int
}

func (d *decoder) read() iter.Seq2[*conv.Conversation, error] {
	at := d.in.Offset()
	if !d.in.WantObject("a session") {
		return d.in.One(nil)
	}
	d.begin(at)
	info, messages, all, parts := -1, -1, false, false
	for key := range d.in.Fields {
		switch key {
		case "info":
			info = d.in.Offset()
			d.in.Skip()
		case "messages":
			messages = d.in.Offset()
			if all = info >= 0; all {
				d.session(info, messages)
			} else {
				d.in.Skip()
			}
		case "todos":
			own.Set(&d.out.Node, topPrefix+key, d.in.Raw())
		case "parts": // the message alone, which the server answers
			parts = true
			d.in.Skip()
		default:
			d.in.Notes.Unknown(d.in.Offset(), "field", key)
			own.Set(&d.out.Node, topPrefix+key, d.in.Raw())
		}
	}
	end := d.in.Offset()
	switch {
	case info >= 0 && parts && messages < 0:
		d.of(d.in.RawAt(info))
		d.in.Rewind(at)
		d.message()
	case info < 0 || messages < 0:
		d.in.Fail(at, "a session has info and messages")
		return d.in.One(nil)
	case !all: // the info comes last
		d.session(info, messages)
		d.in.Rewind(end)
	}
	return d.done()
}

// listed reads messages without their session, as the server lists them.
func (d *decoder) listed(first conv.Raw) iter.Seq2[*conv.Conversation, error] {
	d.begin(d.in.Offset())
	d.of(first.Lookup("info"))
	d.session(-1, d.in.Offset())
	return d.done()
}

// of takes the session that a message names.
func (d *decoder) of(info conv.Raw) { d.out.ID = info.Lookup("sessionID").Text() }

func (d *decoder) done() iter.Seq2[*conv.Conversation, error] {
	grouped(d.out.Messages)
	if id, part := undoneFrom(d.out.Messages); id != "" && !part && own.Get(&d.out.Node, "revert") == revertTo(id) {
		own.Drop(&d.out.Node, "revert")
	}
	settle(d.out)
	return d.in.One(d.out)
}

// session reads the info of a session, -1 for none, and its messages, given where
// they are.
func (d *decoder) session(info, messages int) {
	if info >= 0 {
		d.in.Rewind(info)
		if d.in.WantObject("the info of a session") {
			record.Read(objects().session, d, d.out)
			d.revert()
		}
	}
	d.in.Rewind(messages)
	if k := d.in.Kind(); d.in.Err() == nil && k != rawjson.Array {
		d.in.Refuse("want the messages as an array, got %s", k)
	}
	for range d.in.Elements {
		d.message()
	}
	d.flush()
}

func (d *decoder) begin(at int) {
	d.out = &conv.Conversation{Session: &conv.Session{Agent: family}}
	d.out.SetOffset(at)
	d.hint(&d.out.Node, hintOwn, "true")
}

// revert takes what the session says is undone.
func (d *decoder) revert() {
	r := own.Get(&d.out.Node, "revert")
	d.undoneFrom, d.undoneAtPart = r.Lookup("messageID").Text(), r.Lookup("partID").Text()
}

// parent reads the session that a helper works for.
func (d *decoder) parent(c *conv.Conversation) {
	if id := d.in.Str(); id != "" {
		c.Session.Parent = &conv.ParentSession{Session: id}
	}
}

func writeParent(w *rawjson.Writer, c *conv.Conversation) {
	if p := c.Session.Parent; p != nil && p.Session != "" {
		w.Field("parentID", p.Session)
	}
}

func (d *decoder) sessionTime(c *conv.Conversation) {
	raw := d.in.Raw()
	c.Session.Started, c.Session.Updated = milliseconds(raw.Lookup("created")), milliseconds(raw.Lookup("updated"))
	if raw != sessionTimes(c.Session) {
		d.hint(&c.Node, hintTime, raw)
	}
}

func writeSessionTime(w *rawjson.Writer, c *conv.Conversation) {
	if own.Get(&c.Node, "time") != "" { // of another kind
		return
	}
	raw := own.Get(&c.Node, hintTime)
	if raw == "" || milliseconds(raw.Lookup("created")) != c.Session.Started || milliseconds(raw.Lookup("updated")) != c.Session.Updated {
		raw = sessionTimes(c.Session)
	}
	w.RawField("time", raw)
}

func sessionTimes(s *conv.Session) conv.Raw {
	return times("created", s.Started, "updated", s.Updated)
}

// milliseconds is a time in Unix milliseconds, 0 for anything else.
func milliseconds(r conv.Raw) int64 {
	if r == "" || r[0] == '"' {
		return 0
	}
	i, _ := conv.Number(r).Int()
	return i
}

// readTime takes the time of a node at a key, and keeps the times if they say more.
func (d *decoder) readTime(n *conv.Node, key string, at *int64) {
	raw := d.in.Raw()
	*at = milliseconds(raw.Lookup(key))
	if d.hints() && raw != timeAt(key, *at) {
		own.Set(n, hintTime, raw)
	}
}

func timeAt(key string, at int64) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) { w.IntField(key, at) })
}

// times is an object of two times.
func times(first string, at int64, second string, then int64) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.IntField(first, at)
		w.IntField(second, then)
	})
}

// implied reads an id that follows from what stands around it, and keeps another.
func (d *decoder) implied(n *conv.Node, key, want string) {
	if raw := d.in.Raw(); !isText(raw, want) {
		own.Set(n, key, raw)
	}
}

// partID reads the id of a part, which is kept unless it follows from its place.
func (d *decoder) partID(n *conv.Node) {
	if raw := d.in.Raw(); d.hints() && !isText(raw, partID(d.id, d.index)) {
		own.Set(n, hintID, raw)
	}
}

// isText reports whether a value is a string with a text.
func isText(raw conv.Raw, text string) bool {
	return len(raw) == len(text)+2 && string(raw[1:len(raw)-1]) == text && !strings.Contains(text, `\`) || raw == rawjson.Quoted(text)
}

// hints reports whether anybody looks at hints.
func (d *decoder) hints() bool { return !d.in.Notes.WantKeysOnly() }

func (d *decoder) hint(n *conv.Node, key string, value conv.Raw) {
	if d.hints() {
		own.Set(n, key, value)
	}
}

// settle sorts what the nodes of a session keep.
func settle(c *conv.Conversation) {
	own.Settle(&c.Node)
	for _, m := range c.Messages {
		own.Settle(&conv.MetaOf(m).Node)
		for b := range conv.BlocksOf(m) {
			own.Settle(conv.NodeOf(b))
		}
	}
}
