package fit

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Compact returns the part of a compacted history that the format is for, and
// notes the rest.
func (f *Fitter) Compact(in []conv.Message) []conv.Message {
	if f.history == format.WholeHistory {
		return in
	}
	c := conv.Conversation{Messages: in}
	last, dangling := c.LastCompaction()
	switch {
	case last == nil:
		return in
	case f.history == format.SpokenHistory:
		return f.spoken(in)
	case dangling:
		f.info(note.CodeBranch, note.Recovered, &last.Node, "history before a summary, because the first message that it keeps does not exist:", last.FirstKeptID)
	}
	places := c.CompactedAt()
	left := make([]bool, len(in))
	out := make([]conv.Message, 0, len(places))
	for _, i := range places {
		left[i] = true
		out = append(out, in[i])
	}
	for i, m := range in {
		if !left[i] {
			f.lose(note.CodeHistory, note.Dropped, &conv.MetaOf(m).Node, "message that a later summary replaces, of role", string(conv.RoleOf(m)))
		}
	}
	return out
}

// spoken returns the messages without the summaries of earlier ones.
func (f *Fitter) spoken(in []conv.Message) []conv.Message {
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if s, ok := m.(*conv.CompactionSummary); ok {
			f.lose(note.CodeBranch, note.Dropped, &s.Node, "summary of earlier messages", "")
			return nil
		}
		return m
	})
}
