package tau

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// linesFormat is messages alone, one a line, as a program appends them. It also
// reads one message by itself.
func linesFormat() format.Format {
	h := holds
	h.Features &^= format.DocumentID | format.DocumentTitle | format.Trees
	return format.Format{
		Name:         "tau-lines",
		Family:       family,
		About:        "Tau messages, one a line",
		Unit:         format.SessionUnit,
		Separator:    session.Separator,
		Capabilities: h,
		Reduce:       reduceLines,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && !p.Has("type") && p.Shows("contents is array & role"))
		},
		Decode:   decodeLines,
		Complete: stamp,
		Write: func(w *rawjson.Writer, c *conv.Conversation) {
			session.WriteLines(w, func(w *rawjson.Writer) { (&writer{Writer: w}).list(c) })
		},
	}
}

// lineRoles are the roles of Tau's messages.
var lineRoles = []string{
	"user", "assistant", "tool", "system", "custom", "branch_summary", "compaction_summary",
	"terminal_execution", "skill_invocation", "template_invocation",
}

func decodeLines(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(record.NewReader(residue, data, notes))
	d.lines = true
	return session.Lines(d.in.Reader, func(c *conv.Conversation) (next, end func()) {
		d.out, d.IDs, d.wires = c, layout.NewIDs(nil), 0
		return func() {
			if session.WantRole(d.in.Reader, lineRoles) && d.wantContents() {
				d.message(nil)
			}
		}, func() {}
	})
}

// wantContents fails if the next message says something in another field than
// contents.
func (d *decoder) wantContents() bool {
	switch d.in.Tag("role") {
	case "user", "assistant", "tool", "system":
	default:
		return true
	}
	at := d.in.Ahead("content")
	if at < 0 || d.in.Ahead("contents") >= 0 {
		return true
	}
	d.in.Fail(at, "want a message with contents, got content")
	return false
}

// reduceLines drops what only a session holds.
func reduceLines(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	c.Extensions = fit.KeptFields(notes, &c.Node, func(_, key string) bool { return key == hintSystem })
	c = session.KnownRoles(c, family, lineRoles, notes)
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		meta := *conv.MetaOf(m)
		meta.Extensions = meta.Extensions.Clone()
		changed := dropEntry(&meta.Node, notes)
		if isApart(m) && residue.Get(&meta.Node, extension.OwnRole) == "" {
			residue.Set(&meta.Node, extension.OwnRole, "true")
			changed = true
		}
		if !changed {
			return m
		}
		return format.WithMeta(m, meta)
	})
	return c
}

// dropEntry drops what the entry of a message said, and reports whether there
// was anything.
func dropEntry(n *conv.Node, notes *note.Notes) bool {
	var kept []rawjson.Member
	all := residue.Of(n)
	for _, m := range all {
		switch {
		case m.Key == hintID || m.Key == hintEntryTime || m.Key == hintUntimed || m.Key == "~"+layout.Parent:
		case strings.HasPrefix(m.Key, entryPrefix):
			fit.LoseField(notes, n, family, m.Key)
		default:
			kept = append(kept, m)
		}
	}
	if len(kept) == len(all) {
		return false
	}
	n.Extensions = nil
	setAll(n, kept)
	return true
}
