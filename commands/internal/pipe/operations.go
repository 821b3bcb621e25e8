package pipe

import (
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
)

// Operation changes a copy of a conversation, as a flag asked for. It may
// find that this conversation cannot be changed so.
type Operation func(*conv.Conversation, Passage) (*conv.Conversation, error)

// carryOut is a conversation after operations.
func carryOut(ops []Operation, c *conv.Conversation, in Passage) (*conv.Conversation, error) {
	for _, op := range ops {
		var err error
		if c, err = op(c, in); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// change is an operation that cannot fail.
type change func(*conv.Conversation, *conv.Notes) *conv.Conversation

// namedChange is a change that a flag knows by a name.
type namedChange struct {
	name string
	change
}

// changesNamed are the operations of names with commas between them: those of
// a table, or what other makes of a name.
func changesNamed(table []namedChange, names string, other func(name string) (change, error)) (all []Operation, err error) {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(table, func(row namedChange) bool { return row.name == name })
		var do change
		if i >= 0 {
			do = table[i].change
		} else if do, err = other(name); err != nil {
			return nil, err
		}
		all = append(all, func(c *conv.Conversation, in Passage) (*conv.Conversation, error) { return do(c, in.Notes), nil })
	}
	return all, nil
}

func lastOperation(value string) ([]Operation, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return nil, frame.UsageError("--last %q: want a number of messages, 1 or more", value)
	}
	return []Operation{KeepMessages(func(total int) (int, int) { return max(total-n, 0), total })}, nil
}

// sliceOperation reads A:B, where either may be left out and a negative one
// counts from the end.
func sliceOperation(value string) ([]Operation, error) {
	from, to, ok := strings.Cut(value, ":")
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if !ok || errA != nil && from != "" || errB != nil && to != "" {
		return nil, frame.UsageError("--slice %q: want A:B, such as 2:, -4: or 0:10", value)
	}
	return []Operation{KeepMessages(func(total int) (int, int) {
		start, end := bound(a, total), total
		if to != "" {
			end = bound(b, total)
		}
		return start, max(start, end)
	})}, nil
}

func bound(i, total int) int {
	if i < 0 {
		i += total
	}
	return min(max(i, 0), total)
}

// KeepMessages keeps the messages of a range and notes what it parted.
func KeepMessages(choose func(total int) (from, to int)) Operation {
	return func(c *conv.Conversation, in Passage) (*conv.Conversation, error) {
		from, to := choose(len(c.Messages))
		gone := len(c.Messages) - (to - from)
		if gone == 0 {
			return c, nil
		}
		out := *c
		out.Messages = c.Messages[from:to:to]
		first := c.Messages[0]
		if from == 0 {
			first = c.Messages[to]
		}
		asked(in.Notes, conv.CodeHistory, conv.MetaOf(first).Offset(), "message outside the slice", gone)
		noteParted(c.Messages, from, to, in.Notes)
		return &out, nil
	}
}

// asked notes a loss that the user asked for.
func asked(notes *conv.Notes, code conv.Code, offset int, what string, count int) {
	notes.Add(conv.Note{
		Severity: conv.Loss, Kind: conv.Dropped, Code: code,
		Offset: offset, What: what, Asked: true, Count: count,
	})
}
