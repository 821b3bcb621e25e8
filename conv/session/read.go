package session

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Path reads the entries of one path through a session into a conversation.
type Path struct {
	In *conv.Reader
	*IDs
	Session *Session
	Out     *conv.Conversation
	Prompt  *Entry // the entry that became the system prompt, nil without one

	layout *Layout
	tree   *Tree  // nil: the path is a chain
	active []bool // of a tree: the entries on the path to the current one
}

// Envelope is what an entry has around its content.
type Envelope struct {
	conv.Meta // with the entry's own id and time
	Entry     *Entry
	Time      conv.Raw // as it was written, null without one
}

// Decode reads a conversation for each session in a file: the path to the
// current entry. If all is true, it reads a conversation for each leaf. It
// calls start once for each path. The function that start returns reads one
// entry and appends its content to Out.
func (l *Layout) Decode(data []byte, notes *note.Notes, all bool, start func(*Path) func(*Envelope)) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		sessions, refs, err := l.Sessions(data, notes)
		if err != nil {
			yield(nil, err)
			return
		}
		read := func(p *Path, path []int) bool {
			p.In, p.IDs, p.Out, p.layout = conv.NewReader(data, l.Family, notes), l.NewIDs(refs), &conv.Conversation{}, l
			p.seen = make(map[string]bool, len(path))
			p.Out.Messages = make([]conv.Message, 0, len(path))
			p.In.Trust() // Sessions read every entry
			p.begin(path)
			p.entries(path, start(p))
			return yield(p.Out, p.In.Err()) && p.In.Err() == nil
		}
		for _, s := range sessions {
			if !all && !s.Linear && len(s.Entries) > 0 {
				p := &Path{Session: s}
				if !read(p, p.whole(refs, notes)) {
					return
				}
				continue
			}
			for path := range s.leaves(notes) {
				if !read(&Path{Session: s}, path) {
					return
				}
			}
		}
	}
}

// whole returns all entries of a tree in their order, and adds the made up ids
// that a parent refers to.
func (p *Path) whole(refs map[string]bool, notes *note.Notes) []int {
	s := p.Session
	p.tree = s.tree(notes)
	path := p.tree.Path(s.last(notes))
	order := p.tree.Order(path)
	p.active = make([]bool, len(s.Entries))
	for _, i := range path {
		p.active[i] = true
	}
	before := ""
	for _, i := range order {
		if e := &s.Entries[i]; !p.active[i] && e.Parent != before {
			refs[e.Parent] = true
		}
		before = s.Entries[i].ID
	}
	return order
}

// begin reads the header.
func (p *Path) begin(path []int) {
	l, n := p.layout, &p.Out.Node
	if p.active != nil && p.leafComesBack(path) {
		p.keepLeaf()
	}
	if at := p.Session.Slot; at >= 0 {
		p.In.Rewind(at)
		n.Extensions.Set(l.Family, hintSlot, p.In.Raw())
	}
	version := p.header()
	if p.Session.Linear && len(path) > 0 {
		n.Extensions.Set(l.Family, hintLinear, "true")
	}
	if version != conv.Raw(l.Version) {
		n.Extensions.Set(l.Family, hintVersion, version)
	}
}

// header reads the header and returns its version.
func (p *Path) header() conv.Raw {
	p.Out.SetOffset(p.Session.Header)
	p.In.Rewind(p.Session.Header)
	version := conv.Raw("null")
	var said []rawjson.Member // fields that the session has a place for
	for key := range p.In.Fields {
		switch {
		case key == "type":
		case key == "id":
			if p.Out.ID = p.In.Cursor.StrOnly(); p.Out.ID == p.layout.NoID {
				p.Out.ID = ""
			}
		case key == "version":
			version = p.In.Raw()
		default:
			f := p.layout.headerField(key)
			switch {
			case f == nil:
				p.layout.OtherHeaderField(p.In, p.Out, key)
			case f.Read != nil:
				said = append(said, rawjson.Member{Key: key, Value: p.In.Raw()})
			default:
				p.keepHeaderField(f, p.In.Raw())
			}
		}
	}
	for _, x := range said { // a header may hold a session of ours, too, which these complete
		p.readHeaderField(p.layout.headerField(x.Key), x.Value)
	}
	return version
}

func (l *Layout) headerField(key string) *HeaderField {
	for i := range l.HeaderFields {
		if f := &l.HeaderFields[i]; f.Key == key {
			return f
		}
	}
	return nil
}

// readHeaderField takes what a field of the header says, and keeps the field if it
// says it in an unusual way.
func (p *Path) readHeaderField(f *HeaderField, v conv.Raw) {
	if p.Out.Session == nil {
		p.Out.Session = &conv.Session{}
		p.Out.Session.SetOffset(p.Out.Offset())
	}
	p.Out.Extensions = p.Out.Extensions.Without(p.layout.Family, f.Key) // the last of its name counts
	if f.Read(p.Out.Session, v); f.Said(p.Out.Session) != v {
		p.keepHeaderField(f, v)
	}
}

func (p *Path) keepHeaderField(f *HeaderField, v conv.Raw) {
	if v != `""` && v != "null" && v != f.Unknown {
		p.Out.Extensions.Set(p.layout.Family, f.Key, v)
	}
}

func (p *Path) entries(path []int, read func(*Envelope)) {
	before, active := "", "" // ids of the entry before, and of the last one on the active path
	env := &Envelope{}
	for _, at := range path {
		excluded := p.active != nil && !p.active[at]
		usual := active
		if excluded {
			usual = before
		}
		p.envelope(env, at, usual)
		if env.Excluded = excluded; excluded {
			p.link(env, at, usual)
		}
		if before = env.Entry.ID; !excluded {
			active = before
		}
		p.In.Rewind(env.Entry.Offset)
		if read(env); p.In.Err() != nil {
			return
		}
	}
}

// envelope takes what the outline knows of an entry. before is the id of the
// entry before it on the path.
func (p *Path) envelope(env *Envelope, at int, before string) {
	l, e := p.layout, &p.Session.Entries[at]
	*env = Envelope{Entry: e, Time: "null"}
	env.SetOffset(e.Offset)
	env.ID = p.Own(e.ID)
	if !p.Session.Linear && e.Parent != before && e.Parent != "" {
		env.Extensions.Set(l.Family, l.hintParent(), rawjson.Quoted(e.Parent))
	}
}

// link names the parent of an entry that is not on the active path, if it is not
// the usual one.
func (p *Path) link(env *Envelope, at int, usual string) {
	e, up := env.Entry, p.tree.Parents[at]
	if e.Parent == usual {
		return
	}
	place := env.TreePosition()
	switch {
	case up < 0 && e.Parent == "":
		if place.Root = true; p.Prompt != nil {
			env.SetTreePosition(place)
			env.Extensions.Set(p.layout.Family, p.layout.hintParent(), "null")
			return
		}
	case up >= 0 && p.Prompt == &p.Session.Entries[up]:
		place.Root = true
	case up >= 0 && p.tree.entries[up].ID == e.Parent && p.Session.Entries[up].ID != "":
		place.Parent = e.Parent
	default:
		return
	}
	env.SetTreePosition(place)
	env.Extensions = env.Extensions.Without(p.layout.Family, p.layout.hintParent())
}

// Shared reads a field that entries of every type have. It returns false for
// any other field.
func (p *Path) Shared(env *Envelope, key string) bool {
	switch l := p.layout; {
	case key == "type":
		p.In.Skip()
	case key == l.ID, key == l.Parent: // the outline has them
		if k := p.In.Kind(); k != rawjson.String && k != rawjson.Null {
			p.In.Notes.Loss(note.CodeID, note.Dropped, p.In.Offset(), "id that is not a string", "")
		}
		p.In.Skip()
	case key == l.Time:
		env.Time = p.In.Raw()
		env.Timestamp = l.Milliseconds(env.Time)
	default:
		return false
	}
	return true
}

// Append appends the message of an entry. It adds a hint if the entry's time is
// written in another way than the message's would be.
func (p *Path) Append(env *Envelope, m conv.Message) {
	meta := conv.MetaOf(m)
	if env.Timestamp != 0 && env.Timestamp != meta.Timestamp || env.Time != p.layout.Literal(meta.Timestamp) {
		meta.Extensions.Set(p.layout.Family, p.layout.TimeHint, env.Time)
	}
	p.ordered(env, m)
	p.Out.Messages = append(p.Out.Messages, m)
}

// Other appends an entry that a model does not see as a custom message, whose
// data is the entry's fields. It returns false for an entry that only holds the
// title: the title goes to the conversation.
func (p *Path) Other(env *Envelope) bool {
	l, kind := p.layout, env.Entry.Kind
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("type", kind)
	var name conv.Raw
	fields := 0
	for key := range p.In.Fields {
		if p.Shared(env, key) {
			continue
		}
		v := p.In.Raw()
		w.OptRaw(key, v)
		if fields++; key == l.TitleIn {
			name = v
		}
	}
	w.EndObject()
	switch {
	case l.Title != "" && kind == l.Title && !env.Excluded:
		p.Out.Title = name.Text()
		if env.ID == "" && !p.Session.Linear && fields == 1 && p.Out.Title != "" && env.Time == l.Literal(0) {
			return false
		}
	case !slices.Contains(l.Silent, kind):
		p.In.Notes.Unknown(env.Offset(), "entry type", kind)
	}
	p.Append(env, &conv.CustomMessage{Meta: env.Meta, CustomType: l.Family + "." + kind, Data: conv.Raw(w.Bytes())})
	return true
}
