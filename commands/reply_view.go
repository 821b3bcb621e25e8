package commands

import "convo/conv"

// answerView shows an answer as it comes. Each that was begun is ended once.
type answerView interface {
	event(conv.Event) error
	end(*conv.AssistantMessage) error
	failed(*failure) error // there is no answer
}

// chooseView decides how answers are shown: as the output itself, or beside a
// conversation that is the output.
func (r *reply) chooseView(flags *flagReader, to targets) error {
	c := r.c
	bulk := r.run.jobs > 1
	kept := bulk || to.inPlace != "" || to.output != ""
	asText := c.to.Name == "text" || !flags.IsSet("to") && !kept && r.p.terminal(r.p.stdout)
	switch {
	case r.asData && to.inPlace != "":
		return usageError("-i keeps a conversation, and -t data is none")
	case r.dryRun != "" || r.asData:
		c.shown, r.view = true, noView{}
	case to.inPlace != "" && (asText || c.to.Emit != nil):
		return usageError("-i keeps a conversation, and -t %s is none", c.to.Name)
	case c.to.Emit != nil:
		c.shown, r.view = true, &relay{c: c}
	case bulk:
		r.view = noView{}
	case asText:
		c.to, c.log.view = humanView(c.to), true
		c.shown, r.view = true, &outputSpeech{c: c, toTerminal: !kept && r.p.terminal(r.p.stdout)}
	case r.p.terminal(r.p.stderr) && !r.p.quiet:
		r.view = &speech{raw: r.p.stderr, text: &plain{out: r.p.stderr}, all: true, beside: true, dim: r.p.colored(true, c.color)}
	default:
		r.view = noView{}
	}
	return nil
}

// noView shows nothing.
type noView struct{}

func (noView) event(conv.Event) error           { return nil }
func (noView) end(*conv.AssistantMessage) error { return nil }
func (noView) failed(*failure) error            { return nil }
