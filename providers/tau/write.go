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
	form := c.Extensions.Get(family, hintForm)
	switch {
	case form == "" || c.ID != "" || c.Title != "":
		rest := func() { conv.WriteResidue(w, &c.Node, family) }
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
	case s.chain == nil:
		s.Raw(body)
	case raw == body:
		s.chain.Begin("message", &conv.Meta{}, false)
		s.Key("message")
		s.Raw(body)
		s.chain.End()
	default:
		m := &conv.Meta{ID: raw.Lookup("id").Text()}
		if literal := raw.Lookup("timestamp"); literal != "" {
			m.Extensions.Set(family, hintEntryTime, literal)
		}
		s.chain.Begin("message", m, true)
		s.chain.Fields(raw)
		s.chain.End()
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
