package chat

import (
	"os"
	"runtime"
	"slices"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
)

// usualSteps is how many answers a reply that runs tools takes, unless
// --max-steps says it.
const usualSteps = 10

// toolLoop is how a reply runs the tools that are called; nil is not at all.
type toolLoop struct {
	box   *Toolbox
	steps int // most answers of one reply
}

func newToolLoop(p *frame.Program, flags *frame.Flags) *toolLoop {
	if !flags.Bool("run-tools") {
		for _, name := range []string{"max-steps", "allow-tool", "tool-env", "tool-timeout"} {
			if flags.IsSet(name) {
				flags.Fail(frame.UsageError("--%s needs --run-tools", name))
			}
		}
		return nil
	}
	l := &toolLoop{box: NewToolbox(p, flags), steps: usualSteps}
	if flags.IsSet("max-steps") {
		if l.steps = flags.Number("max-steps", "answers"); l.steps == 0 {
			flags.Fail(frame.UsageError("--max-steps 0: want 1 or more"))
		}
	}
	return l
}

// turns is c with an answer or, if tools are run, with answers and results until
// no tool is called. Steps before a failure are kept.
func (r *reply) turns(c *conv.Conversation, notes *note.Notes) (*conv.Conversation, error) {
	_, signal, end := r.p.UntilSignal()
	defer end()
	for step := 0; ; step++ {
		if got := signal(); got != nil && r.run.stopped() == nil {
			r.interrupted(got)
		}
		if step > 0 && r.run.stopped() != nil {
			return c, nil
		}
		if r.tools != nil && len(c.PendingCalls()) > 0 {
			if step == r.tools.steps {
				r.left(c, "the limit of --max-steps is reached")
				return c, nil
			}
			var goOn bool
			if c, goOn = r.runTools(c, notes); !goOn {
				return c, nil
			}
		}
		next, err := r.matching(c, notes)
		if err != nil && step > 0 {
			r.kept(frame.AsFailure(err))
			return c, nil
		}
		if err != nil || next == nil {
			return c, err
		}
		if c = next; r.tools == nil || r.run.stopped() != nil || !goesOn(lint.LastAnswer(c.Messages)) {
			return c, nil
		}
	}
}

// goesOn reports whether an answer is whole and calls tools.
func goesOn(m *conv.AssistantMessage) bool {
	return m != nil && len(m.ToolCalls()) > 0 && (m.StopReason == conv.StopToolUse || m.StopReason == conv.StopNormal || m.StopReason == "")
}

// runTools is c with the results of its pending calls, and whether the model
// is to be asked again.
func (r *reply) runTools(c *conv.Conversation, notes *note.Notes) (out *conv.Conversation, goOn bool) {
	ctx, signal, end := r.p.UntilSignal()
	defer end()
	results := r.tools.box.answers(ctx, c.PendingCalls(), runtime.GOMAXPROCS(0))
	out = r.plan.Made(withResults(c, results), len(c.Messages), notes)
	for _, m := range results {
		if err := r.view.event(conv.Event{Type: conv.EventMessage, Other: m}); err != nil {
			r.kept(frame.AsFailure(err))
			return out, false
		}
	}
	if got := signal(); got != nil {
		r.interrupted(got)
		return out, false
	}
	switch {
	case slices.ContainsFunc(results, func(m *conv.ToolResultMessage) bool { return m.Terminate }):
		return out, false
	case len(out.PendingCalls()) > 0:
		r.left(out, "not allowed")
		return out, false
	}
	return out, true
}

// interrupted ends what a signal ended between answers.
func (r *reply) interrupted(got os.Signal) {
	f := *frame.Interruption(got)
	r.run.interrupt(frame.Interruption(got))
	f.What += "; the answers so far are kept"
	r.kept(&f)
}

// left reports that calls are left waiting.
func (r *reply) left(c *conv.Conversation, why string) {
	f := &frame.Failure{Code: frame.ExitPending, What: frame.Plural(len(c.PendingCalls()), "tool call") + " left waiting: " + why}
	if r.exitState {
		r.kept(f)
	} else if !r.p.Quiet {
		f.Report(r.p.Stderr, r.p.ErrorsAsJSON)
	}
}

// kept reports a failure after which there is something to write.
func (r *reply) kept(f *frame.Failure) {
	if f.File == "" && (r.run.jobs > 1 || r.pipe.Output.Several()) {
		f.File, f.Place = r.at.File, r.at.Place
	}
	f.Report(r.p.Stderr, r.p.ErrorsAsJSON)
	r.run.endWith(f)
}
