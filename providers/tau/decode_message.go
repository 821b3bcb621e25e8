package tau

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// wire is what a message of any role may have.
type wire struct {
	conv.Node
	start      int
	role       string
	id         string
	literal    conv.Raw // the time as it was written, "" without
	contents   int      // offset, -1 without
	parts      conv.Raw
	answer     conv.AssistantMessage
	failed     bool // error was said
	customType string
	details    conv.Raw
	content    []conv.UserContent // of a custom message in our own spelling
	summary    *string
	before     conv.Number
	kept, from string
	usage      *conv.Usage
}

// message reads a message and appends what it becomes. env is its entry, nil
// in a list.
func (d *decoder) message(env *session.Envelope) {
	m := &wire{start: d.Offset(), contents: -1}
	if k := d.Kind(); k != rawjson.Object {
		d.Refuse("want a message, got %s", k)
		return
	}
	m.PlaceAt(m.start)
	if m.role = d.member("role"); m.role == "" {
		d.Fail(m.start, "a message without a role")
		return
	}
	for key := range d.Fields {
		d.field(m, key)
	}
	end := d.Offset()
	if d.Err() != nil {
		return
	}
	list := d.build(m)
	switch {
	case d.Err() != nil:
		return
	case m.role == "system" && d.isFirst():
		if text, ok := promptOf(list[0].(*conv.SystemMessage)); ok {
			d.prompt(m, env, text)
			break
		}
		fallthrough
	default:
		d.settle(m, env, list)
		d.append(list...)
	}
	d.Rewind(end)
}

// member is the text of a member of the object that is next, "" if it has
// none.
func (d *decoder) member(name string) (text string) {
	at := d.Offset()
	for key := range d.Fields {
		if key == name {
			text = d.Cursor.StrOnly()
		}
	}
	d.Rewind(at)
	return text
}

// field reads a member of a message.
func (d *decoder) field(m *wire, key string) {
	switch key {
	case "role":
		d.Skip()
	case "id":
		m.id = d.Str()
	case "timestamp":
		if d.Kind() == rawjson.Num {
			m.literal = d.Raw()
		} else {
			d.Keep(&m.Node, key)
		}
	case "contents":
		m.contents = d.Offset()
		d.Skip()
	case keyParts:
		m.parts = d.Raw()
	default:
		if !d.ofRole(m, key) {
			d.Keep(&m.Node, key)
		}
	}
}

// ofRole reads a member that only messages of the role have; false for
// others.
func (d *decoder) ofRole(m *wire, key string) bool {
	switch m.role {
	case "assistant":
		return d.ofAnswer(m, key)
	case "custom":
		return d.ofCustom(m, key)
	case "branch_summary", "compaction_summary":
		return d.ofSummary(m, key)
	default:
		return false
	}
}

func (d *decoder) ofAnswer(m *wire, key string) bool {
	switch key {
	case "stop_reason":
		d.stop(&m.answer)
	case "usage":
		m.usage = d.usage()
	case "error":
		m.failed = true
		m.answer.ErrorMessage = d.Str()
	case "error_kind":
		d.KeepQuietly(&m.Node, key)
	default:
		return false
	}
	return true
}

func (d *decoder) ofCustom(m *wire, key string) bool {
	switch {
	case key == "custom_type":
		m.customType = d.Str()
	case key == "details":
		m.details = d.optRaw()
	case key == "content" && d.Kind() == rawjson.Array:
		m.content = conv.ReadContent(d.Reader)
	default:
		return false
	}
	return true
}

func (d *decoder) ofSummary(m *wire, key string) bool {
	switch key {
	case "summary":
		s := d.Str()
		m.summary = &s
	case "tokens_before":
		m.before = d.Number()
	case "first_kept_entry_id":
		m.kept = d.Str()
	case "from_id":
		m.from = d.Str()
	case "details":
		m.details = d.optRaw()
	case "usage":
		m.usage = d.usage()
	default:
		return false
	}
	return true
}

// optRaw reads any value; null is absent.
func (d *decoder) optRaw() conv.Raw {
	if raw := d.Raw(); raw != "null" {
		return raw
	}
	return ""
}

// build is what a message becomes: one message, or several of one group.
func (d *decoder) build(m *wire) []conv.Message {
	switch m.role {
	case "user", "tool":
		if list := d.userSide(m); list != nil {
			return list
		}
		return d.raw(m)
	case "assistant":
		x := m.answer
		x.Content = d.answer(m)
		x.Node, x.Usage = m.Node, m.usage
		if !m.failed {
			x.Extensions.Set(family, "~-error", "true")
		}
		return []conv.Message{&x}
	case "system":
		x := &conv.SystemMessage{Content: contents[conv.SystemContent](d, m)}
		x.Node = m.Node
		return []conv.Message{x}
	case "custom":
		x := &conv.CustomMessage{CustomType: m.customType, Data: m.details, Content: m.content}
		if x.Node = m.Node; m.content == nil && m.contents >= 0 {
			x.Content = contents[conv.UserContent](d, m)
		}
		noteForeign(&x.Node, m.content)
		return []conv.Message{x}
	case "branch_summary":
		x := &conv.BranchSummary{Summary: d.summary(m), FromID: m.from, Details: m.details, Usage: m.usage}
		x.Node = m.Node
		return []conv.Message{x}
	case "compaction_summary":
		x := &conv.CompactionSummary{Summary: d.summary(m), TokensBefore: m.before, FirstKeptID: m.kept, Details: m.details, Usage: m.usage}
		x.Node = m.Node
		return []conv.Message{x}
	case "terminal_execution":
		return d.execution(m)
	default:
		return d.raw(m)
	}
}

// noteForeign notes that a custom message's content is spelled as only we
// spell it, though Tau has a way.
func noteForeign(n *conv.Node, content []conv.UserContent) {
	if content != nil && isSimple(content) {
		n.Extensions.Set(family, hintForeign, "true")
	}
}

// raw is a message of a role that convo does not know, or one that says
// nothing, as it is.
func (d *decoder) raw(m *wire) []conv.Message {
	d.Rewind(m.start)
	x := &conv.CustomMessage{CustomType: family + "." + m.role, Data: d.Raw()}
	x.PlaceAt(m.start)
	m.id, m.literal = "", ""
	switch m.role {
	case "user", "tool", "terminal_execution", "skill_invocation", "template_invocation":
	default:
		d.Notes.Unknown(m.start, "role", m.role)
	}
	return []conv.Message{x}
}

// execution is a command that the user ran: what the user says, unless the
// model is not to know of it.
func (d *decoder) execution(m *wire) []conv.Message {
	d.Rewind(m.start)
	raw := d.Raw()
	x, told := execution(raw)
	if !told {
		return d.raw(m)
	}
	u := conv.UserText(x.Text())
	u.PlaceAt(m.start)
	u.Extensions.Set(family, hintCommand, raw)
	return []conv.Message{u}
}

// execution is the command of a message, and whether a model is told of it.
func execution(raw conv.Raw) (x conv.Execution, told bool) {
	c := rawjson.NewCursor([]byte(raw))
	told = true
	for key := range c.Fields {
		switch key {
		case "command":
			x.Command = c.StrOnly()
		case "output":
			x.Output = c.StrOnly()
		case "exit_code":
			if c.Kind() == rawjson.Num {
				x.ExitCode = c.Number()
			}
		case "cancelled":
			x.Cancelled = c.BoolOnly()
		case "exclude":
			told = !c.BoolOnly()
		}
	}
	return x, told
}

// summary is the text of a summary: in a member of its own, or as contents.
func (d *decoder) summary(m *wire) string {
	if m.contents < 0 {
		if m.summary == nil {
			return ""
		}
		return *m.summary
	}
	d.Rewind(m.contents)
	raw := d.Raw()
	text := ""
	for _, b := range contents[conv.SystemContent](d, m) {
		if t, ok := b.(*conv.TextContent); ok {
			text += t.Text
		}
	}
	if m.summary != nil {
		text = *m.summary
	} else {
		m.Extensions.Set(family, "~-summary", "true")
	}
	m.Extensions.Set(family, "contents", raw)
	return text
}

// isFirst reports whether nothing was read yet.
func (d *decoder) isFirst() bool { return d.wires == 0 && d.out.SystemPrompt == "" }

// promptOf is what a system message says, and whether it is a system prompt:
// nothing but text.
func promptOf(m *conv.SystemMessage) (string, bool) {
	var texts []string
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		if !ok {
			return "", false
		}
		texts = append(texts, t.Text)
	}
	text := strings.Join(texts, "\n\n")
	return text, text != ""
}

// prompt takes a message as the system prompt, and keeps what it was, if it
// was more than a text.
func (d *decoder) prompt(m *wire, env *session.Envelope, text string) {
	d.out.SystemPrompt = text
	raw, plain := conv.Raw(""), plainPrompt(text)
	if env == nil {
		d.Rewind(m.start)
		raw = d.Raw()
	} else {
		raw, plain = d.promptEntry(env), `{"message":`+plain+`}`
	}
	if raw != plain {
		d.out.Extensions.Set(family, hintSystem, raw)
	}
}

// promptEntry is the entry of the system prompt without its place among the
// others.
func (d *decoder) promptEntry(env *session.Envelope) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.OptField("id", env.ID)
	if env.Time != seconds(0) {
		w.OptRaw("timestamp", env.Time)
	}
	d.Rewind(env.Offset())
	for key := range d.Fields {
		switch key {
		case "type", "id", "parent_id", "timestamp":
			d.Skip()
		default:
			w.OptRaw(key, d.Raw())
		}
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// settle gives messages what their message on the wire, and its entry, knows
// of them.
func (d *decoder) settle(m *wire, env *session.Envelope, list []conv.Message) {
	first := conv.MetaOf(list[0])
	if env == nil {
		first.ID = d.ownID(m.id, m.start)
	} else {
		first.ID = env.ID
		for _, x := range env.Extensions.Of(family) {
			first.Extensions.Set(family, x.Key, x.Value)
		}
		if m.id != "" {
			first.Extensions.Set(family, hintID, rawjson.Quoted(m.id))
		}
		switch list[0].(type) {
		case *conv.CustomMessage, *conv.BranchSummary, *conv.CompactionSummary:
			first.Extensions.Set(family, conv.OwnRole, "true")
		}
	}
	ms := timeOf(m.literal)
	switch {
	case m.literal != "" && m.literal != seconds(ms):
		first.Extensions.Set(family, hintTime, m.literal)
	case m.literal == "" && env != nil && env.Timestamp != 0:
		ms = env.Timestamp
		first.Extensions.Set(family, hintUntimed, "true")
	}
	if env != nil && env.Time != seconds(ms) {
		first.Extensions.Set(family, hintEntryTime, env.Time)
	}
	for _, x := range list {
		meta := conv.MetaOf(x)
		meta.Timestamp = ms
		if len(list) > 1 {
			meta.Group = strconv.Itoa(d.wires)
		}
	}
	if m.parts != "" {
		d.takeParts(m.parts, list)
	}
}

// takeParts reads the ids and times that messages had before they were one.
func (d *decoder) takeParts(parts conv.Raw, list []conv.Message) {
	c := rawjson.NewCursor([]byte(parts))
	if c.Kind() != rawjson.Array {
		return
	}
	for i := range c.Elements {
		if i >= len(list) || c.Kind() != rawjson.Object {
			continue
		}
		meta := conv.MetaOf(list[i])
		meta.Timestamp = 0
		for key := range c.Fields {
			switch key {
			case "id":
				meta.ID = d.ownID(c.StrOnly(), meta.Offset())
			case "timestamp":
				meta.Timestamp = timeOf(c.Raw())
			}
		}
	}
}
