package chat

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/lint"
)

// leave reports whether a conversation of a file that is edited in place has
// an answer already. It stays as it is, so that a command that was interrupted
// goes on when it is repeated.
func (r *reply) leave(doc *conv.Conversation, at pipe.Origin) bool {
	m := lint.LastAnswer(doc.Messages)
	if r.edited == "" || m == nil || m.StopReason != conv.StopNormal {
		return false
	}
	r.run.mu.Lock()
	defer r.run.mu.Unlock()
	if r.run.left++; r.run.left == 1 {
		r.run.leftAt = at
	}
	return true
}

// leftSome reports the conversations that were left. It refuses to do nothing
// but that.
func (r *reply) leftSome() error {
	run := r.run
	run.mu.Lock()
	defer run.mu.Unlock()
	switch {
	case run.left == 0:
	case run.answered > 0 || r.pipe.Failed.Count > 0:
		r.p.Note("%s: %s as before: the last message is an answer already", r.edited, frame.Plural(run.left, "conversation"))
	default:
		r.plan.Paid = false // nothing new was written
		f := frame.UsageError("the last message is an answer already")
		f.File, f.Place = run.leftAt.File, run.leftAt.Place
		return f.WithHint("say something first: convo prompt -i %s \"…\"\nfor another answer, remove this one: convo transform --slice :-1 -i %[1]s", terminal.ShellFile(r.edited))
	}
	return nil
}
