package screen

import (
	"errors"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Find is convo find. sessions are those on this machine, and how many more are in no
// single file. cost is what a conversation cost.
func Find(p *frame.Program, flags *frame.Flags, cost func(*conv.Conversation) (int64, bool), sessions func() (all []frame.SessionFile, parted int)) error {
	p.OneIsResult = true
	f := &finding{
		p: p, from: flags.Readable("from"), as: flags.Choice("to", "text", "json"),
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
	operands := flags.Args().Slice()
	if len(operands) == 0 {
		flags.Fail(frame.UsageError("find needs a PATTERN"))
		return flags.Err
	}
	f.where = pipe.WhereOf(flags, cost)
	f.matcher = newMatcher(flags, "PATTERN", operands[0], flags.Several("role", roleWords...))
	operands = operands[1:]
	f.grouped = p.Stdout.Terminal && f.as == "text" && !f.count && !f.files
	var names []string
	var err error
	switch {
	case flags.Bool("sessions") && len(operands) > 0:
		err = frame.UsageError("--sessions searches all sessions: leave out FILE, or --sessions")
	case flags.Bool("sessions") && flags.Err == nil:
		names = f.kept(sessions)
	default:
		names, err = p.Inputs(operands, flags.Bool("no-input"))
	}
	flags.Fail(err)
	if flags.Err != nil {
		return flags.Err
	}
	f.named = operands
	f.recursive = flags.Bool("recursive")
	f.several = len(names) > 1 || f.recursive || flags.Bool("sessions")
	f.name(names, sessions)
	f.stream = frame.Safe(p.StdoutProduct()).Writer.(*terminal.Stream)
	f.out = &writer{out: f.stream, color: f.color}
	if f.grouped {
		f.out.width = p.Width()
	}
	if f.as == "json" {
		f.json = rawjson.NewWriter(p.Stdout)
	}
	return f.all(names)
}

// finding is one run of the command.
type finding struct {
	p    *frame.Program
	from *format.Format
	as   string // text, json
	*matcher
	where     *pipe.Where // nil: all conversations
	only      bool
	count     bool
	files     bool
	before    int // messages of context
	after     int
	color     bool
	several   bool // more than one file is read: each line names its own
	recursive bool
	named     []string          // operands: the others were found in folders
	grouped   bool              // what is found in a conversation stands below its name
	names     map[string]string // of files, as FILE
	numbered  string            // the message whose number was shown last
	headed    bool              // a heading was shown
	jump      string            // the command that shows what was found last
	out       *writer
	stream    *terminal.Stream // that out leads to
	json      *rawjson.Writer
	found     bool
	failed    frame.ExitCode // of the first input that cannot be read
	skipped   int            // files in folders that hold no conversation
	printed   bool           // some text was
	losses    losses
}

// kept are the files of all sessions on this machine.
func (f *finding) kept(sessions func() ([]frame.SessionFile, int)) (files []string) {
	all, parted := sessions()
	if parted > 0 {
		f.p.Note("%s left out: not in a single file", frame.Plural(parted, "session"))
	}
	f.names = map[string]string{}
	for _, s := range all {
		files = append(files, s.Path)
		f.names[s.Path] = s.Name
	}
	return files
}

// name finds the names that people give to files: sessions of agents among them.
func (f *finding) name(files []string, sessions func() ([]frame.SessionFile, int)) {
	switch {
	case !f.grouped || f.names != nil:
	case f.several:
		_ = f.kept(sessions)
	case len(f.named) == 1:
		f.names = map[string]string{files[0]: f.named[0]}
	}
}

// flush writes what was found so far.
func (f *finding) flush() error {
	err := errors.Join(f.out.err, f.stream.Release())
	f.stream.Gather()
	return err
}
