package geminicli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
	"convo/providers/gemini"
)

// writer writes a session as a head and a line for each message.
type writer struct {
	*rawjson.Writer
	thread gemini.Thread
	place  int
	taken  map[string]bool
}

// write writes the log that was read, which reduce has compared, or a new one.
func write(w *rawjson.Writer, c *conv.Conversation) {
	if log := c.Extensions.Get(family, hintLog); log != "" {
		if expand(w, log, c) {
			return
		}
	}
	s := newWriter(w, c)
	s.head(c)
	s.messages(c.Messages)
}

func newWriter(w *rawjson.Writer, c *conv.Conversation) *writer {
	s := &writer{Writer: w, thread: gemini.Thread{IDs: true}, taken: map[string]bool{}}
	for _, m := range c.Messages {
		s.taken[conv.MetaOf(m).ID] = true
	}
	return s
}

// messages writes a line for each message of the program.
func (s *writer) messages(list []conv.Message) {
	for len(list) > 0 {
		n := 1
		switch m := list[0].(type) {
		case *conv.AssistantMessage:
			n = s.answer(m, list[1:])
		case *conv.ToolResultMessage, *conv.UserMessage:
			s.line(conv.MetaOf(m), list[:1])
		case *conv.CustomMessage:
			s.Raw(m.Data)
			s.Text("\n")
		case *conv.SystemMessage, *conv.BranchSummary, *conv.CompactionSummary:
			// Fit left none.
		default:
			panic(fmt.Sprintf("geminicli: unknown message %T", m))
		}
		list = list[n:]
	}
}

// head writes the line that the program wants first.
func (s *writer) head(c *conv.Conversation) {
	x := cmp.Or(c.Session, &conv.Session{})
	s.BeginObject()
	s.Field("sessionId", sessionID(c))
	if hash := x.Extensions.Get(family, "projectHash"); hash != "" {
		s.OptRaw("projectHash", hash)
	} else {
		s.Field("projectHash", hashOf(x.Cwd))
	}
	s.RawField("startTime", session.ISOLiteral(x.Started)) // that of an unknown time is read as none
	s.RawField("lastUpdated", session.ISOLiteral(x.Updated))
	if x.Extensions.Get(family, "kind") == "" {
		s.Field("kind", "main")
	}
	s.OptField("summary", c.Title)
	if x.Cwd != "" && x.Extensions.Get(family, "directories") == "" {
		s.StringsField("directories", []string{x.Cwd})
	}
	x.Node.Extensions.WriteFamily(s.Writer, family, "projectHash")
	s.EndObject()
	s.Text("\n")
}

// sessionID is the id of a conversation, or one that follows from its place and
// its first words.
func sessionID(c *conv.Conversation) string {
	if c.ID != "" {
		return c.ID
	}
	var text strings.Builder
	w := rawjson.NewWriter(nil)
	for x := range literals(c) {
		w.Reset()
		x.write(w)
		text.Write(w.Bytes())
		if text.Len() > 1000 {
			break
		}
	}
	return madeSession + hashOf(text.String())[:12]
}

// begin opens a message.
func (s *writer) begin(m *conv.Meta, kind string) {
	s.place++
	id := m.ID
	for n := s.place; id == ""; n += 1_000_000 {
		if made := madeMessage + strconv.Itoa(n); !s.taken[made] {
			id = made
		}
	}
	s.BeginObject()
	s.Field("id", id)
	if m.Timestamp != 0 {
		s.OptRaw("timestamp", session.ISOLiteral(m.Timestamp))
	}
	s.Field("type", kind)
}

func (s *writer) content(list []conv.Message) {
	s.Key("content")
	s.thread.WriteParts(s.Writer, list)
}

// end writes the other fields of a message and ends its line.
func (s *writer) end(m *conv.Meta) {
	m.Node.Extensions.WriteFamily(s.Writer, family)
	s.EndObject()
	s.Text("\n")
}

// line writes a message of the user's side.
func (s *writer) line(m *conv.Meta, list []conv.Message) {
	s.begin(m, "user")
	s.content(list)
	s.end(m)
}

// answer writes an answer with the results of its calls, and returns how many
// messages these are.
func (s *writer) answer(m *conv.AssistantMessage, next []conv.Message) int {
	s.begin(&m.Meta, "gemini")
	s.content([]conv.Message{m})
	if m.Usage != nil {
		s.Key("tokens")
		s.usage(m.Usage)
	}
	s.OptField("model", m.Model)
	n := s.calls(m, next)
	s.end(&m.Meta)
	return 1 + n
}

// calls writes the calls of an answer beside its content, with the results that
// follow in the order of the calls.
func (s *writer) calls(m *conv.AssistantMessage, next []conv.Message) (n int) {
	first := true
	for _, b := range m.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok {
			continue
		}
		if first {
			s.ArrayField("toolCalls")
			first = false
		}
		var r *conv.ToolResultMessage
		if n < len(next) && belongs(next[n], t) {
			r = next[n].(*conv.ToolResultMessage)
			n++
		}
		s.call(t, r)
	}
	if !first {
		s.EndArray()
	}
	return n
}

// belongs reports whether a message is the result of a call that can stand with
// it: it has no id of its own.
func belongs(m conv.Message, t *conv.ToolCall) bool {
	r, ok := m.(*conv.ToolResultMessage)
	return ok && r.ToolCallID == t.ID && r.ID == "" && !r.Extensions.HasFields(family)
}

func (s *writer) call(t *conv.ToolCall, r *conv.ToolResultMessage) {
	s.BeginObject()
	s.Field("id", t.ID)
	s.Field("name", t.Name)
	var written []string
	if t.Arguments != "{}" || t.Extensions.Get(family, "args") == "" { // else it was no object
		s.RawField("args", t.ArgumentsObject())
		written = append(written, "args")
	}
	if r != nil {
		s.Key("result")
		s.thread.WriteParts(s.Writer, []conv.Message{r})
	}
	if t.Extensions.Get(family, "status") == "" {
		state := "success"
		if r != nil && r.IsError {
			state = "error"
		}
		s.Field("status", state)
	}
	if r != nil && r.Timestamp != 0 {
		s.OptRaw("timestamp", session.ISOLiteral(r.Timestamp))
	}
	s.OptField("agentId", t.Conversation)
	t.Node.Extensions.WriteFamily(s.Writer, family, written...)
	s.EndObject()
}

// usage writes the counts of an answer.
func (s *writer) usage(u *conv.Usage) {
	tool, _ := conv.Number(u.Extensions.Get(family, "tool")).Int()
	s.BeginObject()
	if u.InputUnknown {
		s.OptRaw("input", u.Extensions.Get(family, hintInput))
	} else {
		s.count(u, "input", u.Input+u.CacheRead-tool)
	}
	s.count(u, "output", u.Output-u.Reasoning)
	s.count(u, "cached", u.CacheRead)
	s.count(u, "thoughts", u.Reasoning)
	s.OptRaw("tool", cmp.Or(u.Extensions.Get(family, "tool"), "0"))
	s.count(u, "total", u.TotalTokens)
	u.Node.Extensions.WriteFamily(s.Writer, family, "tool")
	s.EndObject()
}

// count writes a count, unless one that is not a number was kept.
func (s *writer) count(u *conv.Usage, key string, n int64) {
	if u.Extensions.Get(family, key) == "" {
		s.IntField(key, n)
	}
}
