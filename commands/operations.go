package commands

import (
	"strconv"
	"strings"

	"convo/conv"
)

// operation changes a copy of a conversation, as a flag asked for. It may
// find that this conversation cannot be changed so.
type operation func(*conv.Conversation, *conv.Notes) (*conv.Conversation, error)

// plan makes the operations of the flags, in the order given.
func (c *conversion) plan(settings []setting) error {
	for _, s := range settings {
		ops, err := c.operationsOf(s, settings)
		if err != nil {
			return err
		}
		if c.split == nil {
			c.operations = append(c.operations, ops...)
		} else {
			c.split.operations = append(c.split.operations, ops...)
		}
		if s.name != "split" {
			continue
		}
		if c.split != nil {
			return usageError("--split can be given once")
		}
		if c.split, err = splitNamed(s.value); err != nil {
			return err
		}
	}
	return nil
}

// operationsOf makes the operations of one flag; none if it asks for none.
func (c *conversion) operationsOf(s setting, all []setting) ([]operation, error) {
	switch s.name {
	case "slice":
		return sliceOperation(s.value)
	case "last":
		return lastOperation(s.value)
	case "drop":
		return dropOperations(s.value)
	case "redact":
		return redactOperations(s.value)
	case "for":
		return c.forOperations(s.value, all)
	case "project":
		return projectOperation(s.value)
	case "repair":
		return c.repairOperation(s.value)
	case "flatten-tools":
		return flattenOperation(s.value)
	case "append":
		return c.appendOperation(s.value)
	case "trim":
		return c.trimOperation(s.value)
	case "filter":
		return filterOperation(s.value)
	default:
		return nil, nil
	}
}

// carryOut is a conversation after operations.
func carryOut(ops []operation, c *conv.Conversation, notes *conv.Notes) (*conv.Conversation, error) {
	for _, op := range ops {
		var err error
		if c, err = op(c, notes); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func lastOperation(value string) ([]operation, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return nil, usageError("--last %q: want a number of messages, 1 or more", value)
	}
	return []operation{keepMessages(func(total int) (int, int) { return max(total-n, 0), total })}, nil
}

// sliceOperation reads A:B, where either may be left out and a negative one
// counts from the end.
func sliceOperation(value string) ([]operation, error) {
	from, to, ok := strings.Cut(value, ":")
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if !ok || errA != nil && from != "" || errB != nil && to != "" {
		return nil, usageError("--slice %q: want A:B, such as 2:, -4: or 0:10", value)
	}
	return []operation{keepMessages(func(total int) (int, int) {
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

// keepMessages keeps the messages of a range and notes what it parted.
func keepMessages(choose func(total int) (from, to int)) operation {
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

// noteParted notes the calls and results of a range whose other half was in
// the conversation and is not in the range. Nobody asked for that.
func noteParted(all []conv.Message, from, to int, notes *conv.Notes) {
	type halves struct{ calls, results bool }
	outside := map[string]halves{}
	eachHalf(append(append([]conv.Message{}, all[:from]...), all[to:]...), func(id string, call bool, _ *conv.Node) {
		h := outside[id]
		h.calls, h.results = h.calls || call, h.results || !call
		outside[id] = h
	})
	inside := map[string]halves{}
	eachHalf(all[from:to], func(id string, call bool, _ *conv.Node) {
		h := inside[id]
		h.calls, h.results = h.calls || call, h.results || !call
		inside[id] = h
	})
	eachHalf(all[from:to], func(id string, call bool, at *conv.Node) {
		switch {
		case call && !inside[id].results && outside[id].results:
			notes.Loss(conv.CodeHistory, conv.Dropped, at.Offset(), "the result of the tool call", id)
		case !call && !inside[id].calls && outside[id].calls:
			notes.Loss(conv.CodeHistory, conv.Dropped, at.Offset(), "the call of the tool result", id)
		}
	})
}

// eachHalf passes the ids of the tool calls and results in messages.
func eachHalf(messages []conv.Message, yield func(id string, call bool, at *conv.Node)) {
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			yield(m.ToolCallID, false, &m.Node)
		case *conv.AssistantMessage:
			for _, b := range m.Content {
				if call, ok := b.(*conv.ToolCall); ok {
					yield(call.ID, true, &call.Node)
				}
			}
		}
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

// invalid is the error of a conversation that can be read, but is not what
// an operation needs it to be.
type invalid struct {
	offset int // of what is at fault, in the input; -1 if it is not known
	what   string
	hint   string
}

func (e *invalid) Error() string { return e.what }
