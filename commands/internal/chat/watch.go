package chat

import (
	"convo/commands/internal/frame"
)

// watch shows how far a run with many calls is, if answers are not shown as they
// come.
func (r *reply) watch(inputs []string) {
	if _, silent := r.view.(noView); !silent || r.dryRun != "" || !r.p.Shows() {
		return
	}
	r.purse.watched = true
	r.pipe.Work = r.p.Begin(&frame.Work{Unit: "conversation", Of: frame.SizeOf(inputs, r.p.Stdin), Cost: r.purse.soFar})
}

// goesOn is what the same command does after an interruption.
func (r *reply) goesOn() string {
	switch {
	case r.run.journal != nil:
		return "the same command goes on"
	case r.edited != "":
		return "the same command goes on with what has no answer yet"
	}
	return "with --resume FILE, the same command would go on"
}

// ending is the failure that a run ends with: a signal counts before all.
func (run *replyRun) ending(err error) error {
	if stop := run.stopped(); stop != nil {
		return stop
	}
	return err
}
