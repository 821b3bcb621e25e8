package session

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Chain writes a session as one chain of entries.
type Chain struct {
	Line   *rawjson.Writer
	layout *Layout
	Linear bool            // entries have no ids
	place  int             // place of the current entry, from 1
	before string          // id of the entry before it
	active string          // id of the last entry that is not excluded
	prompt string          // id of the entry of the system prompt
	taken  map[string]bool // ids of messages that look made up
	order  conv.Raw        // of the current line; "": the usual one
	out    *rawjson.Writer // where a line goes that is written aside
}

// Write writes the header of a conversation with its fields, the title unless a
// message holds it, and the entries, which body writes.
func (l *Layout) Write(w *rawjson.Writer, c *conv.Conversation, fields func(*rawjson.Writer), body func(*Chain)) {
	s := &Chain{Line: w, layout: l, taken: map[string]bool{}, Linear: c.Extensions.Get(l.Family, hintLinear) != ""}
	for _, m := range c.Messages {
		meta := conv.MetaOf(m)
		id := meta.ID
		s.Linear = s.Linear && id == "" && !meta.Excluded
		if strings.HasPrefix(id, l.MadeID) {
			s.taken[id] = true
		}
	}
	if slot := l.SlotOf(&c.Node); slot != "" {
		w.Raw(slot)
		w.Text("\n")
	}
	s.header(c, fields)
	title, said := l.title(c.Messages)
	if c.Title != title && !said {
		s.title(c.Title)
	}
	body(s)
	s.leaf(c)
	if c.Title != title && said {
		s.title(c.Title)
	}
}

func (s *Chain) header(c *conv.Conversation, fields func(*rawjson.Writer)) {
	l := s.layout
	s.aside(&c.Node)
	s.Line.BeginObject()
	s.Line.Field("type", l.Header)
	switch version := c.Extensions.Get(l.Family, hintVersion); version {
	case "":
		s.Line.OptRaw("version", conv.Raw(l.Version))
	case "null":
	default:
		s.Line.OptRaw("version", version)
	}
	if c.ID == "" {
		s.Line.Field("id", l.NoID)
	} else {
		s.Line.Field("id", c.ID)
	}
	for _, f := range l.HeaderFields {
		s.headerField(c, f)
	}
	fields(s.Line)
	s.End()
}

// headerField writes a field of the header, unless it is residue.
func (s *Chain) headerField(c *conv.Conversation, f HeaderField) {
	if c.Extensions.Get(s.layout.Family, f.Key) != "" {
		return
	}
	if f.Said != nil && c.Session != nil {
		if v := f.Said(c.Session); v != "" {
			s.Line.OptRaw(f.Key, v)
			return
		}
	}
	s.Line.OptRaw(f.Key, f.Unknown)
}

// aside writes the line of a node to the side, if it had an order of its own.
func (s *Chain) aside(n *conv.Node) {
	if s.order = n.Extensions.Get(s.layout.Family, hintOrder); s.order == "" {
		return
	}
	s.out, s.Line = s.Line, rawjson.NewWriter(nil)
	s.Line.Respell = s.out.Respell
}

// title returns the name that the last entry with a name gives the session, and
// whether there is such an entry.
func (l *Layout) title(messages []conv.Message) (name string, said bool) {
	for _, m := range messages {
		if c, ok := m.(*conv.CustomMessage); ok && !c.Excluded && c.CustomType == l.Family+"."+l.Title {
			name, said = c.Data.Lookup(l.TitleIn).Text(), true
		}
	}
	return name, said
}

func (s *Chain) title(name string) {
	s.Begin(s.layout.Title, &conv.Meta{}, false)
	s.Line.Field(s.layout.TitleIn, name)
	s.End()
}

// Begin opens an entry and writes what every entry has. apart is for a message
// whose time differs from its entry's.
func (s *Chain) Begin(kind string, m *conv.Meta, apart bool) {
	s.place++
	s.aside(&m.Node)
	s.Line.BeginObject()
	s.Line.Field("type", kind)
	l := s.layout
	if !s.Linear {
		s.link(m)
	}
	literal := m.Extensions.Get(l.Family, l.TimeHint)
	if literal == "" || !apart && l.Milliseconds(literal) != m.Timestamp {
		literal = l.Literal(m.Timestamp)
	}
	if literal != "null" {
		s.Line.OptRaw(l.Time, literal)
	}
}

// End closes an entry and its line.
func (s *Chain) End() {
	s.Line.EndObject()
	if s.order != "" {
		line := conv.Raw(s.Line.Bytes())
		s.Line = s.out
		Reorder(s.Line, line, s.order, nil)
		s.order = ""
	}
	s.Line.Text("\n")
}

// link writes an entry's id and its parent's id.
func (s *Chain) link(m *conv.Meta) {
	id := m.ID
	if id == "" {
		id = s.madeID()
	}
	s.Line.Field(s.layout.ID, id)
	s.Line.Key(s.layout.Parent)
	s.parent(m)
	if s.before = id; !m.Excluded {
		s.active = id
	}
}

// parent writes the id of the entry that a message follows.
func (s *Chain) parent(m *conv.Meta) {
	place, usual := m.TreePosition(), s.active
	if m.Excluded {
		usual = s.before
	}
	switch parent := m.Extensions.Get(s.layout.Family, s.layout.hintParent()); {
	case place.Parent != "":
		s.Line.Str(place.Parent)
	case parent != "":
		s.Line.Raw(parent)
	case place.Root && s.prompt != "":
		s.Line.Str(s.prompt)
	case place.Root, usual == "":
		s.Line.Null()
	default:
		s.Line.Str(usual)
	}
}

// madeID returns an id for an entry without one, from its place.
func (s *Chain) madeID() string {
	for n := s.place; ; n += 1_000_000 {
		if id := s.layout.MadeID + strconv.Itoa(n); !s.taken[id] {
			return id
		}
	}
}

// Fields writes the fields of an entry's data except those that every entry has.
func (s *Chain) Fields(data conv.Raw) {
	l := s.layout
	c := rawjson.NewCursor([]byte(data))
	for key := range c.Fields {
		switch key {
		case "type", l.ID, l.Parent, l.Time:
		default:
			s.Line.OptRaw(key, c.Raw())
		}
	}
}
