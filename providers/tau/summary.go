package tau

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// branchSummary is a summary of a branch that was left, as a message or as an
// entry of a session.
type branchSummary struct {
	conv.BranchSummary
	isEntry bool
}

// compactionSummary is a summary of earlier messages, as a message or as an
// entry of a session.
type compactionSummary struct {
	conv.CompactionSummary
	isEntry bool
}

func branchRecord() *record.Record[*decoder, *branchSummary] {
	r := summaryRecord("branch_summary",
		func(m *branchSummary) *conv.Node { return &m.Node },
		func(m *branchSummary) *string { return &m.Summary })
	anchor(r, "from_id", func(m *branchSummary) (*string, bool) { return &m.FromID, m.isEntry })
	record.OptRaw(r, "details", func(m *branchSummary) *conv.Raw { return &m.Details })
	return withUsage(r, func(m *branchSummary) **conv.Usage { return &m.Usage })
}

func compactionRecord() *record.Record[*decoder, *compactionSummary] {
	r := summaryRecord("compaction_summary",
		func(m *compactionSummary) *conv.Node { return &m.Node },
		func(m *compactionSummary) *string { return &m.Summary })
	anchor(r, "first_kept_entry_id", func(m *compactionSummary) (*string, bool) { return &m.FirstKeptID, m.isEntry })
	record.OptNumber(r, "tokens_before", func(m *compactionSummary) *conv.Number { return &m.TokensBefore })
	record.OptRaw(r, "details", func(m *compactionSummary) *conv.Raw { return &m.Details })
	return withUsage(r, func(m *compactionSummary) **conv.Usage { return &m.Usage })
}

// summaryRecord is the record of a summary whose text is in a field of its
// own, in its contents, or in both.
func summaryRecord[T any](role string, node func(T) *conv.Node, text func(T) *string) *record.Record[*decoder, T] {
	r := message(role, node)
	record.Field(r, "contents", passContents[T], nil)
	record.Field(r, "summary",
		func(d *decoder, t T) { *text(t), d.head.summed = d.in.Str(), true },
		func(w *rawjson.Writer, t T) {
			if residue.Hint(node(t), "-summary") != "" && residue.Get(node(t), "contents") != "" {
				return
			}
			w.Field("summary", *text(t))
		})
	return r
}

// anchor adds the id of an entry, which a summary that is an entry always has.
func anchor[T any](r *record.Record[*decoder, T], key string, at func(T) (id *string, always bool)) {
	record.Field(r, key,
		func(d *decoder, t T) {
			id, _ := at(t)
			*id = d.in.Str()
		},
		func(w *rawjson.Writer, t T) {
			id, always := at(t)
			if *id == "" && !always {
				return
			}
			w.Field(key, *id)
		})
}

// summary reads the contents of a summary, which are its text if it has no
// other.
func (d *decoder) summary(n *conv.Node, text *string) {
	if d.head.contents < 0 || d.in.Err() != nil {
		return
	}
	d.in.Rewind(d.head.contents)
	raw := d.in.Raw()
	var all strings.Builder
	for _, b := range contents[conv.SystemContent](d) {
		if t, ok := b.(*conv.TextContent); ok {
			all.WriteString(t.Text)
		}
	}
	if !d.head.summed {
		*text = all.String()
		residue.SetHint(n, "-summary", "true")
	}
	residue.Set(n, "contents", raw)
}

// summaryEntry reads an entry that is a summary.
func summaryEntry[T any](d *decoder, env *session.Envelope, r *record.Record[*decoder, T], t T) {
	for key := range d.in.Fields {
		switch {
		case d.path.Shared(env, key):
		case key == "from_hook" || key == "label" && d.in.Kind() != rawjson.Null:
			d.in.KeepQuietly(&env.Node, key)
		case d.in.Kind() == rawjson.Null:
		case key == "role" || key == "contents":
			d.in.Keep(&env.Node, key)
		default:
			record.ReadField(r, d, t, key)
		}
	}
}

func (s *writer) branchSummary(m *conv.BranchSummary) {
	x := &branchSummary{BranchSummary: *m, isEntry: s.isEntry(&m.Meta)}
	writeSummary(s, objects().branch, x, &x.Meta, "branch_summary", "branch_summary")
}

func (s *writer) compactionSummary(m *conv.CompactionSummary) {
	x := &compactionSummary{CompactionSummary: *m, isEntry: s.isEntry(&m.Meta)}
	writeSummary(s, objects().compaction, x, &x.Meta, "compaction", "compaction_summary")
}

// isEntry reports whether a message is an entry of a type of its own: in a
// session, unless it was a message there.
func (s *writer) isEntry(m *conv.Meta) bool {
	return s.chain != nil && residue.Get(&m.Node, extension.OwnRole) == ""
}

func writeSummary[T any](s *writer, r *record.Record[*decoder, T], t T, m *conv.Meta, kind, role string) {
	if !s.isEntry(m) {
		writeMessage(s, r, t, m, role)
		return
	}
	s.chain.Begin(kind, m, false)
	record.WriteResidue(r, s.Writer, t, record.WriteDescribed(r, s.Writer, t))
	s.chain.End()
}
