package chat

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
)

// answerView shows an answer as it comes. Each that was begun is ended once.
type answerView interface {
	event(conv.Event) error
	end(*conv.AssistantMessage) error
	failed(*frame.Failure) error // there is no answer
}

// chooseView decides how answers are shown: as the output itself, or beside a
// conversation that is the output. With that the plan is complete.
func (r *reply) chooseView(flags *frame.Flags, to pipe.Targets) error {
	plan := r.plan
	bulk := r.run.jobs > 1
	kept := bulk || to.InPlace != "" || to.Output != ""
	asText := plan.To.Name == "text" || !flags.IsSet("to") && !kept && r.p.Terminal(r.p.Stdout)
	view := func(*pipe.Output) answerView { return noView{} }
	switch {
	case r.asData && to.InPlace != "":
		return frame.UsageError("-i writes a conversation, but -t data does not")
	case r.dryRun != "" || r.asData:
		plan.Shown = true
	case to.InPlace != "" && (asText || plan.To.Emit != nil):
		return frame.UsageError("-i writes a conversation, but -t %s does not", plan.To.Name)
	case plan.To.Emit != nil:
		plan.Shown = true
		view = func(out *pipe.Output) answerView { return &relay{to: plan.To, out: out} }
	case bulk:
	case asText:
		plan.ForPeople()
		plan.Shown = true
		toTerminal := !kept && r.p.Terminal(r.p.Stdout)
		dim := toTerminal && r.p.Colored(true, plan.Color)
		view = func(out *pipe.Output) answerView { return &speech{out: out, all: toTerminal, dim: dim} }
	case r.p.Terminal(r.p.Stderr) && !r.p.Quiet:
		view = func(*pipe.Output) answerView {
			return &speech{raw: r.p.Stderr, text: &frame.Plain{Out: r.p.Stderr}, all: true, beside: true, dim: r.p.Colored(true, plan.Color)}
		}
	}
	r.pipe = pipe.NewRun(r.p, plan)
	r.view = view(r.pipe.Output)
	return nil
}

// noView shows nothing.
type noView struct{}

func (noView) event(conv.Event) error { return nil }

func (noView) end(*conv.AssistantMessage) error { return nil }

func (noView) failed(*frame.Failure) error { return nil }
