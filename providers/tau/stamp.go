package tau

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// stamp gives new messages the id, the time and the usage that Tau writes of
// every message. The id of an answer is the server's, if it has one.
func stamp(c *conv.Conversation, first int, at int64, notes *note.Notes) {
	for i := first; i < len(c.Messages); {
		switch m := c.Messages[i].(type) {
		case *conv.UserMessage, *conv.ToolResultMessage, *conv.SystemMessage:
			stampMeta(conv.MetaOf(m), m, i, at)
		case *conv.AssistantMessage:
			if m.ID == "" {
				m.ID, m.ResponseID = m.ResponseID, ""
			}
			stampMeta(&m.Meta, m, i, at)
			if m.Usage == nil {
				notes.Info(note.CodeUsage, note.Synthesized, -1, "usage of zero tokens", "")
				m.Usage = &conv.Usage{}
			}
		}
		i += format.WireSpan(c.Messages[i:]) // several results are one message
	}
}

// stampSession does the same, and gives a new session an id, a time, and an entry
// for its system prompt.
func stampSession(c *conv.Conversation, first int, at int64, notes *note.Notes) {
	stamp(c, first, at, notes)
	if residue.Get(&c.Node, hintForm) != "" {
		return // it is no session
	}
	if c.ID == "" {
		c.ID = session.MadeUUID(at, -1, c.Messages[first])
		if residue.Get(&c.Node, "timestamp") == "" {
			residue.Set(&c.Node, "timestamp", seconds(at))
		}
	}
	if first == 0 {
		stampPrompt(c, at)
	}
}

// stampPrompt stamps the message of a system prompt.
func stampPrompt(c *conv.Conversation, at int64) {
	if c.SystemPrompt == "" || residue.Get(&c.Node, hintSystem) != "" {
		return
	}
	m := conv.SystemText(c.SystemPrompt)
	stampMeta(&m.Meta, m, 0, at)
	body := &writer{Writer: rawjson.NewWriter(nil)}
	writeMessage(body, objects().system, m, &m.Meta, "system")
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("id", m.ID)
	w.OptRaw("timestamp", seconds(at))
	w.OptRaw("message", conv.Raw(body.Bytes()))
	w.EndObject()
	residue.Set(&c.Node, hintSystem, conv.Raw(w.Bytes()))
}

// stampMeta gives the message at a place an id and a time, unless it has them.
func stampMeta(meta *conv.Meta, m conv.Message, place int, at int64) {
	meta.Timestamp = cmp.Or(meta.Timestamp, at)
	if meta.ID == "" {
		meta.ID = session.MadeUUID(meta.Timestamp, place, m)
	}
	residue.Set(&meta.Node, hintID, rawjson.Quoted(meta.ID))
}
