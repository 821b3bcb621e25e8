package tau

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// writer writes messages: as a session, each in an entry of one chain, or as
// a list.
type writer struct {
	*rawjson.Writer
	session bool
	linear  bool   // without ids of entries
	place   int    // of the entry that is being written, from 1
	before  string // id of the entry before it
	taken   []string
}

// write writes a list where one was read, and else a session file.
func write(w *rawjson.Writer, c *conv.Conversation) {
	s := &writer{Writer: w}
	form := c.Extensions.Get(family, hintForm)
	switch {
	case form == "" || c.ID != "" || c.Title != "":
		s.session = true
		s.writeSession(c)
		return
	case form == `"array"`:
		s.list(c)
	default:
		s.BeginObject()
		s.Key("messages")
		s.list(c)
		conv.WriteResidue(s.Writer, &c.Node, family)
		s.EndObject()
	}
	s.Text("\n")
}

func (s *writer) list(c *conv.Conversation) {
	s.BeginArray()
	s.prompt(c)
	s.messages(c.Messages)
	s.EndArray()
}

func (s *writer) writeSession(c *conv.Conversation) {
	s.linear = c.Extensions.Get(family, hintLinear) != ""
	for _, m := range c.Messages {
		id := conv.MetaOf(m).ID
		s.linear = s.linear && id == ""
		if strings.HasPrefix(id, madeID) {
			s.taken = append(s.taken, id)
		}
	}
	s.header(c)
	name, said := title(c.Messages)
	if c.Title != name && !said {
		s.title(c.Title)
	}
	s.prompt(c)
	s.messages(c.Messages)
	if c.Title != name && said {
		s.title(c.Title)
	}
}

func (s *writer) header(c *conv.Conversation) {
	s.BeginObject()
	s.Field("type", "session")
	switch version := c.Extensions.Get(family, hintVersion); version {
	case "":
		s.Key("version")
		s.Int(3)
	case "null":
	default:
		s.OptRaw("version", version)
	}
	if s.Key("id"); c.ID == "" {
		s.Str(noSession)
	} else {
		s.Str(c.ID)
	}
	if c.Extensions.Get(family, "timestamp") == "" {
		s.OptRaw("timestamp", seconds(0))
	}
	if c.Extensions.Get(family, "cwd") == "" {
		s.Field("cwd", "")
	}
	conv.WriteResidue(s.Writer, &c.Node, family)
	s.endLine()
}

func (s *writer) endLine() {
	s.EndObject()
	s.Text("\n")
}

// title is the name that the last entry with one gives the session, and
// whether there is such an entry.
func title(messages []conv.Message) (name string, said bool) {
	for _, m := range messages {
		if c, ok := m.(*conv.CustomMessage); ok && c.CustomType == family+".session_info" {
			name, said = c.Data.Lookup("name").Text(), true
		}
	}
	return name, said
}

func (s *writer) title(name string) {
	s.beginEntry("session_info", &conv.Meta{}, false)
	s.Field("name", name)
	s.endLine()
}

// beginEntry opens an entry and writes what every entry has. Apart is for a
// message that has a time of its own.
func (s *writer) beginEntry(kind string, m *conv.Meta, apart bool) {
	s.place++
	s.BeginObject()
	s.Field("type", kind)
	if !s.linear {
		s.link(m)
	}
	literal := m.Extensions.Get(family, hintEntryTime)
	if literal == "" || !apart && timeOf(literal) != m.Timestamp {
		literal = seconds(m.Timestamp)
	}
	if literal != "null" {
		s.OptRaw("timestamp", literal)
	}
}

// link writes an entry's id and its parent's.
func (s *writer) link(m *conv.Meta) {
	id := m.ID
	if id == "" {
		id = s.madeID()
	}
	s.Field("id", id)
	s.Key("parent_id")
	switch parent := m.Extensions.Get(family, hintParent); {
	case parent != "":
		s.Raw(parent)
	case s.before == "":
		s.Null()
	default:
		s.Str(s.before)
	}
	s.before = id
}

// madeID is an id for an entry that has none, by its place.
func (s *writer) madeID() string {
	for n := s.place; ; n += 1_000_000 {
		id := madeID + strconv.Itoa(n)
		free := true
		for _, t := range s.taken {
			free = free && t != id
		}
		if free {
			return id
		}
	}
}

// prompt writes the system prompt as the message that it was, if it still
// says the same, or as one that says nothing else.
func (s *writer) prompt(c *conv.Conversation) {
	if c.SystemPrompt == "" {
		return
	}
	raw := c.Extensions.Get(family, hintSystem)
	body := raw
	if entry := raw.Lookup("message"); entry != "" {
		body = entry
	}
	if raw == "" || textOf(body) != c.SystemPrompt {
		m := &conv.SystemMessage{Content: []conv.SystemContent{&conv.TextContent{Text: c.SystemPrompt}}}
		s.system(m)
		return
	}
	switch {
	case !s.session:
		s.Raw(body)
	case raw == body:
		s.beginEntry("message", &conv.Meta{}, false)
		s.Key("message")
		s.Raw(body)
		s.endLine()
	default:
		m := &conv.Meta{ID: raw.Lookup("id").Text()}
		if literal := raw.Lookup("timestamp"); literal != "" {
			m.Extensions.Set(family, hintEntryTime, literal)
		}
		s.beginEntry("message", m, true)
		s.members(raw)
		s.endLine()
	}
}

// textOf is the system prompt that a message is.
func textOf(message conv.Raw) string {
	d := &decoder{Reader: conv.NewReader([]byte(message), family, nil)}
	d.begin()
	d.message(nil)
	return d.out.SystemPrompt
}

// plainPrompt is how a system prompt is written of which nothing but its text
// is known.
func plainPrompt(text string) conv.Raw {
	s := &writer{Writer: rawjson.NewWriter(nil)}
	s.system(&conv.SystemMessage{Content: []conv.SystemContent{&conv.TextContent{Text: text}}})
	return conv.Raw(s.Bytes())
}

// members writes the members of an entry but those that every entry has.
func (s *writer) members(data conv.Raw) {
	c := rawjson.NewCursor([]byte(data))
	for key := range c.Fields {
		switch key {
		case "type", "id", "parent_id", "timestamp":
			c.Skip()
		default:
			s.OptRaw(key, c.Raw())
		}
	}
}
