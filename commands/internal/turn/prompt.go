package turn

import (
	"errors"
	"io/fs"
	"os"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/rawjson"
)

// Run is the command's action.
func Run(p *frame.Program, flags *frame.Flags) error {
	c, err := pipe.NewConversion(p, flags)
	if err != nil {
		return err
	}
	to, err := pipe.TargetsOf(flags)
	if err != nil {
		return err
	}
	if !flags.IsSet("to") && to.InPlace == "" && to.Output == "" && p.Terminal(p.Stdout) {
		c.To, c.Log.View = pipe.HumanView(c.To), true
	}
	t, err := newTurn(p, flags, flags.Args().Slice())
	if err != nil {
		return err
	}
	if flags.Bool("each") {
		return promptEach(p, flags, c, t, to)
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
	c.Operations = append(t.operations, t.extend)
	if flags.String("stdin") != "conversation" {
		c.Admit = contextOnly
	}
	if to.InPlace != "" {
		if err := beginnable(to.InPlace); err != nil {
			return err
		}
	}
	return c.Run(to, func(edited *frame.Input) error {
		if edited != nil {
			heard = edited
		}
		return promptInput(c, heard)
	})
}

// promptEach begins a conversation for each record.
func promptEach(p *frame.Program, flags *frame.Flags, c *pipe.Conversion, t *turn, to pipe.Targets) error {
	e, err := newEach(p, flags, c, t, to)
	if err == nil {
		err = e.prepare()
	}
	if err != nil {
		return err
	}
	return c.Run(to, func(*frame.Input) error { return e.run() })
}

// promptInput extends what is in an input; if that is nothing, it begins a
// conversation.
func promptInput(c *pipe.Conversion, in *frame.Input) error {
	if in == nil {
		return begin(c)
	}
	first, err := in.First()
	if err != nil {
		return err
	}
	if frame.IsBlank(first) {
		return begin(c)
	}
	return c.Source(in)
}

// begin makes the operations' result of no conversation.
func begin(c *pipe.Conversion) error {
	native := conv.Native()
	notes := &conv.Notes{All: c.Program.Verbose}
	w := rawjson.NewWriter(c.Destination())
	err := c.One(&conv.Conversation{}, pipe.Passage{From: &native, Notes: notes}, w)
	c.Log.Add(frame.Piece{}, notes.List())
	return errors.Join(w.Flush(), err)
}

// contextOnly refuses a conversation that is in a format of another program
// and was not said to be a conversation: it may be meant as text.
func contextOnly(s *pipe.Source) error {
	switch s.From.Name {
	case "convo", "or", "pi":
		return nil
	}
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name, What: "is in the format " + s.From.Name + ", and may be a conversation to extend or text to talk about"}
	if s.Name != frame.StdinName {
		f.What = "is in the format " + s.From.Name
		return f.WithHint("to make a conversation of it: -f %s", s.From.Name)
	}
	return f.WithHint("to extend it: -f %s; to talk about it: --stdin text", s.From.Name)
}

// beginnable explains that -i needs a file that is there.
func beginnable(name string) error {
	_, err := os.Stat(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return frame.FileFailure(frame.ExitUnreadable, name, err).WithHint("-o %s begins a conversation there", name)
}
