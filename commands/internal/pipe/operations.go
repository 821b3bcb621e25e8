package pipe

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/redact"
	"convo/providers"
)

// Operation changes a copy of a conversation, as a flag asked for. It may
// find that this conversation cannot be changed so.
type Operation func(*conv.Conversation, Context) (*conv.Conversation, error)

// errLeftOut says that a conversation goes no further: an operation left it out.
var errLeftOut = errors.New("left out")

// carryOut is a conversation after operations.
func carryOut(ops []Operation, c *conv.Conversation, in Context) (*conv.Conversation, error) {
	for _, op := range ops {
		var err error
		if c, err = op(c, in); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// change is an operation that cannot fail.
type change func(*conv.Conversation, *note.Notes) *conv.Conversation

func (do change) operation() Operation {
	return func(c *conv.Conversation, in Context) (*conv.Conversation, error) { return do(c, in.Notes), nil }
}

func lastOperation(value string) ([]Operation, error) {
	n, ok := frame.CountOf(value)
	if !ok || n < 1 {
		return nil, frame.UsageError("--last %q: want a number of messages, 1 or more", value)
	}
	return []Operation{KeepMessages(func(total int) (int, int) { return max(total-int(min(n, int64(total))), 0), total })}, nil
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
	if from != "" && to != "" && a > b && (a < 0) == (b < 0) {
		return nil, frame.UsageError("--slice %s ends before it begins", value).WithHint("did you mean --slice %s:%s? B itself is not kept", to, from)
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
	return func(c *conv.Conversation, in Context) (*conv.Conversation, error) {
		c, _ = ActivePath(c, in)
		from, to := choose(len(c.Messages))
		gone := len(c.Messages) - (to - from)
		if gone == 0 {
			return c, nil
		}
		first := c.Messages[0]
		if from == 0 {
			first = c.Messages[to]
		}
		asked(in.Notes, note.CodeHistory, conv.MetaOf(first).Offset(), "message outside the slice", gone)
		noteParted(c.Messages, from, to, in.Notes)
		return c.WithMessages(c.Messages[from:to:to]), nil
	}
}

// ActivePath drops the messages that are no longer sent.
func ActivePath(c *conv.Conversation, in Context) (*conv.Conversation, error) {
	active := conv.Active(c.Messages)
	for _, m := range c.Messages {
		if meta := conv.MetaOf(m); meta.Excluded {
			asked(in.Notes, note.CodeBranch, meta.Offset(), "entry of another branch", 1)
		}
	}
	return c.WithMessages(active), nil
}

// asked notes a loss that the user asked for.
func asked(notes *note.Notes, code note.Code, offset int, what string, count int) {
	notes.Add(askedNote(code, offset, what, count))
}

func askedNote(code note.Code, offset int, what string, count int) note.Note {
	return note.Note{
		Severity: note.Loss, Kind: note.Dropped, Code: code,
		Offset: offset, What: what, Asked: true, Count: count,
	}
}

// noteParted notes the calls and results of a range whose other half was in
// the conversation and is not in the range. Nobody asked for that.
func noteParted(all []conv.Message, from, to int, notes *note.Notes) {
	type half struct {
		id   string
		call bool
	}
	inside, outside := map[half]bool{}, map[half]bool{}
	EachHalf(all[from:to], func(id string, call bool, _ *conv.Node) { inside[half{id, call}] = true })
	EachHalf(slices.Concat(all[:from], all[to:]), func(id string, call bool, _ *conv.Node) { outside[half{id, call}] = true })
	EachHalf(all[from:to], func(id string, call bool, at *conv.Node) {
		switch other := (half{id, !call}); {
		case inside[other] || !outside[other]:
		case call:
			notes.Loss(note.CodeHistory, note.Dropped, at.Offset(), "the result of the tool call", id)
		default:
			notes.Loss(note.CodeHistory, note.Dropped, at.Offset(), "the call of the tool result", id)
		}
	})
}

// EachHalf passes the ids of the tool calls and results in messages.
func EachHalf(messages []conv.Message, yield func(id string, call bool, at *conv.Node)) {
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			yield(m.ToolCallID, false, &m.Node)
		case *conv.AssistantMessage:
			for call := range m.Calls {
				yield(call.ID, true, &call.Node)
			}
		}
	}
}

// OpenCalls lists calls for people, the likely one first.
func OpenCalls(open []*conv.ToolCall, meant string) string {
	const most = 8
	var ids, list []string
	for _, call := range open {
		ids = append(ids, call.ID)
		list = append(list, call.ID+" ("+call.Name+")")
	}
	switch near := providers.Nearest(meant, ids); {
	case len(open) == 0:
		return "every tool call of this conversation has a result"
	case len(near) == 1 && len(open) > 1:
		return "did you mean " + near[0] + "?"
	case len(list) > most:
		list = append(list[:most], "…")
	}
	return "waiting calls: " + strings.Join(list, ", ")
}

// splitting makes several conversations of one.
type splitting struct {
	final      bool        // only the last of them
	operations []Operation // on each of them
}

func splitNamed(value string) (*splitting, error) {
	switch value {
	case "turns", "final":
		return &splitting{final: value == "final"}, nil
	}
	return nil, frame.UsageError("--split %q: want turns or final", value)
}

// all are the parts of a conversation: for each answer all that led to it,
// and the answer at its end.
func (s *splitting) all(c *conv.Conversation, in Context) ([]*conv.Conversation, error) {
	if s == nil {
		return []*conv.Conversation{c}, nil
	}
	var parts []*conv.Conversation
	c, _ = ActivePath(c, in)
	end := 0
	for i, m := range c.Messages {
		if _, ok := m.(*conv.AssistantMessage); !ok {
			continue
		}
		end = i + 1
		parts = append(parts, c.WithMessages(slices.Clip(c.Messages[:end])))
	}
	if rest := c.Messages[end:]; len(rest) > 0 {
		asked(in.Notes, note.CodeHistory, conv.MetaOf(rest[0]).Offset(), "message after the last answer", len(rest))
	}
	if s.final && len(parts) > 1 {
		parts = parts[len(parts)-1:]
	}
	kept := parts[:0]
	for _, part := range parts {
		part, err := carryOut(s.operations, part, in)
		if err == errLeftOut {
			continue
		}
		if err != nil {
			return nil, err
		}
		kept = append(kept, part)
	}
	return kept, nil
}

// turns reports whether a conversation may become several.
func (s *splitting) turns() bool { return s != nil && !s.final }

// repairPolicies are the values of --repair.
var repairPolicies = []string{"stub", "drop", "error"}

// repairOperation pairs the calls and results of a conversation.
func (b *planner) repairOperation(name string) ([]Operation, error) {
	policy := format.RepairPolicy(slices.Index(repairPolicies, name))
	if policy < 0 {
		return nil, frame.UsageError("--repair %q: want drop, stub or error", name)
	}
	b.plan.Call.repair = policy
	return []Operation{func(c *conv.Conversation, in Context) (out *conv.Conversation, err error) {
		in.Notes.Asking(nil, func(notes *note.Notes) { out, err = adapt.Repair(c, policy, notes) })
		if err != nil {
			return nil, unpaired(err)
		}
		return out, nil
	}}, nil
}

// unpaired is a defect as a failure of the input.
func unpaired(err error) error {
	const hint = "--repair drop removes such calls and results; --repair stub adds results"
	var d *adapt.Defect
	if errors.As(err, &d) {
		return &frame.Invalid{Offset: d.Offset, What: d.What, Hint: hint}
	}
	return &frame.Invalid{Offset: -1, What: err.Error(), Hint: hint}
}

// flattenOperation says calls and results in text.
func flattenOperation(string) ([]Operation, error) {
	return []Operation{func(c *conv.Conversation, in Context) (out *conv.Conversation, _ error) {
		in.Notes.Asking(nil, func(notes *note.Notes) { out = adapt.Flatten(c, notes) })
		return out, nil
	}}, nil
}

const redactNames = "secrets|paths|emails|structure|FILE"

// redactOperations search a conversation once for what all finders in a row find.
func redactOperations(value string) (all []Operation, err error) {
	var finds []redact.Finder
	search := func() {
		if row := finds; len(row) > 0 {
			all = append(all, change(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation { return edit.Redact(c, row, notes) }).operation())
		}
		finds = nil
	}
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		if name == "structure" {
			search()
			all = append(all, change(edit.Structure).operation())
			continue
		}
		find, err := finderOf(name)
		if err != nil {
			return nil, err
		}
		finds = append(finds, find)
	}
	search()
	return all, nil
}

// finderOf returns the finder of a name, or that of the rules in a file.
func finderOf(name string) (redact.Finder, error) {
	switch name {
	case "secrets":
		return redact.Secrets, nil
	case "paths":
		return redact.Paths, nil
	case "emails":
		return redact.Emails, nil
	default:
		return ownRules(name)
	}
}

// ownRules reads the rules of a file.
func ownRules(name string) (redact.Finder, error) {
	data, err := frame.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || name == "":
		return nil, frame.UsageError("--redact %q: not a file; want one or more of %s", name, redactNames)
	case err != nil:
		return nil, frame.UsageError("--redact: %v", err)
	}
	find, err := redact.Own(string(data))
	if err != nil {
		return nil, frame.UsageError("--redact %s: %v", name, err).WithHint("a line is a regular expression, optionally after NAME: (# starts a comment)")
	}
	return find, nil
}
