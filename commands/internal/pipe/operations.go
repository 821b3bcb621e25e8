package pipe

import (
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
)

// Operation changes a copy of a conversation, as a flag asked for. It may
// find that this conversation cannot be changed so.
type Operation func(*conv.Conversation, *conv.Notes) (*conv.Conversation, error)

// plan makes the operations of the flags, in the order given.
func (c *Conversion) plan(settings []frame.Setting) error {
	for _, s := range settings {
		ops, err := c.operationsOf(s, settings)
		if err != nil {
			return err
		}
		if c.split == nil {
			c.Operations = append(c.Operations, ops...)
		} else {
			c.split.operations = append(c.split.operations, ops...)
		}
		if s.Name != "split" {
			continue
		}
		if c.split != nil {
			return frame.UsageError("--split can be given once")
		}
		if c.split, err = splitNamed(s.Value); err != nil {
			return err
		}
	}
	return nil
}

// operationsOf makes the operations of one flag; none if it asks for none.
func (c *Conversion) operationsOf(s frame.Setting, all []frame.Setting) ([]Operation, error) {
	switch s.Name {
	case "slice":
		return sliceOperation(s.Value)
	case "last":
		return lastOperation(s.Value)
	case "drop":
		return dropOperations(s.Value)
	case "redact":
		return redactOperations(s.Value)
	case "for":
		return c.forOperations(s.Value, all)
	case "project":
		return projectOperation(s.Value)
	case "repair":
		return c.repairOperation(s.Value)
	case "flatten-tools":
		return flattenOperation(s.Value)
	case "append":
		return c.appendOperation(s.Value)
	case "trim":
		return c.trimOperation(s.Value)
	case "filter":
		return filterOperation(s.Value)
	default:
		return nil, nil
	}
}

// carryOut is a conversation after operations.
func carryOut(ops []Operation, c *conv.Conversation, notes *conv.Notes) (*conv.Conversation, error) {
	for _, op := range ops {
		var err error
		if c, err = op(c, notes); err != nil {
			return nil, err
		}
	}
	return c, nil
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
	return func(c *conv.Conversation, notes *conv.Notes) (*conv.Conversation, error) {
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
		asked(notes, conv.CodeHistory, conv.MetaOf(first).Offset(), "message outside the slice", gone)
		noteParted(c.Messages, from, to, notes)
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

// asking does work some of whose losses a flag asked for; nil is all of them.
func asking(notes *conv.Notes, these func(*conv.Note) bool, work func(*conv.Notes)) {
	own := &conv.Notes{All: notes.All}
	work(own)
	for _, n := range own.List() {
		n.Asked = n.Asked || n.Severity == conv.Loss && (these == nil || these(&n))
		notes.Add(n)
	}
}
