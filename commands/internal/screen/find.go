package screen

import (
	"errors"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/rawjson"
)

// Find is convo find.
func Find(p *frame.Program, flags *frame.Flags) error {
	p.OneIsResult = true
	f := &finding{
		p: p, from: flags.Format("from"), as: flags.Choice("to", "text", "json"),
		only: flags.Bool("only-matching"), count: flags.Bool("count"), files: flags.Bool("files-with-matches"),
		color: p.Colored(p.Stdout.Terminal, flags.Choice("color", "auto", "always", "never")),
	}
	around := flags.Number("context", "messages")
	f.before, f.after = around, around
	if flags.IsSet("before-context") {
		f.before = flags.Number("before-context", "messages")
	}
	if flags.IsSet("after-context") {
		f.after = flags.Number("after-context", "messages")
	}
	if f.from != nil && f.from.Decode == nil {
		flags.Fail(frame.UsageError("the format %s can be written but not read", f.from.Name))
	}
	operands := flags.Args().Slice()
	if len(operands) == 0 {
		flags.Fail(frame.UsageError("find needs a PATTERN"))
		return flags.Err
	}
	f.matcher = newMatcher(flags, "PATTERN", operands[0], flags.Several("role", roleWords...))
	operands = operands[1:]
	names, err := p.Inputs(operands, flags.Bool("no-input"))
	flags.Fail(err)
	if flags.Err != nil {
		return flags.Err
	}
	f.named = operands
	f.recursive = flags.Bool("recursive")
	f.several = len(names) > 1 || f.recursive
	f.stream = frame.Safe(p.StdoutProduct()).Writer.(*frame.Stream)
	f.out = &writer{out: f.stream, color: f.color}
	if f.as == "json" {
		f.json = rawjson.NewWriter(p.Stdout)
	}
	return f.all(names)
}

// finding is one run of the command.
type finding struct {
	p    *frame.Program
	from *conv.Format
	as   string // text, json
	*matcher
	only      bool
	count     bool
	files     bool
	before    int // messages of context
	after     int
	color     bool
	several   bool // more than one file is read: each line names its own
	recursive bool
	named     []string // operands: the others were found in folders
	out       *writer
	stream    *frame.Stream // that out leads to
	json      *rawjson.Writer
	found     bool
	failed    frame.ExitCode // of the first input that cannot be read
	skipped   int            // files in folders that hold no conversation
	printed   bool           // some text was
	losses    []*pipe.Notice
}

// flush writes what was found so far.
func (f *finding) flush() error {
	err := errors.Join(f.out.err, f.stream.Release())
	f.stream.Gather()
	return err
}
