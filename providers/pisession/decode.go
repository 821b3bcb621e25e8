package pisession

import (
	"iter"
	"slices"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
)

// decode reads each session's way to its last entry.
func decode(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return read(data, notes, false)
}

// branches reads each session's way to every leaf.
func branches(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return read(data, notes, true)
}

func read(data []byte, notes *conv.Notes, all bool) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		var named []string
		sessions, err := conv.Sessions(data, func(c *rawjson.Cursor, e *conv.SessionEntry) { outline(c, e, &named) }, notes)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, s := range sessions {
			for _, path := range s.Paths(all, notes) {
				d := decoder{Reader: conv.NewReader(data, family, notes), Session: s, named: named}
				c, err := d.conversation(path)
				if !yield(c, err) || err != nil {
					return
				}
			}
		}
	}
}

// decoder reads one way through a session.
type decoder struct {
	*conv.Reader
	*conv.Session
	named []string // made ids that an entry refers to
	out   *conv.Conversation
	seen  map[string]bool // ids on the way
}

func (d *decoder) conversation(path []int) (*conv.Conversation, error) {
	d.out, d.seen = &conv.Conversation{}, map[string]bool{}
	d.out.PlaceAt(d.Header)
	d.readHeader()
	d.out.Messages = make([]conv.Message, 0, len(path))
	for i, at := range path {
		before := ""
		if i > 0 {
			before = d.Entries[path[i-1]].ID
		}
		m := d.entry(at, before)
		if d.Err() != nil {
			return nil, d.Err()
		}
		if m != nil {
			d.out.Messages = append(d.out.Messages, m)
		}
	}
	return d.out, d.Err()
}

func (d *decoder) readHeader() {
	n := &d.out.Node
	version := conv.Raw("null")
	d.Rewind(d.Header)
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
		case "timestamp", "cwd", "parentSession":
			if v := d.Raw(); v != `""` && v != `"`+noTime+`"` && v != "null" {
				n.Extensions.Set(family, key, v)
			}
		default:
			conv.ReadHeadMember(d.Reader, d.out, key)
		}
	}
	if d.Linear && len(d.Entries) > 0 {
		n.Extensions.Set(family, hintLinear, "true")
	}
	if version != "3" {
		n.Extensions.Set(family, hintVersion, version)
	}
}

// envelope is what every entry has around what it says.
type envelope struct {
	conv.Meta
	literal conv.Raw // the time as it was written
}

// entry reads an entry, whose parent's id is before. It is nil where the
// entry says nothing but the title.
func (d *decoder) entry(at int, before string) conv.Message {
	e := &d.Entries[at]
	env := &envelope{literal: "null"}
	env.PlaceAt(e.Offset)
	env.ID = d.ownID(e.ID)
	d.Rewind(e.Offset)
	var m conv.Message
	switch e.Kind {
	case "message":
		m = d.message(env, e)
	case "compaction":
		m = d.compaction(env)
	case "branch_summary":
		m = d.branchSummary(env)
	case "custom_message":
		m = d.customMessage(env)
	case "custom":
		m = d.custom(env)
	default:
		m = d.other(env, e.Kind)
	}
	if m == nil || d.Err() != nil {
		return nil
	}
	meta := conv.MetaOf(m)
	if e.Parent != before && e.Parent != "" && !d.Linear {
		meta.Extensions.Set(family, hintParent, quoted(e.Parent))
	}
	if env.literal != canonical(meta.Timestamp) {
		meta.Extensions.Set(family, hintTime, env.literal)
	}
	return m
}

// ownID is the entry's id, unless it was made for want of one, or an entry
// before it has it.
func (d *decoder) ownID(id string) string {
	if d.seen[id] || strings.HasPrefix(id, madeID) && !slices.Contains(d.named, id) {
		return ""
	}
	d.seen[id] = true
	return id
}

// shared reads a member that entries of every type have; false for others.
func (d *decoder) shared(env *envelope, key string) bool {
	switch key {
	case "type":
		d.Skip()
	case "id", "parentId":
		conv.SkipID(d.Reader)
	case "timestamp":
		env.literal = d.Raw()
		env.Timestamp = timeOf(env.literal)
	default:
		return false
	}
	return true
}

// timeOf is a time in a file as Unix milliseconds, 0 if it is none.
func timeOf(literal conv.Raw) int64 {
	if len(literal) < 2 || literal[0] != '"' {
		return 0
	}
	t, err := time.Parse(time.RFC3339, string(literal[1:len(literal)-1]))
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// canonical is how pi writes a time.
func canonical(ms int64) conv.Raw {
	t := time.UnixMilli(ms).UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		return `"` + noTime + `"`
	}
	var b [32]byte
	return conv.Raw(t.AppendFormat(b[:0], `"2006-01-02T15:04:05.000Z"`))
}

func quoted(s string) conv.Raw { return conv.Raw(rawjson.AppendQuoted(nil, s)) }
