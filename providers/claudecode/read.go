package claudecode

import (
	"cmp"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
	"convo/providers/anthropic"
)

// decode reads each conversation of a file: the session, then the helpers in it.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		all := outline(data, notes)
		calls := startedBy(all)
		sessions := parts(all, notes)
		for _, p := range sessions {
			d := &decoder{part: p, data: data, notes: notes, calls: calls, out: &conv.Conversation{}}
			d.template, d.wire = rawjson.NewWriter(nil), rawjson.NewWriter(nil)
			d.templates, d.again = map[string]conv.Raw{}, rawjson.NewTrustedCursor(data)
			d.reader()
			d.read()
			p.keepOrder(d.out)
			if len(sessions) == 1 {
				d.out.SetSource(data)
			}
			if !yield(d.out, nil) {
				return
			}
		}
	}
}

// startedBy returns the ids of the calls that started helpers.
func startedBy(all []line) map[string]string {
	calls := map[string]string{}
	for i := range all {
		if l := &all[i]; l.helper != "" && len(l.results) == 1 {
			calls[l.helper] = l.results[0]
		}
	}
	return calls
}

// decoder reads one conversation.
type decoder struct {
	*part
	*conv.Reader
	data   []byte
	notes  *note.Notes
	calls  map[string]string // by the helper that they started
	thread anthropic.Thread
	out    *conv.Conversation

	readings  []reading
	owners    []int           // of a line: the index of its message
	links     []string        // of a message: the id of the line that it follows
	again     *rawjson.Cursor // for what was read before
	template  *rawjson.Writer
	wire      *rawjson.Writer // see wireFields
	wireList  []rawjson.Member
	skeleton  []byte
	fields    rawjson.Fields      // of a custom line
	seen      rawjson.Keys        // in the line at hand
	templates map[string]conv.Raw // that were made
	above     []int               // of a message that no model sees: 1 + the index of the one that it follows, -1 for none
}

// reading is a unit and the first message that it became.
type reading struct {
	unit
	first, n int
}

// reader begins anew, also after a line that could not be read.
func (d *decoder) reader() {
	d.Reader = conv.NewReader(d.data, family, d.notes)
	d.Trust()
}

func (d *decoder) read() {
	d.activate(d.notes)
	d.owners = make([]int, len(d.lines))
	units := d.units(d.queued(d.data))
	d.head()
	d.readings = make([]reading, 0, len(units))
	d.links = make([]string, 0, len(units))
	d.out.Messages = make([]conv.Message, 0, len(units))
	for i, u := range units {
		if i < len(units)-1 {
			d.unit(u)
			continue
		}
		before := titleOf(d.out.Messages, d.has)
		if title, ok := d.title(u, before); ok {
			d.out.Title = title
			break
		}
		d.unit(u)
		d.out.Title = titleOf(d.out.Messages, d.has)
	}
	d.link()
	d.follow()
	d.settle(d.places(units))
	group(d.out.Messages)
}

// unit reads the messages of a unit. What cannot be read becomes custom messages.
func (d *decoder) unit(u unit) {
	list := d.messages(u)
	if d.Err() != nil {
		l := d.lines[u.lines[0]]
		d.notes.Info(note.CodeExtension, note.Unknown, l.offset, "message of a shape that convo does not know", "")
		d.reader()
		for _, i := range u.lines {
			d.take(unit{other, []int{i}}, []conv.Message{d.custom(i)})
		}
		return
	}
	d.take(u, list)
}

// take appends the messages of a unit.
func (d *decoder) take(u unit, list []conv.Message) {
	l := d.lines[u.lines[0]]
	r := reading{u, len(d.out.Messages), len(list)}
	d.readings = append(d.readings, r)
	for k, m := range list {
		meta := conv.MetaOf(m)
		meta.Excluded = !d.lines[u.lines[len(u.lines)-1]].active
		if k == 0 && !l.duplicate && u.of != value {
			meta.ID = l.uuid
		}
		if k > 0 {
			meta.Extensions.Set(family, hintJoined, "true")
		}
		d.out.Messages = append(d.out.Messages, m)
		d.links = append(d.links, l.parent)
	}
	for _, i := range u.lines {
		d.owners[i] = r.first
	}
}

func (d *decoder) messages(u unit) []conv.Message {
	i := u.lines[0]
	switch u.of {
	case said:
		return d.said(i)
	case answer:
		return []conv.Message{d.answer(u.lines)}
	case compaction:
		return []conv.Message{d.compaction(u.lines)}
	case queued:
		return d.prompt(i)
	case filed:
		return d.file(i)
	default:
		return []conv.Message{d.custom(i)}
	}
}

// time sets the time of a message from its line.
func (d *decoder) time(m *conv.Meta, i int) {
	m.Timestamp = session.ISOMilliseconds(d.value(d.lines[i].time))
}

// values reads a line that is no object, or a run of them as one list.
func (d *decoder) values(l *line) (customType string, all conv.Raw) {
	first := d.Raw()
	if l.more == 0 {
		return prefix + "value", first
	}
	b := append([]byte("["), first...)
	for range l.more {
		b = append(append(b, ','), d.Raw()...)
	}
	return valuesType, conv.Raw(append(b, ']'))
}

// valuesType is the type of several lines that are no objects.
const valuesType = prefix + "values"

// value returns the value at an offset, "" if that is -1.
func (d *decoder) value(at int) conv.Raw {
	if at < 0 {
		return ""
	}
	d.Rewind(at)
	return d.Raw()
}

func (d *decoder) said(i int) []conv.Message {
	l := d.lines[i]
	d.Rewind(l.body)
	list := d.thread.Message(d.Reader)
	for _, m := range list {
		meta := conv.MetaOf(m)
		d.time(meta, i)
		if u, ok := m.(*conv.UserMessage); ok {
			u.Injected = l.meta || l.notified || l.summary || isInjected(textOf(u))
		}
	}
	if len(list) == 1 {
		if m, ok := list[0].(*conv.ToolResultMessage); ok {
			m.Details = d.value(l.details)
		}
	}
	return list
}

// answer reads the lines of an answer. The last one has the usage of all.
func (d *decoder) answer(lines []int) conv.Message {
	var out *conv.AssistantMessage
	for _, i := range lines {
		d.Rewind(d.lines[i].body)
		m := d.thread.Answer(d.Reader)
		if out != nil {
			m.Node, m.Content = out.Node, append(out.Content, m.Content...)
			m.Timestamp = out.Timestamp
			if m.Usage == nil {
				m.Usage = out.Usage
			}
			if m.StopReason == "" {
				m.StopReason, m.StopDetail = out.StopReason, out.StopDetail
			}
		} else {
			d.time(&m.Meta, i)
		}
		out = m
	}
	if d.lines[lines[0]].failed {
		fail(out)
	}
	return out
}

// fail marks an answer that the program made of an error.
func fail(m *conv.AssistantMessage) {
	var detail conv.StopDetail
	if m.StopDetail != nil {
		detail = *m.StopDetail
	}
	detail.Raw, detail.Kind = "api_error", ""
	m.StopReason, m.StopDetail = conv.StopError, &detail
	m.ErrorMessage += m.Text()
}

func (d *decoder) compaction(lines []int) conv.Message {
	l := d.lines[lines[0]]
	m := &conv.CompactionSummary{TokensBefore: l.tokens, FirstKeptID: l.kept}
	m.SetOffset(l.offset)
	d.time(&m.Meta, lines[0])
	d.Rewind(d.lines[lines[1]].text)
	m.Summary = d.Text(&m.Node)
	return m
}

// prompt reads a prompt that is only in the queue.
func (d *decoder) prompt(i int) []conv.Message {
	l := d.lines[i]
	d.Rewind(l.prompt)
	in := conv.NewReader([]byte(`{"role":"user","content":`+d.Raw()+`}`), family, d.notes)
	list := d.thread.Message(in)
	if in.Err() != nil || len(list) != 1 {
		d.Fail(l.prompt, "a prompt without content")
		return nil
	}
	m, ok := list[0].(*conv.UserMessage)
	if !ok {
		d.Fail(l.prompt, "a prompt of a wrong shape")
		return nil
	}
	m.Injected = l.notified || isInjected(textOf(m))
	m.SetOffset(l.offset)
	for _, b := range m.Content {
		conv.NodeOf(b).SetOffset(l.prompt)
	}
	d.time(&m.Meta, i)
	return list
}

// custom reads a line that no model sees. Its data are the fields that only lines
// of its type have.
func (d *decoder) custom(i int) *conv.CustomMessage {
	l := d.lines[i]
	m := &conv.CustomMessage{}
	m.SetOffset(l.offset)
	d.Rewind(l.offset)
	if d.Kind() != rawjson.Object {
		m.CustomType, m.Data = d.values(l)
		d.notes.Add(note.Note{
			Severity: note.Info, Code: note.CodeExtension, Kind: note.Unknown, Offset: l.offset,
			What: "line that is not an object", Count: 1 + l.more,
		})
		return m
	}
	d.fields.Reset()
	for key := range d.Fields {
		switch {
		case key == "timestamp":
			m.Timestamp = session.ISOMilliseconds(d.Raw())
		case slices.Contains(common, key):
		default: // of equal keys, the last one counts
			d.fields.Set(d.Member(key))
		}
	}
	w := d.template
	w.Reset()
	w.BeginObject()
	for _, f := range d.fields.List() {
		w.OptRaw(f.Key, f.Value)
	}
	w.EndObject()
	m.Data = conv.Raw(d.Hold(w.Bytes()))
	m.CustomType = d.customType(l)
	return m
}

// common are the fields that any line may have.
var common = []string{
	"uuid", "parentUuid", "logicalParentUuid", "timestamp", "sessionId", "cwd", "gitBranch", "version", "agentId",
	"isSidechain", "userType", "entrypoint", "slug", "promptId", "requestId", "sessionKind",
}

func (d *decoder) customType(l *line) string {
	if l.duplicate {
		return prefix + "duplicate"
	}
	if !slices.Contains(known, l.kind) {
		d.notes.Unknown(l.offset, "entry type", l.kind)
	}
	name := cmp.Or(l.kind, "line")
	switch {
	case l.kind == "":
	case l.subtype != "":
		name += "." + l.subtype
	case l.attachment != "":
		name += "." + l.attachment
	}
	return prefix + name
}

// known are the types of lines that the program is known to write.
var known = []string{
	"user", "assistant", "progress", "system", "attachment", "file-history-snapshot", "queue-operation", "summary", "permission-mode",
	"mode", "worktree-state", "agent-name", "custom-title", "ai-title", "last-prompt", "pr-link", "frame-link", "relocated",
	"bridge-session", "continued-in", "started", "result", "atis-latch",
}

const hintJoined = "~joined" // the message is in the line of the one before it
