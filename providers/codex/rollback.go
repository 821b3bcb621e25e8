package codex

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// rollBack excludes the last turns.
func (d *decoder) rollBack(l *line) {
	n, _ := rawjson.Number(d.rawAt(l.payload).Lookup("num_turns")).Int()
	from := rolledBack(&d.turns, n)
	if from >= 0 {
		for _, m := range d.c.Messages[from:] {
			conv.MetaOf(m).Excluded = true
		}
	}
	d.custom(l, "thread_rolled_back")
}

// rolledBack takes the last n turns off the list. It returns the index of the
// first message that goes, -1 for none.
func rolledBack(turns *[]int, n int64) int {
	all := *turns
	if n <= 0 || len(all) == 0 {
		return -1
	}
	keep := max(0, int64(len(all))-n)
	*turns = all[:keep]
	return all[keep]
}

// rolledBack drops excluded messages that no line says were rolled back, and
// lines that would roll back messages which are sent.
func (r reducer) rolledBack() {
	gone := map[int]bool{} // what a reader excludes
	drop := map[int]bool{}
	var turns []int
	for i, m := range r.c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			if !m.Injected {
				turns = append(turns, i)
			}
		case *conv.CustomMessage:
			if m.CustomType != family+".thread_rolled_back" {
				continue
			}
			n, _ := rawjson.Number(m.Data.Lookup("payload.num_turns")).Int()
			before := turns
			from := rolledBack(&turns, n)
			if from >= 0 && slices.ContainsFunc(r.c.Messages[from:i], func(o conv.Message) bool { return !conv.MetaOf(o).Excluded && !isRollback(o) }) {
				drop[i], turns = true, before
				continue
			}
			for at := max(from, 0); from >= 0 && at < i; at++ {
				gone[at] = true
			}
		}
	}
	out := make([]conv.Message, 0, len(r.c.Messages))
	for i, m := range r.c.Messages {
		meta := *conv.MetaOf(m)
		if drop[i] || meta.Excluded && !gone[i] {
			r.notes.Loss(conv.CodeBranch, conv.Dropped, meta.Offset(), "entry of another branch, which --branches all reads", "")
			continue
		}
		if p := meta.InPlace(); p.Parent != "" || p.Root {
			r.notes.Info(conv.CodeBranch, conv.Dropped, meta.Offset(), "parent of a message", "")
			p.Parent, p.Root = "", false
			meta.SetPlace(p)
			m = conv.WithMeta(m, meta)
		}
		out = append(out, m)
	}
	r.c.Messages = out
}

func isRollback(m conv.Message) bool {
	c, ok := m.(*conv.CustomMessage)
	return ok && c.CustomType == family+".thread_rolled_back"
}
