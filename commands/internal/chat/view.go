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
// conversation that is the output.
func (r *reply) chooseView(flags *frame.Flags, to pipe.Targets) error {
	c := r.c
	bulk := r.run.jobs > 1
	kept := bulk || to.InPlace != "" || to.Output != ""
	asText := c.To.Name == "text" || !flags.IsSet("to") && !kept && r.p.Terminal(r.p.Stdout)
	switch {
	case r.asData && to.InPlace != "":
		return frame.UsageError("-i keeps a conversation, and -t data is none")
	case r.dryRun != "" || r.asData:
		c.Shown, r.view = true, noView{}
	case to.InPlace != "" && (asText || c.To.Emit != nil):
		return frame.UsageError("-i keeps a conversation, and -t %s is none", c.To.Name)
	case c.To.Emit != nil:
		c.Shown, r.view = true, &relay{c: c}
	case bulk:
		r.view = noView{}
	case asText:
		c.To, c.Log.View = pipe.HumanView(c.To), true
		c.Shown, r.view = true, &outputSpeech{c: c, toTerminal: !kept && r.p.Terminal(r.p.Stdout)}
	case r.p.Terminal(r.p.Stderr) && !r.p.Quiet:
		r.view = &speech{raw: r.p.Stderr, text: &frame.Plain{Out: r.p.Stderr}, all: true, beside: true, dim: r.p.Colored(true, c.Color)}
	default:
		r.view = noView{}
	}
	return nil
}

// noView shows nothing.
type noView struct{}

func (noView) event(conv.Event) error { return nil }

func (noView) end(*conv.AssistantMessage) error { return nil }

func (noView) failed(*frame.Failure) error { return nil }
