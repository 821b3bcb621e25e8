package tau

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// readSessions reads the ways through each session in data.
func readSessions(data []byte, notes *conv.Notes, all bool, yield func(*conv.Conversation, error) bool) {
	var named []string
	sessions, err := conv.Sessions(data, func(c *rawjson.Cursor, e *conv.SessionEntry) { outline(c, e, &named) }, notes)
	if err != nil {
		yield(nil, err)
		return
	}
	for _, s := range sessions {
		for _, path := range s.Paths(all, notes) {
			d := &decoder{Reader: conv.NewReader(data, family, notes), named: named}
			d.session(s, path)
			if !yield(d.out, d.Err()) || d.Err() != nil {
				return
			}
		}
	}
}

// outline reads the outline of a line. Made ids that an entry refers to are
// added to refs.
func outline(c *rawjson.Cursor, e *conv.SessionEntry, refs *[]string) {
	target := ""
	for key := range c.Fields {
		switch key {
		case "type":
			e.Kind = c.Str()
		case "id":
			e.ID = optional(c)
		case "parent_id":
			e.Parent = optional(c)
		case "first_kept_entry_id", "from_id", "target_id":
			id := optional(c)
			if key == "target_id" {
				target = id
			}
			if strings.HasPrefix(id, madeID) {
				*refs = append(*refs, id)
			}
		}
	}
	if e.Kind == "leaf" {
		e.Leaf, e.ID = true, target
	}
}

// session reads one way through a session.
func (d *decoder) session(s *conv.Session, path []int) {
	d.Rewind(s.Header)
	d.begin()
	d.header()
	if s.Linear && len(s.Entries) > 0 {
		d.out.Extensions.Set(family, hintLinear, "true")
	}
	before := ""
	for _, at := range path {
		e := &s.Entries[at]
		env := &envelope{literal: "null", linear: s.Linear}
		env.PlaceAt(e.Offset)
		env.ID = d.newID(e.ID) // the tree notes one that is there twice
		if e.Parent != before && e.Parent != "" && !s.Linear {
			env.Extensions.Set(family, hintParent, quoted(e.Parent))
		}
		before = e.ID
		d.Rewind(e.Offset)
		if d.entry(env, e.Kind); d.Err() != nil {
			return
		}
	}
}

func (d *decoder) header() {
	n := &d.out.Node
	version := conv.Raw("null")
	for key := range d.Fields {
		switch key {
		case "type":
			d.Skip()
		case "id":
			if d.out.ID = optional(d.Cursor); d.out.ID == noSession {
				d.out.ID = ""
			}
		case "version":
			version = d.Raw()
		case "timestamp", "cwd", "parent_session":
			if v := d.Raw(); v != `""` && v != "0.0" && v != "null" {
				n.Extensions.Set(family, key, v)
			}
		default:
			d.Keep(n, key)
		}
	}
	if version != "3" {
		n.Extensions.Set(family, hintVersion, version)
	}
}

// envelope is what every entry has around what it says.
type envelope struct {
	conv.Meta
	literal conv.Raw // the time as it was written
	linear  bool
}

// shared reads a member that entries of every type have; false for others.
func (env *envelope) shared(d *decoder, key string) bool {
	switch key {
	case "type":
		d.Skip()
	case "id", "parent_id":
		conv.SkipID(d.Reader)
	case "timestamp":
		env.literal = d.Raw()
		env.Timestamp = timeOf(env.literal)
	default:
		return false
	}
	return true
}

// settle gives a message what its entry knows of it, but the time.
func (env *envelope) settle(m *conv.Meta) {
	m.ID = env.ID
	for _, x := range env.Extensions.Of(family) {
		m.Extensions.Set(family, x.Key, x.Value)
	}
}

// alone settles an entry that is no message entry.
func (d *decoder) alone(env *envelope, m conv.Message, n *conv.Node) {
	meta := conv.MetaOf(m)
	meta.Node = *n
	env.settle(meta)
	meta.PlaceAt(env.Offset())
	if meta.Timestamp = env.Timestamp; env.literal != seconds(meta.Timestamp) {
		meta.Extensions.Set(family, hintEntryTime, env.literal)
	}
	d.append(m)
}

// entry reads an entry of a type.
func (d *decoder) entry(env *envelope, kind string) {
	var n conv.Node
	switch kind {
	case "message":
		d.messageEntry(env)
	case "compaction":
		m := &conv.CompactionSummary{}
		d.summaryEntry(env, &n, func(key string) bool {
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
		d.alone(env, m, &n)
	case "branch_summary":
		m := &conv.BranchSummary{}
		d.summaryEntry(env, &n, func(key string) bool {
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
		d.alone(env, m, &n)
	case "custom", "custom_message":
		d.customEntry(env, kind)
	default:
		d.otherEntry(env, kind)
	}
}

// summaryEntry reads an entry whose own members own reads.
func (d *decoder) summaryEntry(env *envelope, n *conv.Node, own func(key string) bool) {
	for key := range d.Fields {
		switch {
		case env.shared(d, key) || own(key):
		case key == "from_hook" || key == "label" && d.Kind() != rawjson.Null:
			d.KeepQuietly(n, key)
		case d.Kind() == rawjson.Null:
			d.Skip()
		default:
			d.Keep(n, key)
		}
	}
}

// customEntry reads an extension's own entry, which no model sees.
func (d *decoder) customEntry(env *envelope, kind string) {
	m := &conv.CustomMessage{}
	var n conv.Node
	text := false
	var foreign []conv.UserContent
	w := &wire{contents: -1}
	for key := range d.Fields {
		switch {
		case env.shared(d, key):
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
			d.KeepQuietly(&n, key)
		default:
			d.Keep(&n, key)
		}
	}
	if kind != "custom" && m.Content == nil {
		end := d.Offset()
		m.Content = contents[conv.UserContent](d, w)
		d.Rewind(end)
	}
	noteForeign(&n, foreign)
	if text {
		n.Extensions.Set(family, "~content", "true")
	}
	d.alone(env, m, &n)
}

// otherEntry reads an entry that says nothing to a model: its members are
// data. One that says nothing but the title is none.
func (d *decoder) otherEntry(env *envelope, kind string) {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("type", kind)
	var name conv.Raw
	members := 0
	for key := range d.Fields {
		if env.shared(d, key) {
			continue
		}
		v := d.Raw()
		w.OptRaw(key, v)
		if members++; key == "name" {
			name = v
		}
	}
	w.EndObject()
	switch kind {
	case "session_info":
		if d.out.Title = name.Text(); env.ID == "" && !env.linear && members == 1 && d.out.Title != "" && env.literal == "0.0" {
			return
		}
	case "model_change", "thinking_level_change", "label":
	default:
		d.Notes.Unknown(env.Offset(), "entry type", kind)
	}
	m := &conv.CustomMessage{CustomType: family + "." + kind, Data: conv.Raw(w.Bytes())}
	d.alone(env, m, &conv.Node{})
}

// messageEntry reads an entry that is a message.
func (d *decoder) messageEntry(env *envelope) {
	at := -1
	for key := range d.Fields {
		switch {
		case env.shared(d, key):
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
