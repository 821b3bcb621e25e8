package tau

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// entries reads the entries of one path through a session.
func entries(p *session.Path) func(*session.Envelope) {
	d := &decoder{Reader: p.Reader, IDs: p.IDs, path: p, out: p.Out}
	return d.entry
}

// alone appends an entry that is not a message entry.
func (d *decoder) alone(env *session.Envelope, m conv.Message) {
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
		m := &conv.CompactionSummary{}
		d.summaryEntry(env, func(key string) bool {
			switch key {
			case "summary":
				m.Summary = d.Str()
			case "first_kept_entry_id":
				m.FirstKeptID = d.Str()
			case "tokens_before":
				m.TokensBefore = d.Number()
			case "details":
				m.Details = d.optRaw()
			case "usage":
				m.Usage = d.usage()
			default:
				return false
			}
			return true
		})
		d.alone(env, m)
	case "branch_summary":
		m := &conv.BranchSummary{}
		d.summaryEntry(env, func(key string) bool {
			switch key {
			case "summary":
				m.Summary = d.Str()
			case "from_id":
				m.FromID = d.Str()
			case "details":
				m.Details = d.optRaw()
			case "usage":
				m.Usage = d.usage()
			default:
				return false
			}
			return true
		})
		d.alone(env, m)
	case "custom", "custom_message":
		d.customEntry(env, kind)
	default:
		if d.path.Other(env) {
			d.wires++
		}
	}
}

// summaryEntry reads an entry whose own fields own reads.
func (d *decoder) summaryEntry(env *session.Envelope, own func(key string) bool) {
	for key := range d.Fields {
		switch {
		case d.path.Shared(env, key) || own(key):
		case key == "from_hook" || key == "label" && d.Kind() != rawjson.Null:
			d.KeepQuietly(&env.Node, key)
		case d.Kind() == rawjson.Null:
			d.Skip()
		default:
			d.Keep(&env.Node, key)
		}
	}
}

// customEntry reads an extension's own entry, which no model sees.
func (d *decoder) customEntry(env *session.Envelope, kind string) {
	m := &conv.CustomMessage{}
	text := false
	var foreign []conv.UserContent
	w := &wire{contents: -1}
	for key := range d.Fields {
		switch {
		case d.path.Shared(env, key):
		case key == "custom_type":
			m.CustomType = d.Str()
		case key == "data" && kind == "custom" || key == "details" && kind != "custom":
			m.Data = d.optRaw()
		case key == "content" && kind == "custom":
			m.Content = conv.ReadContent(d.Reader)
			foreign = m.Content
		case key == "content":
			if w.contents = d.Offset(); d.Kind() == rawjson.String {
				text = true
				m.Content = conv.ReadContent(d.Reader)
				continue
			}
			d.Skip()
		case key == "display":
			d.KeepQuietly(&env.Node, key)
		default:
			d.Keep(&env.Node, key)
		}
	}
	if kind != "custom" && m.Content == nil {
		end := d.Offset()
		m.Content = contents[conv.UserContent](d, w)
		d.Rewind(end)
	}
	noteForeign(&env.Node, foreign)
	if text {
		env.Extensions.Set(family, "~content", "true")
	}
	d.alone(env, m)
}

// messageEntry reads an entry that is a message.
func (d *decoder) messageEntry(env *session.Envelope) {
	at := -1
	for key := range d.Fields {
		switch {
		case d.path.Shared(env, key):
		case key == "message":
			at = d.Offset()
			d.Skip()
		case d.Kind() == rawjson.Null:
			d.Skip()
		case key == "meta":
			env.Extensions.Set(family, entryPrefix+key, d.Raw())
		default:
			start := d.Offset()
			env.Extensions.Set(family, entryPrefix+key, d.Raw())
			d.Notes.Unknown(start, "field", key)
		}
	}
	if at < 0 {
		d.Fail(env.Offset(), "a message entry without a message")
		return
	}
	d.Rewind(at)
	d.message(env)
}
