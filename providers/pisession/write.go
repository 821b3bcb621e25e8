package pisession

import (
	"fmt"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// writer writes a session as one chain of entries.
type writer struct {
	*rawjson.Writer
	linear bool   // without ids
	place  int    // of the entry that is being written, from 1
	before string // id of the entry before it
	taken  []string
}

func write(w *rawjson.Writer, c *conv.Conversation) {
	s := &writer{Writer: w}
	s.linear = c.Extensions.Get(family, hintLinear) != ""
	for _, m := range c.Messages {
		id := conv.MetaOf(m).ID
		s.linear = s.linear && id == ""
		if strings.HasPrefix(id, madeID) {
			s.taken = append(s.taken, id)
		}
	}
	version := c.Extensions.Get(family, hintVersion)
	s.header(c, version)
	title, said := title(c.Messages)
	if c.Title != title && !said {
		s.title(c.Title)
	}
	for _, m := range c.Messages {
		s.message(m)
	}
	if c.Title != title && said {
		s.title(c.Title)
	}
}

func (s *writer) header(c *conv.Conversation, version conv.Raw) {
	s.BeginObject()
	s.Field("type", "session")
	switch version {
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
		s.Field("timestamp", noTime)
	}
	if c.Extensions.Get(family, "cwd") == "" {
		s.Field("cwd", "")
	}
	dialect(true).WriteHead(s.Writer, c)
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
	s.begin("session_info", &conv.Meta{})
	s.Field("name", name)
	s.endLine()
}

// begin opens an entry and writes what every entry has.
func (s *writer) begin(kind string, m *conv.Meta) {
	s.place++
	s.BeginObject()
	s.Field("type", kind)
	if !s.linear {
		s.link(m)
	}
	s.time(m, kind == "message" && !untimed(m))
}

// link writes an entry's id and its parent's.
func (s *writer) link(m *conv.Meta) {
	id := m.ID
	if id == "" {
		id = s.madeID()
	}
	s.Field("id", id)
	s.Key("parentId")
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

// time writes an entry's time: as it was read, unless it was that of the
// message, and the message has another one now.
func (s *writer) time(m *conv.Meta, apart bool) {
	literal := m.Extensions.Get(family, hintTime)
	if literal == "" || !apart && timeOf(literal) != m.Timestamp {
		literal = canonical(m.Timestamp)
	}
	if literal != "null" {
		s.OptRaw("timestamp", literal)
	}
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

func (s *writer) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		s.user(m)
	case *conv.AssistantMessage, *conv.ToolResultMessage, *conv.SystemMessage:
		s.plain(m)
	case *conv.CustomMessage:
		s.custom(m)
	case *conv.BranchSummary:
		if m.Extensions.Get(family, conv.OwnRole) != "" {
			s.plain(m)
			return
		}
		s.begin("branch_summary", &m.Meta)
		s.Field("fromId", m.FromID)
		s.Field("summary", m.Summary)
		s.OptRaw("details", m.Details)
		dialect(true).WriteUsage(s.Writer, m.Usage)
		s.end(&m.Meta)
	case *conv.CompactionSummary:
		if m.Extensions.Get(family, conv.OwnRole) != "" {
			s.plain(m)
			return
		}
		s.begin("compaction", &m.Meta)
		s.Field("summary", m.Summary)
		if m.FirstKeptID != "" || !s.linear {
			s.Field("firstKeptEntryId", m.FirstKeptID)
		}
		s.OptNumber("tokensBefore", m.TokensBefore)
		s.OptRaw("details", m.Details)
		dialect(true).WriteUsage(s.Writer, m.Usage)
		s.end(&m.Meta)
	default:
		panic(fmt.Sprintf("pisession: a %T is no message that fits a session", m))
	}
}

// end writes what an entry that is no message entry has besides.
func (s *writer) end(m *conv.Meta, except ...string) {
	dialect(true).WriteMeta(s.Writer, m, except...)
	s.endLine()
}
