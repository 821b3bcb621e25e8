package codex

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// rollBack excludes the last turns.
func (d *decoder) rollBack(l *line) {
	n, _ := rawjson.Number(d.payload(l).Lookup("num_turns")).Int()
	from := rolledBack(&d.turns, n)
	for _, i := range d.kept.cut(from, len(d.c.Messages)) {
		conv.MetaOf(d.c.Messages[i]).Excluded = true
	}
	d.custom(l, "thread_rolled_back")
}

// kept holds the indexes of messages that no turn rolled back so far, in order, so
// that many turns that go one after the other take linear time.
type kept struct {
	list []int
	seen int // messages that were put into the list
}

// cut removes the indexes from a first one on, out of n messages, and returns
// them. It removes none if first is negative.
func (k *kept) cut(first, n int) []int {
	for ; k.seen < n; k.seen++ {
		k.list = append(k.list, k.seen)
	}
	if first < 0 {
		return nil
	}
	at, _ := slices.BinarySearch(k.list, first)
	gone := k.list[at:]
	k.list = k.list[:at]
	return gone
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
	var left kept
	sent := -1 // the last message so far that is sent
	for i, m := range r.c.Messages {
		if isRollback(m) {
			n, _ := rawjson.Number(m.(*conv.CustomMessage).Data.Lookup("payload.num_turns")).Int()
			before := turns
			from := rolledBack(&turns, n)
			if from >= 0 && sent >= from {
				drop[i], turns = true, before
				continue
			}
			for _, at := range left.cut(from, i) {
				gone[at] = true
			}
			continue
		}
		if u, ok := m.(*conv.UserMessage); ok && !u.Injected {
			turns = append(turns, i)
		}
		if !conv.MetaOf(m).Excluded {
			sent = i
		}
	}
	out := make([]conv.Message, 0, len(r.c.Messages))
	for i, m := range r.c.Messages {
		meta := *conv.MetaOf(m)
		if drop[i] || meta.Excluded && !gone[i] {
			r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "entry of another branch, which --branches all reads", "")
			continue
		}
		if p := meta.TreePosition(); p.Parent != "" || p.Root {
			r.notes.Info(note.CodeBranch, note.Dropped, meta.Offset(), "parent of a message", "")
			p.Parent, p.Root = "", false
			meta.SetTreePosition(p)
			m = format.WithMeta(m, meta)
		}
		out = append(out, m)
	}
	r.c.Messages = out
}

func isRollback(m conv.Message) bool {
	c, ok := m.(*conv.CustomMessage)
	return ok && c.CustomType == family+".thread_rolled_back"
}
