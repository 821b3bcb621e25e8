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
		return to, frame.UsageError("-i replaces a FILE, and stdin is none")
	case flags.IsSet("in-place") && flags.IsSet("output"):
		return to, frame.UsageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case frame.IsStdout(to.Report) && !toFile:
		return to, frame.UsageError("--report -: stdout has the conversation").WithHint("write that with -o FILE")
	case to.Report != "" && (frame.SameFile(to.Report, to.Output) || frame.SameFile(to.Report, to.InPlace)):
		return to, frame.UsageError("--report %s: the conversation is written there", to.Report)
	}
	return to, nil
}
