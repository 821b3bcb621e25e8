// Package turn is what convo prompt adds to a conversation: a message with its
// text and files, and settings of the request.
package turn

import (
	"errors"
	"io/fs"
	"os"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/note"
)

// Run is convo prompt: it adds a message to a conversation, or begins one.
func Run(p *frame.Program, flags *frame.Flags) error {
	plan, err := pipe.ReadPlan(p, flags)
	if err != nil {
		return err
	}
	to, err := pipe.SeveralTargetsOf(p, flags)
	if err == nil {
		err = p.ApartFrom(nil, true)
	}
	if err != nil {
		return err
	}
	if !flags.IsSet("to") && to.InPlace == "" && to.Output == "" && p.Stdout.Terminal {
		plan.ForPeople()
	}
	t, err := newTurn(p, flags, flags.Args().Slice())
	if err != nil {
		return err
	}
	t.plan = plan
	if flags.Bool("each") {
		return promptEach(p, flags, plan, t, to)
	}
	heard, err := hear(p, flags, t, to.InPlace)
	if err != nil {
		return err
	}
	if heard != nil {
		defer heard.Close()
	}
	if err := t.complete(); err != nil {
		return err
	}
	plan.Operations = append(t.operations, t.extend)
	if flags.String("stdin") != "conversation" {
		plan.Admit = contextOnly
	}
	if to.InPlace != "" {
		if err := beginnable(to.InPlace); err != nil {
			return err
		}
	}
	run := pipe.NewRun(p, plan)
	return run.Do(to, func(edited *frame.Input) error {
		if edited != nil {
			heard = edited
		}
		return extend(run, heard)
	})
}

// promptEach begins a conversation for each record.
func promptEach(p *frame.Program, flags *frame.Flags, plan *pipe.Plan, t *turn, to pipe.Targets) error {
	e, err := newEach(p, flags, t, to)
	if err == nil {
		err = e.prepare()
	}
	if err != nil {
		return err
	}
	plan.Several = true
	e.run = pipe.NewRun(p, plan)
	return e.run.Do(to, func(*frame.Input) error { return e.all() })
}

// extend carries out the plan on what is in an input; if that is nothing, on
// a new conversation.
func extend(run *pipe.Run, in *frame.Input) error {
	if in != nil {
		first, err := in.First()
		if err != nil {
			return err
		}
		if !frame.IsBlank(first) {
			return run.Source(in)
		}
	}
	return run.Make(&conv.Conversation{}, &note.Notes{All: run.Program.Verbose})
}

// contextOnly refuses a conversation that is in a format of another program
// and was not said to be a conversation: it may be meant as text.
func contextOnly(s *pipe.Source) error {
	switch s.From.Name {
	case "convo", "or", "pi", "convo-lines", "or-lines", "pi-lines":
		return nil
	}
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name, What: "looks like " + s.From.Name + ": extend it, or use it as text?"}
	if s.Name != frame.StdinName {
		f.What = "is in the format " + s.From.Name
		return f.WithHint("to read it as a conversation: -f %s", s.From.Name)
	}
	return f.WithHint("to extend it: -f %s; to use it as text: --stdin text", s.From.Name)
}

// beginnable explains that -i needs a file that is there.
func beginnable(name string) error {
	_, err := os.Stat(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return frame.FileFailure(frame.ExitUnreadable, name, err).WithHint("to start a conversation in it: -o %s", terminal.ShellFile(name))
}
