package anthropic

import (
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// messagesFormat is messages alone, as programs store them: a list, or one a
// line.
func messagesFormat() conv.Format {
	h := requestHolds
	h.Features &^= conv.SystemPrompt | conv.Tools | conv.StrictTools
	h.Params = 0
	return conv.Format{
		Name:   "anthropic-messages",
		Family: family,
		About:  "Anthropic messages alone",
		Unit:   conv.SessionUnit,
		Holds:  h,
		Detect: detectMessages,
		Decode: decodeMessages,
	}
}

func decodeMessages(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	return session.Messages(d.Reader.Reader, func(c *conv.Conversation) func() {
		i := -1
		return func() {
			i++
			if session.WantRole(d.Reader.Reader, messageRoles) {
				c.Messages = d.message(c.Messages, i)
			}
		}
	})
}

// detectMessages recognizes messages by their blocks. Only texts of users and
// assistants could be its own.
func detectMessages(p *conv.Probe) conv.Grade {
	at := ""
	if p.HasKind("", rawjson.Array) {
		at = "[]."
	}
	switch {
	case !p.IsJSON() || !p.Shows(at+"role = user|assistant|system & "+at+"content"):
		return conv.No
	case at == "" && p.Has("type"): // a response, or an event
		return conv.No
	case p.Shows(at+"content[].source.media_type", at+"content[].type = "+ownBlocks):
		return conv.Own
	case !isMessage(p, at):
		return conv.No
	case p.Shows(at+"content[].source.type", at+"content[].signature", at+"content[].citations"):
		return conv.Own
	case p.Within(at+"role", "user", "assistant"):
		return conv.Could
	}
	return conv.No
}

// messageRoles are the roles of the API.
var messageRoles = []string{"user", "assistant", "system"}
