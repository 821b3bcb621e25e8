package pipe

import (
	"io"
	"path/filepath"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/format"
)

// Output is where the documents of a run go. How they look is settled when
// the first is written.
type Output struct {
	Raw      io.Writer // the product, as it is
	ToStdout bool

	program *frame.Program
	to      *format.Format
	look    Look
	styled  io.Writer // Raw, or a printer before it
	begun   bool      // something was written
}

// Several reports whether more than one document may come: then each takes
// one line.
func (o *Output) Several() bool { return o.look.Several }

// several says that more than one document comes, if so.
func (o *Output) several(so bool) { o.look.Several = o.look.Several || so }

// Writer is where converted bytes go.
func (o *Output) Writer() io.Writer {
	if o.styled != nil {
		return o.styled
	}
	o.styled = o.Raw
	if !o.ToStdout {
		return o.styled
	}
	if st := o.style(); o.to.Unit == format.DocumentUnit && (st.Pretty || st.Color) {
		o.styled = &terminal.Printer{Style: st, Out: o.Raw}
	}
	return o.styled
}

func (o *Output) style() terminal.Style {
	return o.program.StyleOf(o.program.Stdout, o.look.Color, o.look.Compact || o.look.Several)
}

// indents reports whether a conversation that is alone takes several lines.
func (o *Output) indents() bool {
	return o.ToStdout && o.to.Unit == format.DocumentUnit && o.style().Pretty
}

// anew begins an output that has nothing to do with the one before it.
func (o *Output) anew() { o.begun = false }

// begin parts what comes from what is written already.
func (o *Output) begin() error {
	if o.begun && o.to.SingleDocument {
		return errAlone(o.to)
	}
	if o.begun && o.to.Separator != "" {
		_, err := io.WriteString(o.Writer(), o.to.Separator)
		return err
	}
	o.begun = true
	return nil
}

// Targets is where a command writes: the names of files, "" for none.
type Targets struct {
	InPlace, Output string // stdout if both are ""
	Report          string

	pattern  namePattern // Output, if that names several files
	isFolder bool        // Output names a folder, and pattern has no ending yet
	inputs   []string
	folders  []string // among the operands
}

// folderOf is the folder of the operands that an input was found in, "" if it is
// an operand.
func (to *Targets) folderOf(input string) string {
	for _, folder := range to.folders {
		if below, err := filepath.Rel(folder, input); err == nil && filepath.IsLocal(below) {
			return folder
		}
	}
	return ""
}

// TargetsOf reads the flags that say where to write. It refuses a file that the
// command also reads for something else.
func TargetsOf(p *frame.Program, flags *frame.Flags) (Targets, error) {
	to, err := SeveralTargetsOf(p, flags)
	if err == nil && to.pattern != "" {
		err = frame.UsageError("-o %s: %s writes one output, and {…} names several", to.Output, flags.Command.Name)
	}
	return to, err
}

// SeveralTargetsOf is [TargetsOf] for commands whose -o may name several files.
func SeveralTargetsOf(p *frame.Program, flags *frame.Flags) (Targets, error) {
	to := Targets{InPlace: flags.String("in-place"), Output: flags.String("output"), Report: flags.String("report")}
	if frame.IsStdout(to.Output) {
		to.Output = ""
	}
	pattern := namePattern(to.Output)
	if err := pattern.check(); err != nil {
		return to, err
	}
	if pattern.has(placeholders...) {
		to.pattern = pattern
	}
	if strings.HasSuffix(filepath.ToSlash(to.Output), "/") {
		if to.pattern.apart() {
			return to, frame.UsageError("-o %s: a folder of files that are named after their inputs", to.Output).WithHint("write the whole name, such as %s{n}.html", to.Output)
		}
		to.isFolder = true
		to.pattern = pattern + "{name}"
	}
	toFile := to.InPlace != "" || to.Output != ""
	switch {
	case to.InPlace == "-":
		return to, frame.UsageError("-i needs a FILE, not stdin")
	case flags.IsSet("in-place") && flags.IsSet("output"):
		return to, errOneFile()
	case frame.IsStdout(to.Report) && !toFile:
		return to, frame.UsageError("--report -: the conversation already goes to stdout").WithHint("write the conversation with -o FILE")
	case to.InPlace != "" && !p.Parsed.OnErrorStops():
		f := frame.UsageError("-i with --on-error %s would delete the conversations that fail", flags.String("on-error"))
		return to, f.WithHint("write the others to another file with -o FILE")
	}
	if to.pattern.apart() && flags.String("on-error") == "emit" {
		return to, errEmit().WithHint("use --on-error skip, or {name} alone")
	}
	return to, p.Apart()
}

// Inputs are the names of the inputs; none if a file is edited in place, which
// takes no operands.
func (to *Targets) Inputs(p *frame.Program, flags *frame.Flags, noStdin bool) ([]string, error) {
	if to.InPlace == "" {
		names, err := p.Inputs(flags.Args().Slice(), noStdin)
		if err == nil {
			err = p.ApartFrom(names, true)
		}
		if to.pattern != "" {
			to.inputs, to.folders = names, frame.Folders(flags.Args().Slice())
		}
		return names, err
	}
	if flags.NArg() > 0 {
		return nil, errOneFile()
	}
	return nil, nil
}

func errOneFile() error {
	return frame.UsageError("-i reads and replaces one FILE: remove -o and other FILEs")
}

func errEmit() *frame.Failure {
	return frame.UsageError("--on-error emit needs one output: errors have no file of their own")
}

// errAlone is the failure of a second conversation in a format of one.
func errAlone(to *format.Format) error {
	f := frame.UsageError("-t %s: an output holds one conversation, and there are several", to.Name)
	if to.Site != nil {
		return f.WithHint("write a page for each, and one that leads to all: -o out/")
	}
	return f.WithHint("write a file for each: -o 'out/{n}%s'", endingOf(to))
}
