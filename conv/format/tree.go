package format

import (
	"iter"
	"slices"

	"convo/conv"
)

// A conversation that is a tree has all its messages in the order of the file.
// The active path is the messages that are not excluded.

// Links says which message each one follows.
type Links struct {
	Parents
	Usual    []int // the same as if no message named its parent
	Missing  []int // indexes of messages whose parent does not exist: they follow the one before
	Circular []int // indexes of messages that closed a circle: they follow none
}

// LinksOf connects messages. If several have the parent's id, the parent is the
// nearest one before the message, else the nearest after it. No path is a circle.
func LinksOf(list []conv.Message) *Links {
	l := &Links{Parents: make([]int, len(list)), Usual: make([]int, len(list))}
	at := map[string]int{}
	last, ahead := -1, []int(nil) // the last active message; those whose parent is not before them
	for i, m := range list {
		meta := conv.MetaOf(m)
		p := meta.TreePosition()
		l.Usual[i] = i - 1
		if !meta.Excluded {
			l.Usual[i], last = last, i
		}
		l.Parents[i] = l.Usual[i]
		switch before, known := at[p.Parent]; {
		case p.Root:
			l.Parents[i] = -1
		case p.Parent == "":
		case known:
			l.Parents[i] = before
		default:
			ahead = append(ahead, i)
		}
		if meta.ID != "" {
			at[meta.ID] = i
		}
	}
	if ahead != nil {
		l.lookAhead(list, ahead)
		l.Open(func(int) bool { return false }, func(i int) { l.Circular = append(l.Circular, i) })
		slices.Sort(l.Circular)
	}
	return l
}

// lookAhead connects messages whose parent is not before them.
func (l *Links) lookAhead(list []conv.Message, ahead []int) {
	at, next := map[string]int{}, len(list)
	for _, i := range slices.Backward(ahead) {
		for ; next > i; next-- {
			if id := conv.MetaOf(list[next-1]).ID; id != "" {
				at[id] = next - 1
			}
		}
		if later, ok := at[conv.MetaOf(list[i]).Position.Parent]; ok {
			l.Parents[i] = later
		} else {
			l.Missing = append(l.Missing, i)
		}
	}
	slices.Reverse(l.Missing)
}

// Branches passes one conversation for each leaf: first the active path, then the
// paths that end in an excluded message. No message of them is excluded or names
// its parent.
func Branches(c *conv.Conversation) iter.Seq[*conv.Conversation] {
	return func(yield func(*conv.Conversation) bool) {
		active := conv.Active(c.Messages)
		if len(active) == len(c.Messages) {
			yield(c)
			return
		}
		if !yield(branch(c, active)) {
			return
		}
		links := LinksOf(c.Messages)
		for _, i := range links.Leaves() {
			if !conv.MetaOf(c.Messages[i]).Excluded {
				continue
			}
			var list []conv.Message
			for _, at := range links.Path(i) {
				list = append(list, c.Messages[at])
			}
			if !yield(branch(c, list)) {
				return
			}
		}
	}
}

// branch returns c with the messages of one path.
func branch(c *conv.Conversation, path []conv.Message) *conv.Conversation {
	out := *c
	out.Messages = slices.Clone(path)
	for i, m := range out.Messages {
		out.Messages[i] = unlinked(m)
	}
	return &out
}

// unlinked returns a message without its parent and as one that is not excluded,
// itself if it is that already.
func unlinked(m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	p := meta.TreePosition()
	if !meta.Excluded && p.Parent == "" && !p.Root {
		return m
	}
	meta.Excluded, p.Parent, p.Root = false, "", false
	meta.SetTreePosition(p)
	return WithMeta(m, meta)
}
