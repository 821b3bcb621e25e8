package agui

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// linesFormat is messages alone, one a line, as a program appends them. It also
// reads one message by itself.
func linesFormat() format.Format {
	h := holds
	h.Features &^= format.DocumentID | format.RunState | format.Tools
	return format.Format{
		Name:         "ag-ui-lines",
		About:        "AG-UI messages, one a line",
		Unit:         format.SessionUnit,
		Separator:    session.Separator,
		Capabilities: h,
		Reduce:       reduceLines,
		Detect:       detectLines,
		Decode:       decodeLines,
		Write: func(w *rawjson.Writer, c *conv.Conversation) {
			session.WriteLines(w, func(w *rawjson.Writer) { writeList(w, c, len(c.Messages)) })
		},
	}
}

func decodeLines(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	r := newReader(data, notes)
	return session.Lines(r.In.Reader, func(c *conv.Conversation) (next, end func()) {
		var all []*message
		next = func() {
			if !session.WantRole(r.In.Reader, roles) {
				return
			}
			if m := r.message(); m != nil && r.In.Err() == nil {
				all = append(all, m)
			}
		}
		return next, func() {
			r.uniqueThoughts(all)
			list := folded(slices.Values(all))
			list.into(c)
			residue.Settle(&c.Node)
		}
	})
}

// uniqueThoughts drops ids of reasoning that earlier reasoning has: events with
// one id are one message.
func (r *reader) uniqueThoughts(all []*message) {
	seen := map[string]bool{}
	for _, m := range all {
		if m.role != "reasoning" || m.ID == "" {
			continue
		}
		if seen[m.ID] {
			r.In.Notes.Loss(note.CodeID, note.Dropped, m.Offset(), "id that an earlier message has", m.ID)
			m.ID = ""
		}
		seen[m.ID] = true
	}
}

// reduceLines drops what only an input or a snapshot holds.
func reduceLines(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	c.Extensions = fit.KeptFields(notes, &c.Node, func(_, key string) bool { return key == keptPrompt || key == hintPrompt })
	return reduce(session.KnownRoles(c, family, roles, notes), notes)
}

// detectLines recognizes messages that are no list by the same marks.
func detectLines(p *format.Probe) format.Grade {
	if !p.IsJSON() || p.Has("[]") || p.Has("type") || p.Has("messages") {
		return format.No
	}
	return gradeMessages(p, "")
}
