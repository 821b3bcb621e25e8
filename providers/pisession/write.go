package pisession

import (
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// writer writes a session as one chain of entries.
type writer struct{ *session.Chain }

func write(w *rawjson.Writer, c *conv.Conversation) {
	if c.Title == titleBeside(c) {
		untitled := *c
		untitled.Title = ""
		c = &untitled
	}
	layout.Write(w, c, head(c), func(s *session.Chain) {
		for _, m := range c.Messages {
			writer{s}.message(m)
		}
	})
}

// head writes what the header has besides pi's fields.
func head(c *conv.Conversation) func(*rawjson.Writer) {
	return func(w *rawjson.Writer) { dialect(true).WriteHead(w, beside(c)) }
}

// reduce fits the header, and drops the excluded messages after the last one that is sent: pi goes on
// from the last entry of the file.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	n := len(c.Messages)
	for ; n > 0 && conv.MetaOf(c.Messages[n-1]).Excluded; n-- {
		notes.Loss(note.CodeBranch, note.Dropped, conv.MetaOf(c.Messages[n-1]).Offset(), "message of a branch that ends the session", "")
	}
	c.Messages = slices.Clone(c.Messages[:n])
	for i, m := range c.Messages {
		if a, ok := m.(*conv.AssistantMessage); ok {
			c.Messages[i] = signed(a, notes)
		}
	}
	headed(c, notes)
	layout.FitOrders(c, head(c))
	return c
}

func (s writer) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		s.user(m)
	case *conv.AssistantMessage, *conv.ToolResultMessage, *conv.SystemMessage:
		s.plain(m)
	case *conv.CustomMessage:
		s.custom(m)
	case *conv.BranchSummary:
		if m.Extensions.Get(family, extension.OwnRole) != "" {
			s.plain(m)
			return
		}
		s.Begin("branch_summary", &m.Meta, false)
		s.Line.Field("fromId", m.FromID)
		s.Line.Field("summary", m.Summary)
		s.Line.OptRaw("details", m.Details)
		dialect(true).WriteUsage(s.Line, m.Usage)
		s.end(&m.Meta)
	case *conv.CompactionSummary:
		if m.Extensions.Get(family, extension.OwnRole) != "" {
			s.plain(m)
			return
		}
		s.Begin("compaction", &m.Meta, false)
		s.Line.Field("summary", m.Summary)
		if m.FirstKeptID != "" || !s.Linear {
			s.Line.Field("firstKeptEntryId", m.FirstKeptID)
		}
		s.Line.OptNumber("tokensBefore", m.TokensBefore)
		s.Line.OptRaw("details", m.Details)
		dialect(true).WriteUsage(s.Line, m.Usage)
		s.end(&m.Meta)
	default:
		panic(fmt.Sprintf("pisession: unknown message %T", m))
	}
}

// end writes the other fields of an entry that is not a message entry.
func (s writer) end(m *conv.Meta, except ...string) {
	dialect(true).WriteMeta(s.Line, m, except...)
	s.End()
}

// stamp gives a new session an id, and new messages their time.
func stamp(c *conv.Conversation, first int, at int64, notes *note.Notes) {
	session.Complete(c, first, at, notes)
	for i, m := range c.Messages[first:] {
		if meta := conv.MetaOf(m); meta.ID == "" {
			meta.ID = session.MadeUUID(at, first+i, m)[28:]
		}
	}
	if first == 0 && c.ID == "" {
		c.ID = session.MadeUUID(at, -1, c.Messages[0])
	}
}
