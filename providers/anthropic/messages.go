package anthropic

import (
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// messagesFormat is messages alone, as programs store them: a list, or one a
// line.
func messagesFormat() format.Format {
	h := requestHolds
	h.Features &^= format.SystemPrompt | format.Tools | format.StrictTools
	h.Params = 0
	return format.Format{
		Name:         "anthropic-messages",
		Family:       family,
		About:        "Anthropic messages alone",
		Unit:         format.SessionUnit,
		Capabilities: h,
		Detect:       detectMessages,
		Decode:       decodeMessages,
	}
}

func decodeMessages(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	return session.Messages(d.in.Reader, func(c *conv.Conversation) func() {
		i := -1
		return func() {
			i++
			if session.WantRole(d.in.Reader, messageRoles) {
				c.Messages = d.message(c.Messages, i)
			}
		}
	})
}

// detectMessages recognizes messages by their blocks. Only texts of users and
// assistants could be its own.
func detectMessages(p *format.Probe) format.Grade {
	at := ""
	if p.HasKind("", rawjson.Array) {
		at = "[]."
	}
	switch {
	case !p.IsJSON() || !p.Shows(at+"role = user|assistant|system & "+at+"content"):
		return format.No
	case at == "" && p.Has("type"): // a response, or an event
		return format.No
	case p.Shows(at+"content[].source.media_type", at+"content[].type = "+ownBlocks):
		return format.Own
	case !isMessage(p, at):
		return format.No
	case p.Shows(at+"content[].source.type", at+"content[].signature", at+"content[].citations"):
		return format.Own
	case p.Within(at+"role", "user", "assistant"):
		return format.Could
	}
	return format.No
}

// messageRoles are the roles of the API.
var messageRoles = []string{"user", "assistant", "system"}
