package openaichat

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// messagesFormat is messages alone, as programs keep them: a list, or one
// message a line. It is written as a list.
func messagesFormat() format.Format {
	h := requestHolds
	h.Features &^= format.Tools | format.StrictTools
	h.Params = 0
	return format.Format{
		Name:         "openai-chat-messages",
		Family:       family,
		About:        "OpenAI Chat Completions messages alone",
		Unit:         format.SessionUnit,
		Capabilities: h,
		History:      format.SentHistory,
		Reduce:       reduceMessages,
		Detect:       detectMessages,
		Decode:       decodeMessages,
		Write: func(w *rawjson.Writer, c *conv.Conversation) {
			writeMessageList(w, c)
			w.Text("\n")
		},
	}
}

// reduceMessages drops what a request has besides messages, and messages of roles
// that it does not have.
func reduceMessages(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	c.Extensions = fit.KeptFields(notes, &c.Node, func(_, key string) bool { return key == "system" || key == hintSystem })
	fit.Alone(c, family, notes)
	c.Messages = slices.DeleteFunc(slices.Clone(c.Messages), func(m conv.Message) bool {
		x, ok := m.(*conv.CustomMessage)
		if ok {
			notes.Loss(note.CodeUI, note.Dropped, x.Offset(), "custom message", x.CustomType)
		}
		return ok
	})
	return c
}

func decodeMessages(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	return session.Messages(d.in.Reader, func(c *conv.Conversation) func() {
		d.thread = &Thread{}
		first := true
		return func() {
			if session.WantRole(d.in.Reader, roles) {
				d.add(c, first)
			}
			first = false
		}
	})
}

// detectMessages recognizes messages by the fields and parts that only this API
// has. Messages with nothing but its roles and parts could be its own.
func detectMessages(p *format.Probe) format.Grade {
	at := ""
	if p.Has("[]") {
		at = "[]."
	}
	switch {
	case !p.IsJSON() || !p.Shows(at+"role = system|developer|user|assistant|tool|function") || !p.Within(at+"role", roles...):
		return format.No
	case !p.Has(at+"id") && p.Shows(marksAt(at, slices.Concat(ownFields, shared)...)...):
		return format.Own
	case isMessage(p, at) && p.Shows(at+"content"):
		return format.Could
	}
	return format.No
}
