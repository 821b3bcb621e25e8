// Package training is what data sets say of a conversation, whatever their format:
// what a model should learn of it, and an answer that is worse than another.
//
// A pair is one conversation: its history, then the rejected answer, which is
// another branch, then the chosen one. What reads branches reads a pair as two
// conversations.
//
// The rule of the room: formats of training data have [Family] beside their own.
// What one says in its words, the others write in theirs.
package training

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/record"
)

// Family is the residue that all formats of training data share.
const Family = "training"

// The fields of Family. Other fields are columns of data sets.
const (
	Weight = "weight" // of a message: how much it counts in training; 0 is not learned
	Label  = "label"  // of a conversation: whether its answer is a good one
)

// Own is Family as records use it.
var Own = &record.Family{Name: Family}

// The hints of Family.
const (
	hintPair   = "~pair"   // of a conversation: it is a pair
	hintLearnt = "~answer" // of a message: the answer to learn begins here
)

// Parts are the parts of a conversation in a data set.
type Parts struct {
	History, Rejected, Chosen []conv.Message

	Pair bool // else Rejected is empty
	Told bool // where Chosen begins was said; else all is History
}

// Of returns the parts of a conversation that [Reduce] or Join made.
func Of(c *conv.Conversation) Parts {
	all := c.Messages
	p := Parts{Pair: Own.Get(&c.Node, hintPair) != ""}
	if first := slices.IndexFunc(all, isRejected); p.Pair && first >= 0 {
		end := first
		for end < len(all) && isRejected(all[end]) {
			end++
		}
		p.History, p.Rejected, p.Chosen, p.Told = all[:first:first], all[first:end:end], all[end:], true
		return p
	}
	first := slices.IndexFunc(all, begins)
	if p.Told = first >= 0; !p.Told {
		first = len(all)
	}
	p.History, p.Chosen = all[:first:first], all[first:]
	return p
}

// Shared is how many messages two answers begin with alike, each with the history before
// it. Of each answer at least one message is left.
func Shared[T comparable](chosen, rejected []T) (n int) {
	for most := min(len(chosen), len(rejected)) - 1; n < most && chosen[n] == rejected[n]; {
		n++
	}
	return n
}

func isRejected(m conv.Message) bool { return conv.MetaOf(m).Excluded }

func begins(m conv.Message) bool { return Own.Get(&conv.MetaOf(m).Node, hintLearnt) != "" }

// Join makes the messages of a conversation of its parts, which must be new.
func Join(c *conv.Conversation, p Parts) {
	for _, m := range p.Rejected {
		conv.MetaOf(m).Excluded = true
	}
	if p.Pair {
		set(&c.Node, hintPair, "true")
	}
	for _, answer := range [...][]conv.Message{p.Rejected, p.Chosen} {
		if len(answer) > 0 {
			set(&conv.MetaOf(answer[0]).Node, hintLearnt, "true")
		}
	}
	c.Messages = slices.Concat(p.History, p.Rejected, p.Chosen)
}

// EachAnswer does with each answer of a pair, and the history before it, what change
// does with a conversation, and makes a pair of both with the history of the chosen one.
// It is nil if c is no pair, or if an answer grows together with the history. What both
// note, of the history, is noted once.
func EachAnswer(c *conv.Conversation, notes *note.Notes, change func(*conv.Conversation, *note.Notes) *conv.Conversation) *conv.Conversation {
	p := Of(c)
	if !p.Pair {
		return nil
	}
	one := *c
	Own.Drop(&one.Node, hintPair)
	var told [2]note.Notes
	var parts [2]Parts
	for i, answer := range [...][]conv.Message{excluded(p.Rejected, false), p.Chosen} {
		told[i].All = true
		of := one
		of.Messages = slices.Concat(p.History, answer)
		out := change(&of, &told[i])
		if parts[i] = Of(out); !parts[i].Told {
			return nil
		}
		c = out
	}
	said := map[note.Note]int{}
	for _, n := range told[1].List() {
		notes.Add(n)
		said[n]++
	}
	for _, n := range told[0].List() {
		if said[n]--; said[n] < 0 {
			notes.Add(n)
		}
	}
	pair := *c
	pair.Extensions = pair.Extensions.Clone()
	set(&pair.Node, hintPair, "true")
	pair.Messages = slices.Concat(parts[1].History, excluded(parts[0].Chosen, true), parts[1].Chosen)
	return &pair
}

// excluded is copies of messages that are excluded, or are not.
func excluded(messages []conv.Message, are bool) []conv.Message {
	out := make([]conv.Message, len(messages))
	for i, m := range messages {
		meta := *conv.MetaOf(m)
		meta.Excluded = are
		out[i] = format.WithMeta(m, meta)
	}
	return out
}

// set sets a field of Family, which comes before other residue wherever it was read.
func set(n *conv.Node, key string, value conv.Raw) {
	if len(n.Extensions) > 0 && Own.Plain(n) {
		n.Extensions = slices.Insert(slices.Clone(n.Extensions), 0, extension.Extension{Family: Family})
	}
	Own.Set(n, key, value)
}

// Reduce leaves, for a format that holds pairs, no branch but the rejected answer of
// one. Of a pair whose answers the format does not take, the chosen one is left. c
// may be changed, its messages are not.
func Reduce(c *conv.Conversation, takes func(rejected, chosen []conv.Message) bool, notes *note.Notes) {
	p := Of(c)
	straight := !slices.ContainsFunc(c.Messages, func(m conv.Message) bool {
		place := conv.MetaOf(m).TreePosition()
		return place.Parent != "" || place.Root
	})
	if p.Pair && straight && !slices.ContainsFunc(p.Chosen, isRejected) && (takes == nil || takes(p.Rejected, p.Chosen)) {
		return
	}
	if p.Pair {
		Own.Drop(&c.Node, hintPair)
	}
	c.Messages = slices.Clone(c.Messages)
	c.Messages = slices.DeleteFunc(c.Messages, func(m conv.Message) bool {
		if meta := conv.MetaOf(m); meta.Excluded {
			what := "entry of another branch, which --branches all reads"
			if p.Pair {
				what = "rejected answer, which --branches all reads"
			}
			notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), what, "")
		}
		return isRejected(m)
	})
	if straight {
		return
	}
	for i, m := range c.Messages {
		meta := *conv.MetaOf(m)
		place := meta.TreePosition()
		place.Parent, place.Root = "", false
		meta.SetTreePosition(place)
		c.Messages[i] = format.WithMeta(m, meta)
	}
}

// DataSet is a format whose rows are of its own family: a row, or a list of rows.
func DataSet(f format.Format) []format.Format {
	f.Family, f.Lists, f.Capabilities.GuestFamily = f.Name, true, Family
	f.History, f.Branches = format.SpokenHistory, Branches(f.Decode)
	return []format.Format{f}
}

// Only leaves of Family what a format writes that has no other columns: the label of the
// conversation and, if weights is set, the weights of messages. It notes what it drops.
func Only(c *conv.Conversation, weights bool, notes *note.Notes) {
	own := func(n *conv.Node, keep ...string) {
		for _, m := range slices.Clone(Own.Of(n)) {
			if !slices.Contains(keep, m.Key) {
				fit.LoseField(notes, n, Family, m.Key)
				Own.Drop(n, m.Key)
			}
		}
	}
	keep := []string{Label, hintLabel, hintPair}
	if label := Own.Get(&c.Node, Label); label != "" && label != "true" && label != "false" {
		keep = keep[1:]
	}
	own(&c.Node, keep...)
	keep = []string{hintLearnt}
	if weights {
		keep = append(keep, Weight, hintWeight)
	}
	c.Messages = slices.Clone(c.Messages)
	for i, m := range c.Messages {
		meta := *conv.MetaOf(m)
		if Own.Plain(&meta.Node) {
			continue
		}
		own(&meta.Node, keep...)
		if settleWeight(&meta.Node); len(Own.Of(&meta.Node)) != len(Own.Of(&conv.MetaOf(m).Node)) {
			c.Messages[i] = format.WithMeta(m, meta)
		}
	}
}

// Whole drops, for a format that says it only of pairs, where the answer to learn
// begins.
func Whole(c *conv.Conversation) {
	c.Messages = slices.Clone(c.Messages)
	for i, m := range c.Messages {
		if begins(m) {
			meta := *conv.MetaOf(m)
			Own.Drop(&meta.Node, hintLearnt)
			c.Messages[i] = format.WithMeta(m, meta)
		}
	}
}

// Answering is c with a mark where the answer to learn begins: after the last
// question. If that is said already, it is c itself.
func Answering(c *conv.Conversation) *conv.Conversation {
	if Of(c).Told {
		return c
	}
	last := -1
	for i, m := range c.Messages {
		if _, asked := m.(*conv.UserMessage); asked {
			last = i
		}
	}
	if last++; last == len(c.Messages) {
		return c
	}
	messages := slices.Clone(c.Messages)
	meta := *conv.MetaOf(messages[last])
	meta.Extensions = meta.Extensions.With(Family, hintLearnt, "true")
	messages[last] = format.WithMeta(messages[last], meta)
	return c.WithMessages(messages)
}

// Branches is the Branches of a format whose Decode makes pairs: each answer of one
// has a conversation of its own. It is not copied into each format.
//
//go:noinline
func Branches(decode func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error]) func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
	each := format.EachBranch(decode)
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			for branch, err := range each(data, notes) {
				if err == nil && Own.Get(&branch.Node, hintPair) != "" {
					one := *branch
					Own.Drop(&one.Node, hintPair)
					branch = &one
				}
				if !yield(branch, err) {
					return
				}
			}
		}
	}
}
