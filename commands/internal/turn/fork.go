package turn

import (
	"strconv"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/providers"
)

// cutAt keeps the messages before the one at N, or before the one whose id
// is given.
func cutAt(value string) pipe.Operation {
	return func(c *conv.Conversation, in pipe.Context) (*conv.Conversation, error) {
		c, _ = pipe.ActivePath(c, in)
		n, err := messageAt(c, value)
		if err != nil {
			return nil, err
		}
		return pipe.KeepMessages(func(int) (int, int) { return 0, n })(c, in)
	}
}

// messageAt is the index of the message that --at names, which may be one after
// the last.
func messageAt(c *conv.Conversation, value string) (int, error) {
	total := len(c.Messages)
	n, err := strconv.Atoi(value)
	if err != nil {
		return messageNamed(c, value)
	}
	if n < -total || n > total {
		return 0, outside("--at "+value, total)
	}
	if n < 0 {
		n += total
	}
	return n, nil
}

func messageNamed(c *conv.Conversation, id string) (int, error) {
	at, ids := -1, []string{}
	for i, m := range c.Messages {
		have := conv.MetaOf(m).ID
		if have == id && at >= 0 {
			return 0, frame.UsageError("--at %q: several messages have this id", id).WithHint("use the number of the message, from 0")
		}
		if have == id {
			at = i
		}
		if have != "" {
			ids = append(ids, have)
		}
	}
	if at >= 0 {
		return at, nil
	}
	f := frame.UsageError("--at %q: no message has this id", id)
	if near := providers.Nearest(id, ids); len(near) == 1 {
		return 0, f.WithHint("did you mean %s?", near[0])
	}
	return 0, f.WithHint("use the number of the message, from 0: only some messages have ids")
}

// appendUndo adds the operation that takes away the last N messages.
func appendUndo(all []pipe.Operation, value string) ([]pipe.Operation, error) {
	n, ok := frame.CountOf(value)
	if !ok || n < 1 {
		return nil, frame.UsageError("--undo %q: want a number of messages, 1 or more", value)
	}
	return append(all, func(c *conv.Conversation, in pipe.Context) (*conv.Conversation, error) {
		c, _ = pipe.ActivePath(c, in)
		total := len(c.Messages)
		if n > int64(total) {
			return nil, tooMuchUndone(value, total)
		}
		return pipe.KeepMessages(func(int) (int, int) { return 0, total - int(n) })(c, in)
	}), nil
}

func tooMuchUndone(value string, total int) *frame.Failure {
	f := frame.UsageError("--undo %s: the conversation has %s", value, frame.Plural(total, "message"))
	if total == 0 {
		return f.WithHint("remove --undo: there is no message to remove")
	}
	return f.WithHint("--undo %d would remove all of them", total)
}

// outside is the failure of a cut that is outside the conversation.
func outside(what string, total int) *frame.Failure {
	f := frame.UsageError("%s: the conversation has %s", what, frame.Plural(total, "message"))
	if total > 0 {
		return f.WithHint("messages are numbered 0 to %d, or -1 to -%d from the end", total-1, total)
	}
	return f.WithHint("remove --at: the conversation has no messages")
}
