package tau

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// takePrompt takes a message as the system prompt and reports whether it did:
// it must be the first message and hold nothing but text. A message that is
// more than its text is kept as a hint.
func (d *decoder) takePrompt(m conv.Message, env *session.Envelope) bool {
	x, ok := m.(*conv.SystemMessage)
	if !ok || d.wires > 0 || d.out.SystemPrompt != "" || env != nil && env.Excluded {
		return false
	}
	for _, b := range x.Content {
		if _, ok := b.(*conv.TextContent); !ok {
			return false
		}
	}
	if d.out.SystemPrompt = record.PromptOf(x); d.out.SystemPrompt == "" {
		return false
	}
	raw, plain := conv.Raw(""), plainPrompt(d.out.SystemPrompt)
	if env == nil {
		d.in.Rewind(d.head.start)
		raw = d.in.Raw()
	} else {
		raw, plain = d.promptEntry(env), `{"message":`+plain+`}`
		d.path.Prompt = env.Entry
	}
	if raw != plain {
		residue.Set(&d.out.Node, hintSystem, raw)
	}
	return true
}

// promptEntry is the entry of the system prompt without its place among the
// others.
func (d *decoder) promptEntry(env *session.Envelope) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.OptField("id", env.ID)
	if env.Time != seconds(0) {
		w.OptRaw("timestamp", env.Time)
	}
	d.in.Rewind(env.Offset())
	for key := range d.in.Fields {
		switch key {
		case "type", "id", "parent_id", "timestamp":
		default:
			w.OptRaw(key, d.in.Raw())
		}
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// prompt writes the system prompt as the message that was read, if the text
// is unchanged, and else as a message of its text alone.
func (s *writer) prompt(c *conv.Conversation) {
	if c.SystemPrompt == "" {
		return
	}
	if s.chain != nil {
		defer s.chain.IsPrompt()
	}
	raw := residue.Get(&c.Node, hintSystem)
	body := raw
	if entry := raw.Lookup("message"); entry != "" {
		body = entry
	}
	switch {
	case raw == "" || textOf(body) != c.SystemPrompt:
		s.systemText(c.SystemPrompt)
	case s.chain == nil:
		s.Raw(body)
	case raw == body:
		s.verbatim(&conv.Meta{}, body)
	default:
		m := &conv.Meta{ID: raw.Lookup("id").Text()}
		if literal := raw.Lookup("timestamp"); literal != "" {
			residue.Set(&m.Node, hintEntryTime, literal)
		}
		s.chain.Begin("message", m, true)
		s.chain.Fields(raw)
		s.chain.End()
	}
}

func (s *writer) systemText(text string) {
	m := &conv.SystemMessage{Content: []conv.SystemContent{&conv.TextContent{Text: text}}}
	writeMessage(s, objects().system, m, &m.Meta, "system")
}

// textOf is the text of a message that is a system prompt.
func textOf(message conv.Raw) string {
	d := &decoder{in: record.NewReader(residue, []byte(message), nil)}
	d.begin()
	d.message(nil)
	return d.out.SystemPrompt
}

// plainPrompt is the message of a system prompt that is only a text.
func plainPrompt(text string) conv.Raw {
	s := &writer{Writer: rawjson.NewWriter(nil)}
	s.systemText(text)
	return conv.Raw(s.Bytes())
}
