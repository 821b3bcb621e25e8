package tau

import (
	"strconv"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// head is the place of a message, and the fields that do not go into a
// neutral message as they are.
type head struct {
	start, end int         // the object; end is where its fields end
	contents   int         // offset, -1 without
	read       func()      // reads the contents
	pending    bool        // the contents were passed
	notes      []note.Note // on the contents; those on the other fields come first
	id         string      // the message's own
	literal    conv.Raw    // the time as it was written, "" without
	parts      conv.Raw
	summed     bool // a summary has its text in a field of its own
}

// message reads a message and appends what it becomes. env is its entry, nil
// in a list.
func (d *decoder) message(env *session.Envelope) {
	list := d.becomes()
	d.place(env, list)
	d.in.Rewind(d.head.end)
}

// becomes reads a message as what it becomes. It goes back to where its fields
// end.
func (d *decoder) becomes() []conv.Message {
	d.head = head{start: d.in.Offset(), contents: -1}
	if !d.in.WantObject("a message") {
		return nil
	}
	role := d.in.Tag("role")
	if role == "" {
		d.in.Refuse("a message without a role")
		return nil
	}
	list := d.build(role)
	d.in.Rewind(d.head.end)
	return list
}

// place appends what a message becomes.
func (d *decoder) place(env *session.Envelope, list []conv.Message) {
	if d.in.Err() == nil && !d.takePrompt(list[0], env) {
		d.settle(env, list)
		d.append(list...)
	}
}

// build reads a message of a role. It becomes one message, or several of one
// group.
func (d *decoder) build(role string) []conv.Message {
	switch role {
	case "assistant":
		m := d.answers.New()
		d.head.read = func() { m.Content = d.answer() }
		readFields(d, objects().assistant, m)
		return []conv.Message{m}
	case "system":
		m := &conv.SystemMessage{}
		readFields(d, objects().system, m)
		m.Content = contents[conv.SystemContent](d)
		return []conv.Message{m}
	case "custom":
		m := &conv.CustomMessage{}
		readFields(d, objects().custom, m)
		noteForeign(&m.Node, m.Content)
		if m.Content == nil && d.head.contents >= 0 {
			m.Content = contents[conv.UserContent](d)
		}
		return []conv.Message{m}
	case "branch_summary":
		m := &branchSummary{}
		readFields(d, objects().branch, m)
		d.summary(&m.Node, &m.Summary)
		return []conv.Message{&m.BranchSummary}
	case "compaction_summary":
		m := &compactionSummary{}
		readFields(d, objects().compaction, m)
		d.summary(&m.Node, &m.Summary)
		return []conv.Message{&m.CompactionSummary}
	}
	m := &userSide{}
	var list []conv.Message
	if role == "user" || role == "tool" {
		d.head.read = func() { list = d.userSide() }
	}
	readFields(d, objects().user, m)
	switch role {
	case "user", "tool":
		if list = d.mark(m, role, list); list != nil {
			return list
		}
	case "terminal_execution":
		return d.execution()
	}
	return d.raw(role)
}

// readFields reads the fields of a message. Contents without a reader come
// later.
func readFields[T any](d *decoder, r *record.Record[*decoder, T], t T) {
	record.Read(r, d, t)
	d.head.end = d.in.Offset()
	d.tell(d.head.notes)
	if d.head.read != nil && (d.head.pending || d.head.contents < 0) {
		d.head.read()
	}
}

// raw keeps a message as it is: one of a role that convo does not know, or
// one without anything to say.
func (d *decoder) raw(role string) []conv.Message {
	start := d.head.start
	d.in.Rewind(start)
	x := &conv.CustomMessage{CustomType: family + "." + role, Data: d.in.Raw()}
	x.SetOffset(start)
	d.head.id, d.head.literal = "", ""
	switch role {
	case "user", "tool", "terminal_execution", "skill_invocation", "template_invocation":
	default:
		d.in.Notes.Unknown(start, "role", role)
	}
	return []conv.Message{x}
}

// settle gives messages what the message of the file, and its entry, say of
// them.
func (d *decoder) settle(env *session.Envelope, list []conv.Message) {
	first := conv.MetaOf(list[0])
	if env == nil {
		first.ID = d.ownID(d.head.id, d.head.start)
	} else {
		first.ID, first.Position = env.ID, env.Position
		setAll(&first.Node, residue.Of(&env.Node))
		if d.head.id != "" {
			residue.Set(&first.Node, hintID, rawjson.Quoted(d.head.id))
		}
	}
	if (env != nil || d.lines) && isApart(list[0]) {
		residue.Set(&first.Node, extension.OwnRole, "true")
	}
	ms, literal := timeOf(d.head.literal), d.head.literal
	switch {
	case literal != "" && literal != seconds(ms):
		residue.Set(&first.Node, hintTime, literal)
	case literal == "" && env != nil && env.Timestamp != 0:
		ms = env.Timestamp
		residue.Set(&first.Node, hintUntimed, "true")
	}
	if env != nil && env.Time != seconds(ms) {
		residue.Set(&first.Node, hintEntryTime, env.Time)
	}
	for _, x := range list {
		meta := conv.MetaOf(x)
		meta.Timestamp = ms
		meta.Excluded = env != nil && env.Excluded
		if len(list) > 1 {
			meta.Group = strconv.Itoa(d.wires)
		}
	}
	if d.head.parts != "" {
		d.takeParts(d.head.parts, list)
	}
}

// isApart reports whether a session usually has an entry of its own kind for a
// message.
func isApart(m conv.Message) bool {
	switch m.(type) {
	case *conv.CustomMessage, *conv.BranchSummary, *conv.CompactionSummary:
		return true
	}
	return false
}

// setAll adds residue to that of a node.
func setAll(n *conv.Node, all []rawjson.Member) {
	for _, x := range all {
		residue.Set(n, x.Key, x.Value)
	}
}

// takeParts reads the ids and times that messages had before they were one.
func (d *decoder) takeParts(parts conv.Raw, list []conv.Message) {
	c := rawjson.NewCursor([]byte(parts))
	for i := range c.ElementsOnly {
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
