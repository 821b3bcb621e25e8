package tau

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

// messages writes messages. Those of one group become one.
func (s *writer) messages(list []conv.Message) {
	for len(list) > 0 {
		n := format.WireSpan(list)
		s.span(list[:n])
		list = list[n:]
	}
}

func (s *writer) span(list []conv.Message) {
	switch m := list[0].(type) {
	case *conv.UserMessage:
		if raw := residue.Get(&m.Node, hintCommand); raw != "" && len(list) == 1 {
			if x, _ := execution(raw); len(m.Content) == 1 && m.Text() == x.Text() {
				s.verbatim(&m.Meta, raw)
				return
			}
		}
		s.userSide(list)
	case *conv.ToolResultMessage:
		s.userSide(list)
	case *conv.AssistantMessage:
		writeMessage(s, objects().assistant, m, &m.Meta, "assistant")
	case *conv.SystemMessage:
		writeMessage(s, objects().system, m, &m.Meta, "system")
	case *conv.CustomMessage:
		s.custom(m)
	case *conv.BranchSummary:
		s.branchSummary(m)
	case *conv.CompactionSummary:
		s.compactionSummary(m)
	default:
		panic(fmt.Sprintf("tau: unknown message %T", m))
	}
}

func untimed(m *conv.Meta) bool { return residue.Get(&m.Node, hintUntimed) != "" }

// open begins the entry of a message, in a session.
func (s *writer) open(m *conv.Meta) {
	if s.chain == nil {
		return
	}
	s.chain.Begin("message", m, !untimed(m))
	for _, x := range residue.Of(&m.Node) {
		if key, ok := strings.CutPrefix(x.Key, entryPrefix); ok {
			s.OptRaw(key, x.Value)
		}
	}
	s.Key("message")
}

func (s *writer) close() {
	if s.chain != nil {
		s.chain.End()
	}
}

// verbatim writes a message as it was read.
func (s *writer) verbatim(m *conv.Meta, raw conv.Raw) {
	s.open(m)
	s.Raw(raw)
	s.close()
}

// writeMessage writes a message of a role; in a session, in an entry.
func writeMessage[T any](s *writer, r *record.Record[*decoder, T], t T, m *conv.Meta, role string) {
	s.open(m)
	s.BeginObject()
	s.Field("role", role)
	written := record.WriteDescribed(r, s.Writer, t)
	s.tail(m)
	record.WriteResidue(r, s.Writer, t, written)
	s.EndObject()
	s.close()
}

// tail writes the id and the time of a message.
func (s *writer) tail(m *conv.Meta) {
	if s.chain == nil {
		s.OptField("id", m.ID)
	} else {
		s.OptRaw("id", residue.Get(&m.Node, hintID))
	}
	literal := residue.Get(&m.Node, hintTime)
	switch {
	case literal != "" && timeOf(literal) == m.Timestamp:
		s.OptRaw("timestamp", literal)
	case m.Timestamp != 0 && !untimed(m):
		s.OptRaw("timestamp", seconds(m.Timestamp))
	}
}
