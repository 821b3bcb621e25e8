package tau

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// writer writes messages as a list, or as a session: each message in an entry
// of one chain.
type writer struct {
	*rawjson.Writer
	chain *session.Chain // nil in a list
}

// write writes a session file, or a list if a list was read.
func write(w *rawjson.Writer, c *conv.Conversation) {
	s := &writer{Writer: w}
	form := residue.Get(&c.Node, hintForm)
	switch {
	case form == "" || c.ID != "" || c.Title != "" || slices.ContainsFunc(c.Messages, isHidden):
		rest := func(w *rawjson.Writer) { residue.Write(w, &c.Node) }
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

// isHidden reports whether a message is not sent, which a list cannot say.
func isHidden(m conv.Message) bool { return conv.MetaOf(m).Excluded }

func (s *writer) list(c *conv.Conversation) {
	s.BeginArray()
	s.prompt(c)
	s.messages(c.Messages)
	s.EndArray()
}
