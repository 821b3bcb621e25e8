package claudecode

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// writeLines writes a session as lines, each after the one that it names.
func writeLines(w *rawjson.Writer, c *conv.Conversation) {
	x := &writer{
		Writer: w, chain: newChain(c), list: c.Messages, wire: rawjson.NewWriter(nil),
		ids: map[string]bool{}, moved: map[string]string{}, later: map[string][]pending{},
	}
	x.wire.Respell = w.Respell
	x.plan()
	for i := 0; i < len(x.list); i += x.plans[i].n {
		x.message(i)
	}
	x.flush()
	if c.Title != titleOf(c.Messages, x.has) || w.IsEmpty() {
		writeTitle(w, x.session, c.Title)
		w.Text("\n")
	}
}

// writer writes one conversation.
type writer struct {
	*rawjson.Writer
	*chain
	list  []conv.Message
	plans []plan
	ids   map[string]bool   // of all lines
	moved map[string]string // the id of the line that has taken a line's place
	later map[string][]pending
	due   []pending // those whose line has come, in their order
	bare  int       // lines without an id so far
	wire  *rawjson.Writer

	plainLines [6][]rawjson.Member // fields of a plain line, once they are known

	recent string // id of the last line that has one
	since  int    // bare when it was written
}

// plan is the lines of a message.
type plan struct {
	n         int // messages in its lines
	templates []conv.Raw
	uuids     []string
}

// pending is a line that stands later in the file than its message's first.
type pending struct {
	skip  int
	uuid  string
	write func()
}

// plan finds the lines of each message and their ids.
func (x *writer) plan() {
	x.plans = make([]plan, len(x.list))
	x.endOf = make([]string, len(x.list))
	own := map[string]bool{}
	for _, m := range x.list {
		own[conv.MetaOf(m).ID] = true
	}
	x.taken = func(id string) bool { return own[id] }
	for i := 0; i < len(x.list); {
		p := &x.plans[i]
		p.n = 1
		for i+p.n < len(x.list) && joins(x.list[i], x.list[i+p.n]) {
			p.n++
		}
		p.templates = templatesOf(x.list[i])
		x.identify(i, p)
		i += p.n
	}
}

// joins reports whether a message is in the line of the message before it.
func joins(first, m conv.Message) bool {
	return isSpoken(first) && isSpoken(m) && conv.MetaOf(m).Extensions.Get(family, hintJoined) != "" &&
		conv.MetaOf(first).Extensions.Get(family, oneLine) != ""
}

func isSpoken(m conv.Message) bool {
	switch m.(type) {
	case *conv.UserMessage, *conv.ToolResultMessage:
		return true
	}
	return false
}

// identify finds the ids of the lines of a message.
func (x *writer) identify(i int, p *plan) {
	meta := conv.MetaOf(x.list[i])
	if isValue(x.list[i]) {
		return
	}
	n := max(1, len(p.templates))
	if _, ok := x.list[i].(*conv.CompactionSummary); ok {
		n = 2
	}
	for k := range n {
		id := meta.ID
		switch {
		case k == 0 && id == "" && (p.templates == nil && !isCustom(x.list[i]) || p.templates != nil && p.templates[0].Lookup("uuid") == "0"):
			id = x.madeID(i)
		case k > 0 && p.templates == nil:
			id = summaryID(i)
		case k > 0:
			if id = p.templates[k].Lookup("uuid").Text(); id == "" {
				id = summaryID(i)
			}
		}
		p.uuids = append(p.uuids, id)
		x.ids[id] = true
	}
	if x.endOf[i] = p.uuids[n-1]; meta.ID != "" {
		if _, twice := x.index[meta.ID]; !twice {
			x.index[meta.ID] = i
		}
	}
}

func isCustom(m conv.Message) bool { _, ok := m.(*conv.CustomMessage); return ok }

// isValue reports whether a message is a line that is no object.
func isValue(m conv.Message) bool {
	c, ok := m.(*conv.CustomMessage)
	return ok && c.Data != "" && c.Data[0] != '{'
}

// templatesOf returns the templates of a message's lines, nil if it has none or
// they are those of another kind of message.
func templatesOf(m conv.Message) []conv.Raw {
	ext := conv.MetaOf(m).Extensions
	var all []conv.Raw
	if one := ext.Get(family, oneLine); one != "" {
		all = []conv.Raw{one}
	}
	all = slices.AppendSeq(all, ext.Get(family, manyLines).Elements)
	if len(all) == 0 || all[0][0] != '{' {
		return nil
	}
	kind := all[0].Lookup("type").Text()
	fits := true
	switch m.(type) {
	case *conv.UserMessage:
		fits = len(all) == 1 && (kind == "user" || kind == "queue-operation" || kind == "attachment" && (fileIn(all[0]) == "" || holdsFile(all[0], m)))
	case *conv.ToolResultMessage:
		fits = len(all) == 1 && kind == "user"
	case *conv.AssistantMessage:
		fits = kind == "assistant"
	case *conv.CompactionSummary:
		fits = len(all) == 2 && kind == "system"
	default:
		fits = len(all) == 1
	}
	if !fits {
		return nil
	}
	return all
}

// values writes lines that are no objects.
func (x *writer) values(m *conv.CustomMessage) {
	if m.CustomType != valuesType || m.Data[0] != '[' {
		x.Raw(m.Data)
		x.Text("\n")
		return
	}
	for v := range m.Data.Elements {
		x.Raw(v)
		x.Text("\n")
	}
}

// message writes the lines of the message at an index.
func (x *writer) message(i int) {
	m, p := x.list[i], &x.plans[i]
	if isValue(m) {
		x.values(m.(*conv.CustomMessage))
		x.passedLine("")
		return
	}
	list := x.list[i : i+p.n]
	meta := conv.MetaOf(m)
	x.move(meta)
	if p.templates == nil && isSent(m) {
		x.plainLine(i)
		x.passed(meta, x.endOf[i])
		return
	}
	b := x.body(list, i)
	if !b.fits(p.templates) { // its blocks are not those of its lines
		last := p.templates[len(p.templates)-1]
		for _, id := range p.uuids[1:] {
			x.moved[id] = p.uuids[0]
			delete(x.ids, id)
		}
		p.templates, p.uuids = []conv.Raw{last}, p.uuids[:1]
		x.endOf[i] = p.uuids[0]
		b.whole = true
	}
	templates := p.templates
	if templates == nil {
		templates = x.plain(list, b.fields.List())
	}
	for k, t := range templates {
		e := x.envelope(x.list, i, k)
		before := ""
		if e.uuid = p.uuids[k]; k > 0 {
			before = p.uuids[k-1]
			e.parent = before
		}
		from := b.next(t, k == len(templates)-1)
		x.emit(t, e.uuid, before, func() { x.line(t, e, b, from) })
	}
	if len(p.uuids) > 0 && !(isCustom(m) && p.uuids[0] == "") {
		x.passed(meta, x.endOf[i])
	}
}

// emit writes a line now, or after the line that it stood after.
// before is the id of the line before it in its message.
func (x *writer) emit(t conv.Raw, uuid, before string, write func()) {
	if at := t.Lookup(hintAfter); before != "" && at != "" {
		after := at.Lookup("0").Text()
		n, _ := conv.Number(at.Lookup("1")).Int()
		skip := int(n)
		if x.ids[after] && !x.written(after) {
			x.later[after] = append(x.later[after], pending{skip, uuid, write})
			return
		}
		if after == x.recent && x.written(before) && x.since+skip > x.bare {
			x.due = append(x.due, pending{x.since + skip, uuid, write})
			return
		}
	}
	if before != "" && !x.written(before) {
		x.later[before] = append(x.later[before], pending{0, uuid, write})
		return
	}
	x.settleDue(uuid != "")
	write()
	x.passedLine(uuid)
}

// has reports whether there is a line with an id.
func (x *writer) has(id string) bool { _, ok := x.ids[id]; return ok && id != "" }

// written reports whether the line with an id was written.
func (x *writer) written(id string) bool { done, ok := x.ids[id]; return ok && !done }

// settleDue writes the lines that are due before one with an id.
func (x *writer) settleDue(before bool) {
	for len(x.due) > 0 && (before || x.due[0].skip <= x.bare) {
		p := x.due[0]
		x.due = x.due[1:]
		p.write()
		x.passedLine(p.uuid)
	}
}

// passedLine takes note of a line that was written.
func (x *writer) passedLine(uuid string) {
	if uuid == "" {
		x.bare++
		x.settleDue(false)
		return
	}
	x.ids[uuid] = false
	x.recent, x.since = uuid, x.bare
	for _, p := range x.later[uuid] {
		p.skip += x.bare
		x.due = append(x.due, p)
	}
	delete(x.later, uuid)
	x.settleDue(false)
}

// flush writes the lines whose place never came.
func (x *writer) flush() {
	x.settleDue(true)
	for i := range x.plans {
		for _, id := range x.plans[i].uuids {
			for len(x.later[id]) > 0 {
				p := x.later[id][0]
				x.later[id] = x.later[id][1:]
				p.write()
				x.passedLine(p.uuid)
			}
		}
	}
}

// line writes one line.
func (x *writer) line(t conv.Raw, e *envelope, b *body, from int) {
	x.BeginObject()
	for key, v := range t.Fields {
		switch {
		case key == hintAfter:
		case b.data != "" && v == "1" && !slices.Contains(common, key):
			x.OptRaw(key, b.members.Get(key))
		case b.file != nil:
			x.fileField(key, v, e, b.file)
		case key == "message" && b.data == "":
			x.Key(key)
			b.write(x.Writer, v, from)
		case b.queued && (key == "attachment" || key == "content"):
			x.Key(key)
			b.writeQueued(x.Writer, key, v)
		case key == "isMeta" && b.meta != "":
			x.OptRaw(key, b.meta)
		case isSaid(key):
			x.OptRaw(key, x.value(key, v, e))
		default:
			x.OptRaw(key, v)
		}
	}
	x.EndObject()
	x.Text("\n")
}

// value returns the value of a field that the message may say.
func (x *writer) value(key string, v conv.Raw, e *envelope) conv.Raw {
	if v == "0" {
		return x.chain.said(key, e)
	}
	v, verbatim := unpacked(v)
	switch {
	case verbatim:
	case key == "parentUuid" && v != "null":
		id := v.Text()
		if to, ok := x.moved[id]; ok {
			id = to
		}
		if _, there := x.ids[id]; !there || e.TreePosition().Parent != "" && !x.isOf(id, e.TreePosition().Parent) && !x.isCustom(id) {
			return x.chain.said(key, e)
		}
		return rawjson.Quoted(id)
	case key == "timestamp" && !e.later && session.ISOMilliseconds(v) != e.Timestamp:
		return session.ISOLiteral(e.Timestamp)
	case key == "uuid" && e.uuid != "":
		return rawjson.Quoted(e.uuid)
	case key == "compactMetadata":
		if conv.Number(v.Lookup("preTokens")) != e.tokens {
			return e.compacted
		}
	}
	return v
}

// isCustom reports whether a line is one that no model sees: a message's parent is
// the message before it.
func (x *writer) isCustom(line string) bool {
	at, ok := x.index[line]
	return ok && isCustom(x.list[at])
}

// isOf reports whether a line is one of the message with an id.
func (x *writer) isOf(line, message string) bool {
	at, ok := x.index[message]
	return ok && slices.Contains(x.plans[at].uuids, line)
}
