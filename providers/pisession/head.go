package pisession

import (
	"cmp"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// agent is the name of the program in a session.
const agent = "pi"

func readStarted(s *conv.Session, v conv.Raw) { s.Started = session.ISOMilliseconds(v) }

func started(s *conv.Session) conv.Raw {
	if s.Started == 0 {
		return ""
	}
	return session.ISOLiteral(s.Started)
}

func readCwd(s *conv.Session, v conv.Raw) { s.Cwd = v.Text() }

func cwd(s *conv.Session) conv.Raw {
	if s.Cwd == "" {
		return ""
	}
	return rawjson.Quoted(s.Cwd)
}

// settle completes what the header says by what the entries say.
func settle(c *conv.Conversation) {
	if c.Session == nil {
		c.Session = &conv.Session{}
		c.Session.SetOffset(c.Offset())
	}
	s := c.Session
	s.Agent, s.Model, s.Updated = agent, firstModel(c), updated(c)
	c.Title = cmp.Or(c.Title, titleBeside(c))
}

// titleBeside is the title that a fork of pi, omp, writes into the header, and into a
// line before it.
func titleBeside(c *conv.Conversation) string {
	return cmp.Or(layout.SlotOf(&c.Node).Lookup("title").Text(), c.Extensions.Get(family, "title").Text())
}

// firstModel is the model that a session begins with.
func firstModel(c *conv.Conversation) string {
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			if m.Model != "" {
				return m.Model
			}
		case *conv.CustomMessage:
			if id := m.Data.Lookup("modelId").Text(); m.CustomType == family+".model_change" && id != "" {
				return id
			}
		}
	}
	return ""
}

// updated is the latest time of a message.
func updated(c *conv.Conversation) (at int64) {
	for _, m := range c.Messages {
		at = max(at, conv.MetaOf(m).Timestamp)
	}
	return at
}

// beside is a conversation whose session has only what the header has no field of
// its own for. pi ignores that.
func beside(c *conv.Conversation) *conv.Conversation {
	if c.Session == nil {
		return c
	}
	x, s := *c, *c.Session
	s.Agent, s.Model, s.Updated, s.Started, s.Cwd = "", "", 0, 0, ""
	if x.Session = &s; isEmpty(&s) {
		x.Session = nil
	}
	return &x
}

func isEmpty(s *conv.Session) bool {
	return s.ID == "" && s.AgentVersion == "" && s.Branch == "" && s.AgentID == "" && s.AgentType == "" && s.Parent == nil && len(s.Extensions) == 0
}

// headed fits what a session says of itself.
func headed(c *conv.Conversation, notes *note.Notes) {
	s := conv.Session{}
	if c.Session != nil {
		s = *c.Session
	}
	if s.Agent != "" && s.Agent != agent {
		notes.Info(note.CodeExtension, note.Dropped, s.Offset(), "agent of a session, now pi,", s.Agent)
		s.AgentVersion = ""
	}
	s.Started = max(s.Started, 0)
	for _, f := range layout.HeaderFields {
		if f.Read == nil {
			continue
		}
		said := conv.Session{}
		if f.Read(&said, c.Extensions.Get(family, f.Key)); f.Said(&said) != f.Said(&s) {
			c.Extensions = c.Extensions.Without(family, f.Key)
		}
	}
	for _, m := range c.Messages {
		if s.Started == 0 {
			s.Started = max(conv.MetaOf(m).Timestamp, 0)
		}
	}
	c.Session = &s
	settle(c)
}
