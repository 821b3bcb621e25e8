package tau

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// writer writes messages: as a session, each in an entry of one chain, or as
// a list.
type writer struct {
	*rawjson.Writer
	chain *session.Chain // nil in a list
}

// write writes a list where one was read, and else a session file.
func write(w *rawjson.Writer, c *conv.Conversation) {
	s := &writer{Writer: w}
	form := residue.Get(&c.Node, hintForm)
	switch {
	case form == "" || c.ID != "" || c.Title != "":
		rest := func() { residue.Write(w, &c.Node) }
		layout.Write(w, c, rest, func(chain *session.Chain) {
			s.chain = chain
			s.prompt(c)
			s.messages(c.Messages)
		})
		return
	case form == `"array"`:
		s.list(c)
	default:
		s.BeginObject()
		s.Key("messages")
		s.list(c)
		residue.Write(w, &c.Node)
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
