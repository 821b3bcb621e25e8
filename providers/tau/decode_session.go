package tau

import (
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// entries reads the entries of one path through a session.
func entries(p *session.Path) func(*session.Envelope) {
	d := newDecoder(record.Reader{Reader: p.In, Residue: residue})
	d.IDs, d.path, d.out = p.IDs, p, p.Out
	return d.entry
}

// alone appends the message of an entry that is not a message entry.
func (d *decoder) alone(env *session.Envelope, m conv.Message) {
	setAll(&env.Node, residue.Of(&conv.MetaOf(m).Node))
	*conv.MetaOf(m) = env.Meta
	d.path.Append(env, m)
	d.wires++
}

// entry reads an entry of a type.
func (d *decoder) entry(env *session.Envelope) {
	switch kind := env.Entry.Kind; kind {
	case "message":
		d.messageEntry(env)
	case "compaction":
		m := &compactionSummary{}
		summaryEntry(d, env, objects().compaction, m)
		d.alone(env, &m.CompactionSummary)
	case "branch_summary":
		m := &branchSummary{}
		summaryEntry(d, env, objects().branch, m)
		d.alone(env, &m.BranchSummary)
	case "custom", "custom_message":
		d.customEntry(env, kind)
	default:
		if d.path.Other(env) {
			d.wires++
		}
	}
}

// messageEntry reads an entry that is a message.
func (d *decoder) messageEntry(env *session.Envelope) {
	var list []conv.Message
	var notes []note.Note
	found := false
	for key := range d.in.Fields {
		switch {
		case d.path.Shared(env, key):
		case key == "message":
			found = true
			notes = d.apart(func() { list = d.becomes() })
		case d.in.Kind() == rawjson.Null:
		case key == "meta":
			residue.Set(&env.Node, entryPrefix+key, d.in.Raw())
		default:
			start := d.in.Offset()
			residue.Set(&env.Node, entryPrefix+key, d.in.Raw())
			d.in.Notes.Unknown(start, "field", key)
		}
	}
	d.tell(notes)
	if !found {
		d.in.Fail(env.Offset(), "a message entry without a message")
		return
	}
	d.place(env, list)
}
