package pisession

import (
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/session"
)

// decode reads each session. Entries that are not on the path to its last one are
// excluded.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return settled(data, notes, layout.Decode(data, notes, false, start))
}

// branches reads the paths to every leaf of each session.
func branches(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return settled(data, notes, layout.Decode(data, notes, true, start))
}

// settled completes what is read.
func settled(data []byte, notes *note.Notes, all iter.Seq2[*conv.Conversation, error]) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		for c, err := range all {
			if err == nil {
				settle(c)
				if !notes.WantKeysOnly() {
					layout.HeaderOrder(data[c.Offset():], c, head(c))
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// weigh is how much branches reads.
func weigh(data []byte) (branches int, size int64) { return layout.BranchSizes(data) }

// decoder reads one path through a session.
type decoder struct{ *session.Path }

func start(p *session.Path) func(*session.Envelope) { return decoder{p}.entry }

func (d decoder) entry(env *session.Envelope) {
	var m conv.Message
	switch env.Entry.Kind {
	case "message":
		m = d.message(env)
	case "compaction":
		d.orderOf(env)
		m = d.compaction(env)
	case "branch_summary":
		d.orderOf(env)
		m = d.branchSummary(env)
	case "custom_message":
		d.orderOf(env)
		m = d.customMessage(env)
	case "custom":
		d.orderOf(env)
		m = d.custom(env)
	default:
		d.Other(env)
		return
	}
	if m != nil && d.In.Err() == nil {
		d.Append(env, m)
	}
}
