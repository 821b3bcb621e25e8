package opencode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writer writes one session.
type writer struct {
	*rawjson.Writer
	session string
	asked   string // the id of the last message of the user
	id      string // of the message at hand
	index   int    // of the part at hand
}

// write writes the document that opencode imports.
func write(w *rawjson.Writer, c *conv.Conversation) {
	s := &writer{Writer: w, session: c.ID}
	s.BeginObject()
	s.Key("info")
	s.info(c)
	s.ArrayField("messages")
	for list := c.Messages; len(list) > 0; {
		n := span(list)
		s.message(list[:n])
		list = list[n:]
	}
	s.EndArray()
	for _, x := range own.Of(&c.Node) {
		if key, ok := strings.CutPrefix(x.Key, topPrefix); ok {
			s.OptRaw(key, x.Value)
		}
	}
	s.EndObject()
}

func (s *writer) info(c *conv.Conversation) {
	if c.Session == nil {
		c = new(*c)
		c.Session = &conv.Session{}
	}
	s.BeginObject()
	record.WriteDescribed(objects().session, s.Writer, c)
	own.Write(s.Writer, &c.Node, "revert")
	s.OptRaw("revert", revertOf(c))
	s.EndObject()
}

// revertOf is what the session says is undone.
func revertOf(c *conv.Conversation) conv.Raw {
	said := own.Get(&c.Node, "revert")
	message, part := undoneFrom(c.Messages)
	if message == "" {
		if id := said.Lookup("messageID").Text(); id != "" && slices.ContainsFunc(c.Messages, func(m conv.Message) bool { return idOf(m) == id }) {
			return ""
		}
		return said
	}
	if said.Lookup("messageID").Text() == message && (said.Lookup("partID") != "") == part {
		return said
	}
	return revertTo(message)
}

// revertTo is what a session says if all from a message on is undone.
func revertTo(message string) conv.Raw {
	return rawjson.ObjectOf([]rawjson.Member{{Key: "messageID", Value: rawjson.Quoted(message)}})
}

// idOf is the id of a message in the file, also of one that is kept as it was.
func idOf(m conv.Message) string {
	if x, ok := m.(*conv.CustomMessage); ok {
		return x.Data.Lookup("info.id").Text()
	}
	return conv.MetaOf(m).ID
}

// undoneFrom is the id of the first message that is excluded, or of the one with
// the first part that is.
func undoneFrom(list []conv.Message) (id string, part bool) {
	for _, m := range list {
		meta := conv.MetaOf(m)
		if id = cmp.Or(idOf(m), id); meta.Excluded {
			return id, own.Get(&meta.Node, hintCut) != ""
		}
	}
	return "", false
}

// span is how many messages are one message of the file.
func span(list []conv.Message) int {
	begins := conv.RoleOf(list[0])
	return parts.Span(list, func(_, m conv.Message) bool {
		role := conv.RoleOf(m)
		return begins == conv.RoleAssistant && role == conv.RoleToolResult || role == begins && isStep(m)
	})
}

func (s *writer) message(list []conv.Message) {
	s.id, s.index = conv.MetaOf(list[0]).ID, 0
	switch m := list[0].(type) {
	case *conv.UserMessage:
		s.user(m, list)
	case *conv.AssistantMessage:
		s.answer(m, list)
	case *conv.CompactionSummary:
		s.summary(m)
	case *conv.CustomMessage:
		if s.Raw(m.Data); m.CustomType == family+".compaction" {
			s.asked = m.Data.Lookup("info.id").Text()
		}
	default:
		panic(fmt.Sprintf("opencode: unknown message %T", m))
	}
}

// begin begins a message, and what it says besides its parts.
func (s *writer) begin(role string) {
	s.BeginObject()
	s.ObjectField("info")
	s.Fields("id", s.id, "role", role)
}

// ids writes the ids that follow from what stands around a node, unless it had
// others.
func (s *writer) ids(n *conv.Node, message bool) {
	if own.Get(n, "sessionID") == "" {
		s.Field("sessionID", s.session)
	}
	if message && own.Get(n, "messageID") == "" {
		s.Field("messageID", s.id)
	}
}

// time writes the times of a message.
func (s *writer) time(m *conv.Meta) {
	raw := own.Get(&m.Node, hintTime)
	if raw == "" || milliseconds(raw.Lookup("created")) != m.Timestamp {
		raw = timeAt("created", m.Timestamp)
	}
	s.unlessOdd(&m.Node, "time", raw)
}

// unlessOdd writes a field, unless a value of another kind stood in its place,
// which is written with the rest.
func (s *writer) unlessOdd(n *conv.Node, key string, raw conv.Raw) {
	if own.Get(n, key) == "" {
		s.OptRaw(key, raw)
	}
}

// end ends a message. n has the fields beside its info.
func (s *writer) end(n *conv.Node) {
	s.EndArray()
	for _, x := range own.Of(n) {
		if key, ok := strings.CutPrefix(x.Key, messagePrefix); ok {
			key, _ = extension.WireKey(key)
			s.OptRaw(key, x.Value)
		}
	}
	s.EndObject()
}

func (s *writer) user(m *conv.UserMessage, list []conv.Message) {
	s.begin("user")
	s.ids(&m.Node, false)
	s.time(&m.Meta)
	own.Write(s.Writer, &m.Node)
	s.EndObject()
	s.ArrayField("parts")
	for _, m := range list {
		for b := range conv.BlocksOf(m) {
			s.part(b)
		}
	}
	s.end(&m.Node)
	s.asked = m.ID
}

// summary writes the request for a summary and its answer.
func (s *writer) summary(m *conv.CompactionSummary) {
	s.asked = m.ID
	for raw := range own.Get(&m.Node, hintWire).Elements {
		s.Raw(raw)
	}
}

// isSummary reports whether two messages still say what a summary says.
func isSummary(m *conv.CompactionSummary, pair conv.Raw) bool {
	x := summaryOf(pair.Lookup("0"), pair.Lookup("1"))
	return x.ID == m.ID && x.Timestamp == m.Timestamp && x.Summary == m.Summary && x.FirstKeptID == m.FirstKeptID &&
		tokensOf(x.Usage) == tokensOf(m.Usage) && costIn(x.Usage) == costIn(m.Usage)
}
