package pipe

import (
	"convo/commands/internal/frame"
)

// Targets is where a command writes: the names of files, "" for none.
type Targets struct {
	InPlace, Output string // stdout if both are ""
	Report          string
}

// TargetsOf reads the flags that say where to write.
func TargetsOf(flags *frame.Flags) (Targets, error) {
	to := Targets{flags.String("in-place"), flags.String("output"), flags.String("report")}
	if frame.IsStdout(to.Output) {
		to.Output = ""
	}
	toFile := to.InPlace != "" || to.Output != ""
	switch {
	case to.InPlace == "-":
		return to, frame.UsageError("-i needs a FILE, not stdin")
	case flags.IsSet("in-place") && flags.IsSet("output"):
		return to, errOneFile()
	case frame.IsStdout(to.Report) && !toFile:
		return to, frame.UsageError("--report -: the conversation already goes to stdout").WithHint("write the conversation with -o FILE")
	case to.Report != "" && (frame.SameFile(to.Report, to.Output) || frame.SameFile(to.Report, to.InPlace)):
		return to, frame.UsageError("--report %s: the conversation is written to the same file", to.Report)
	}
	return to, nil
}

// Inputs are the names of the inputs; none if a file is edited in place, which
// takes no operands.
func (to Targets) Inputs(p *frame.Program, flags *frame.Flags, noStdin bool) ([]string, error) {
	if to.InPlace == "" {
		return p.Inputs(flags.Args().Slice(), noStdin)
	}
	if flags.NArg() > 0 {
		return nil, errOneFile()
	}
	return nil, nil
}

func errOneFile() error {
	return frame.UsageError("-i reads and replaces one FILE: remove -o and other FILEs")
}
