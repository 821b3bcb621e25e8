package pipe

import (
	"errors"
	"runtime/debug"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
)

// Transform converts what the command line names.
func (c *Conversion) Transform(flags *frame.Flags) error {
	to, err := TargetsOf(flags)
	if err != nil {
		return err
	}
	var inputs []string
	switch {
	case to.InPlace != "" && flags.NArg() > 0:
		return frame.UsageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case to.InPlace == "":
		if inputs, err = c.Program.Inputs(flags.Args().Slice(), flags.Bool("no-input")); err != nil {
			return err
		}
	}
	if err := c.stdinFor(inputs, flags.Bool("no-input")); err != nil {
		return err
	}
	return c.Run(to, func(edited *frame.Input) error {
		if err := c.loadAppended(); err != nil {
			return err
		}
		if edited != nil {
			return c.Source(edited)
		}
		return c.Sources(inputs)
	})
}

// Run does a command's work between opening what it writes and the verdict.
// work gets the file that is edited in place, nil if none is.
func (c *Conversion) Run(to Targets, work func(edited *frame.Input) error) error {
	report, err := c.openReport(to.Report)
	if err != nil {
		return err
	}
	err = c.produce(to, work)
	c.Log.finish()
	if err == nil {
		err = c.verdict()
	}
	return errors.Join(err, report())
}

// openReport starts the report, which the function that it returns ends.
func (c *Conversion) openReport(name string) (end func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	out, err := c.Program.FileProduct(name)
	if err != nil {
		return nil, err
	}
	w := rawjson.NewWriter(out)
	w.BeginArray()
	c.Log.report = w
	return func() error {
		w.EndArray()
		w.Text("\n")
		if err := w.Flush(); err != nil {
			out.Discard()
			return err
		}
		return out.Commit()
	}, nil
}

// produce does the work into the product, which is kept only if all went
// well.
func (c *Conversion) produce(to Targets, work func(edited *frame.Input) error) (err error) {
	var edited *frame.Input
	out := c.Program.StdoutProduct()
	switch {
	case to.InPlace != "":
		edited, out, err = c.Program.Edit(to.InPlace)
	case to.Output != "":
		out, err = c.Program.FileProduct(to.Output)
	default:
		c.ToStdout = true
	}
	if err != nil {
		return err
	}
	if (c.strict || c.verify) && c.OnError == "stop" && out.Direct {
		out = frame.HeldBack(out)
	}
	c.Out = out
	if err := work(edited); err != nil {
		out.Discard()
		return err
	}
	return out.Commit()
}

// Sources converts several inputs, in order.
func (c *Conversion) Sources(names []string) error {
	c.Streamed = c.Streamed || len(names) > 1
	for _, name := range names {
		in, err := c.Program.Open(name)
		if err != nil {
			err = c.inputFailure(err)
		} else {
			err = c.Source(in)
			in.Close()
		}
		if err != nil || c.over() {
			return err
		}
	}
	return nil
}

// Source converts one input.
func (c *Conversion) Source(in *frame.Input) error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see isFault
	s, err := Recognise(c.Program, in, c.from)
	if err == nil && c.from == nil && c.Admit != nil {
		err = c.Admit(s)
	}
	if err != nil {
		return c.inputFailure(err)
	}
	c.Log.readAs(in.Name, s.From)
	c.Family = s.From.Family
	c.inputs++
	s.number = c.inputs
	if c.branches && s.From.Branches != nil {
		each := *s.From
		each.Decode = each.Branches
		s.From = &each
	}
	if c.isLive(s.From) {
		return c.live(s)
	}
	return c.drain(s)
}

// inputFailure deals with an input none of which can be read.
func (c *Conversion) inputFailure(err error) error {
	f := frame.AsFailure(err)
	if c.OnError == "emit" {
		w := rawjson.NewWriter(c.Destination())
		frame.WriteErrorObject(w, f)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return c.Failure(f)
}

// verdict is what a run ends with that wrote all there is.
func (c *Conversion) verdict() error {
	switch {
	case c.Failed > 0:
		return &frame.Failure{Code: frame.ExitPartial, What: frame.Plural(c.Failed, "conversation") + " failed; the others were written"}
	case c.incomplete:
		return &frame.Failure{Code: frame.ExitIncomplete}
	}
	return nil
}
