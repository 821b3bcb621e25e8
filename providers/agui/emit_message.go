package agui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// whole writes a message that is not an answer: as events if they can hold it,
// else as a snapshot that adds this message to the earlier ones. Open blocks
// of an answer stay open.
func (s *streamWriter) whole(m conv.Message) {
	s.startRun("")
	if a, ok := m.(*conv.AssistantMessage); ok {
		for e := range format.Replay(a) {
			s.Event(e)
		}
		return
	}
	s.count++
	id := cmp.Or(conv.MetaOf(m).ID, messageID(s.count))
	switch m := m.(type) {
	case *conv.UserMessage:
		s.text(id, "user", &m.Meta, textOf(m.Content))
	case *conv.SystemMessage:
		s.text(id, string(conv.RoleOf(m)), &m.Meta, textOf(m.Content))
	case *conv.ToolResultMessage:
		s.result(id, m)
	case *conv.CustomMessage:
		s.custom(id, m)
	default:
		panic(fmt.Sprintf("agui: unknown message %T", m))
	}
}

// textOf is the texts of a message, with a remark for each part that an event
// cannot carry.
func textOf[B conv.Block](blocks []B) string {
	var texts []string
	for _, b := range blocks {
		switch b := conv.Block(b).(type) {
		case *conv.TextContent:
			texts = append(texts, b.Text)
		case *conv.Opaque:
		default:
			texts = append(texts, "("+b.BlockType()+" omitted: an event cannot carry it)")
		}
	}
	return strings.Join(texts, "\n\n")
}

// text writes a message of one text.
func (s *streamWriter) text(id, role string, m *conv.Meta, text string) {
	s.startText(id, role, m)
	s.piece("TEXT_MESSAGE_CONTENT", "messageId", id, text)
	s.event("TEXT_MESSAGE_END", "messageId", id)
	s.encrypted("message", id, m.EncryptedValue)
}

// startText opens a message of one text.
func (s *streamWriter) startText(id, role string, m *conv.Meta) {
	s.frame("TEXT_MESSAGE_START", "messageId", id, "role", role)
	s.w.OptField("name", m.Name)
	residue.Write(s.w, &m.Node)
	s.frameEnd()
}

func (s *streamWriter) result(id string, m *conv.ToolResultMessage) {
	s.frame("TOOL_CALL_RESULT", "messageId", id, "toolCallId", m.ToolCallID)
	writeParts(s.w, m.Content)
	s.w.Field("role", "tool")
	marks := []mark{textMark("name", m.Name)}
	if m.IsError {
		marks = append(marks, textMark("error", cmp.Or(residue.Text(&m.Node, "error"), errorText(m))))
	}
	writeRest(s.w, &m.Node, marks, errorKey(m))
	s.frameEnd()
	s.encrypted("message", id, m.EncryptedValue)
}

// custom writes an activity, or an event that was kept as it was read.
func (s *streamWriter) custom(id string, m *conv.CustomMessage) {
	if isEvent(m) {
		s.asRead(m.Data)
		return
	}
	s.frame("ACTIVITY_SNAPSHOT", "messageId", id, "activityType", m.CustomType)
	s.w.OptRaw("content", payloadOf(m))
	writeRest(s.w, &m.Node, customMarks(m))
	s.frameEnd()
}

// asRead writes an event that was kept.
func (s *streamWriter) asRead(raw conv.Raw) { s.w.Text("data: " + string(raw) + "\n\n") }

// writeStream writes a whole conversation as a stream. All messages up to the
// last one that events cannot hold are one MESSAGES_SNAPSHOT.
func writeStream(w *rawjson.Writer, c *conv.Conversation) {
	s := newStreamWriter(w, c)
	s.history = unstreamable(c)
	last := c.Extensions.Get(family, "runId").Text()
	ends := last != "" || residue.Get(&c.Node, keptEnd) != ""
	if ends && endsOpen(c.Messages) {
		s.history = len(c.Messages) // in a run of that name it would be the run's
	}
	s.count = s.history
	for i := s.history; i < len(c.Messages); i++ {
		if s.run == "" {
			id, named := runFrom(c.Messages[i:])
			if !named {
				id, last = last, ""
			}
			s.startRun(id)
		}
		m, ok := c.Messages[i].(*conv.AssistantMessage)
		if !ok {
			s.whole(c.Messages[i])
			continue
		}
		for e := range format.Replay(m) {
			s.Event(e)
			if e.Type == conv.EventStart {
				s.ids = thoughtIDs(m, isLonely(c.Messages, i))
			}
		}
	}
	if ends {
		s.startRun(last)
	}
	s.Close()
}

// endsOpen reports whether the last answer is not the end of a run.
func endsOpen(all []conv.Message) bool {
	for _, m := range slices.Backward(all) {
		if a, ok := m.(*conv.AssistantMessage); ok {
			return !endsRun(a) && len(a.Content) > 0
		}
	}
	return false
}

// runFrom is the id of the run that the next answer ends, and whether it has
// one.
func runFrom(rest []conv.Message) (id string, named bool) {
	for _, m := range rest {
		if a, ok := m.(*conv.AssistantMessage); ok && (endsRun(a) || len(a.Content) == 0) {
			return a.ResponseID, true
		}
	}
	return "", false
}

// open writes what comes before the other messages: the state, the prompt, and
// the messages that need a snapshot.
func (s *streamWriter) open() {
	c := s.doc
	for raw := range residue.Get(&c.Node, keptEvents).Elements {
		s.asRead(raw)
	}
	if c.State != "" {
		s.frame("STATE_SNAPSHOT")
		s.w.RawField("snapshot", c.State)
		s.frameEnd()
	}
	switch {
	case s.history > 0 || c.SystemPrompt != "" && c.Extensions.Get(family, keptPrompt) != "":
		s.frame("MESSAGES_SNAPSHOT")
		s.w.Key("messages")
		writeList(s.w, c, s.history)
		s.frameEnd()
	case c.SystemPrompt != "":
		m := promptOf(c)
		id, role := m.Lookup("id").Text(), m.Lookup("role").Text()
		s.text(id, role, &conv.Meta{}, c.SystemPrompt)
	}
}
