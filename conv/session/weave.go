package session

import (
	"cmp"
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/record"
)

// Weave makes the messages of a conversation out of a tree of nodes that are all at
// hand, as in an export. A node gives any number of messages.
type Weave struct {
	*Tree
	c      *conv.Conversation
	active []bool // the nodes that lead to the current one
	kids   []int  // the number of nodes that follow each
	after  []int  // index of the last message on the way to each node, -1 without one
	last   int    // index of the last active message, -1 before there is one
	first  int    // index of the first message of the node that is read
}

// NewWeave connects nodes. One whose parent is missing is a root, with a note.
func NewWeave(c *conv.Conversation, nodes []Node, notes *note.Notes) *Weave {
	known := make(map[string]bool, len(nodes))
	for _, n := range nodes {
		known[n.ID] = true
	}
	for i := range nodes {
		if n := &nodes[i]; n.Parent != "" && !known[n.Parent] {
			notes.Loss(note.CodeBranch, note.Dropped, n.Offset, "link to a message that is missing", n.Parent)
			n.Parent = ""
		}
	}
	size := len(nodes)
	w := &Weave{NewTree(nodes, notes), c, make([]bool, size), make([]int, size), make([]int, size), -1, 0}
	for i := range nodes {
		if p := w.Before(i); p >= 0 {
			w.kids[p]++
		}
	}
	return w
}

// Read reads the messages of each node, and goes back to where the reader is. Several of
// one node are a group. leaf and when are those of Leaf.
func (w *Weave) Read(r *record.Reader, leaf string, when func(i int) int64, read func(i int)) {
	end := r.Offset()
	for i := range w.To(w.Leaf(leaf, r.Notes, when)) {
		w.first = len(w.c.Messages)
		if read(i); r.Err() != nil {
			return
		}
		if of := w.c.Messages[w.first:]; len(of) > 1 {
			for _, m := range of {
				conv.MetaOf(m).Group = w.entries[i].ID
			}
		}
	}
	r.Rewind(end)
}

// Chained lets each node follow the one before it, if none names another.
func Chained(nodes []Node) {
	for _, n := range nodes {
		if n.Parent != "" {
			return
		}
	}
	for i := range nodes[min(1, len(nodes)):] {
		nodes[i+1].Parent = nodes[i].ID
	}
}

// LastIsNewest is a when of Leaf: the last node is the newest.
func LastIsNewest(i int) int64 { return int64(i) }

// Leaf returns the index of the node with an id. Without one, or if it is missing,
// which is noted, it is the leaf that is the newest, the last one of several.
func (w *Weave) Leaf(id string, notes *note.Notes, when func(i int) int64) int {
	for i := range w.entries {
		if w.entries[i].ID == id && id != "" {
			return i
		}
	}
	best, newest := -1, int64(-1)
	for _, i := range w.Leaves() {
		if at := when(i); at >= newest {
			best, newest = i, at
		}
	}
	if id != "" && best >= 0 {
		notes.Info(note.CodeBranch, note.Recovered, w.c.Offset(), "current message, which is missing: it is the newest one", id)
	}
	return best
}

// To passes the index of each node, after that of the node before it. Those that do
// not lead to current are not active.
func (w *Weave) To(current int) iter.Seq[int] {
	for _, i := range w.Path(current) {
		w.active[i] = true
	}
	return func(yield func(int) bool) {
		for i := range w.Down {
			w.after[i] = -1
			if p := w.Before(i); p >= 0 {
				w.after[i] = w.after[p]
			}
			if !yield(i) {
				return
			}
		}
	}
}

// IsAlone reports whether a node follows another one, and nothing else follows that.
func (w *Weave) IsAlone(i int) bool { return w.Before(i) >= 0 && w.kids[w.Before(i)] == 1 }

// AddOf is Add for a message of a node whose time it has. The first one has what else is
// known of the node.
func (w *Weave) AddOf(node *conv.Meta, i int, m conv.Message) {
	meta := conv.MetaOf(m)
	if meta.Timestamp = node.Timestamp; len(w.c.Messages) == w.first {
		meta.Extensions.Merge(node.Extensions)
	}
	w.Add(i, m)
}

// Add appends a message of a node, which gets the node's place and id. The next
// message follows it, unless it is excluded already.
func (w *Weave) Add(i int, m conv.Message) {
	meta, unsent := conv.MetaOf(m), conv.MetaOf(m).Excluded
	if meta.Offset() < 0 {
		meta.SetOffset(w.entries[i].Offset)
	}
	meta.ID = cmp.Or(meta.ID, w.entries[i].ID)
	before := w.after[i]
	index := len(w.c.Messages)
	meta.Excluded = unsent || !w.active[i]
	usual := w.last
	if meta.Excluded {
		usual = index - 1
	} else {
		w.last = index
	}
	if before != usual {
		p := conv.TreePosition{Root: before < 0}
		if !p.Root {
			p.Parent = conv.MetaOf(w.c.Messages[before]).ID
		}
		meta.SetTreePosition(p)
	}
	w.c.Messages = append(w.c.Messages, m)
	if !unsent {
		w.after[i] = index
	}
}
