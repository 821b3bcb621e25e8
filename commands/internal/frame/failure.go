package frame

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/commands/internal/terminal"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/providers"
)

// Failure is an error as it is reported to people and scripts: one line with
// the place first, a hint on the next line, and the exit code.
type Failure struct {
	Code  ExitCode
	File  string           // as the user named it; "" if it is about no file
	Place rawjson.Position // in the file; Line is 0 if it is about the whole file
	What  string
	Hint  string
	// Format is what the file was read as, "" if that is not known.
	Format string

	Rule  string     // id of the rule that a finding breaks, for --errors json
	Level string     // its severity
	usage string     // synopsis of the command that was misused
	Call  *CallFacts // nil if it is not about a call of a model
}

func (f *Failure) Error() string {
	return strings.TrimSuffix(f.Position()+": "+f.What, ": ")
}

// Said is what is wrong, and how the file was read.
func (f *Failure) Said() string {
	if f.Format == "" {
		return f.What
	}
	return f.What + " (read as " + f.Format + ")"
}

// Position is FILE:line:col: path, as far as it is known.
func (f *Failure) Position() string {
	return Position(f.File, f.Place)
}

// Position is a place as FILE:line:col: path, as far as it is known.
func Position(file string, at rawjson.Position) string {
	var b strings.Builder
	b.WriteString(file)
	if at.Line > 0 {
		b.WriteString(":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column))
	}
	if path := at.Path(); path != "" {
		b.WriteString(": " + Shortened(path))
	}
	return strings.TrimPrefix(b.String(), ": ")
}

// Shortened is a path with its middle left out if it is very long.
func Shortened(path string) string {
	const side = 60
	if len(path) <= 2*side {
		return path
	}
	return strings.ToValidUTF8(path[:side], "") + "…" + strings.ToValidUTF8(path[len(path)-side:], "")
}

// UsageError is a failure of the command line.
//
//go:noinline
func UsageError(format string, args ...any) *Failure {
	return &Failure{Code: ExitUsage, What: fmt.Sprintf(format, args...)}
}

// WithHint adds the second line.
//
//go:noinline
func (f *Failure) WithHint(format string, args ...any) *Failure {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

// AsFailure makes a Failure of any error. The default exit code is ExitOther.
func AsFailure(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return FileFailure(ExitOther, streamName(path.Path), err)
	}
	f = &Failure{Code: ExitOther, What: err.Error()}
	var hinter interface{ Hint() string }
	if errors.As(err, &hinter) {
		f.Hint = hinter.Hint()
	}
	return f
}

// Misnamed is the failure of a value that names nothing; who is its flag.
func Misnamed(who string, err error) *Failure {
	f := AsFailure(err)
	f.Code, f.What = ExitUsage, strings.TrimPrefix(who+": "+f.What, ": ")
	return f
}

// streamName is the name of a file in messages.
func streamName(path string) string {
	switch path {
	case os.Stdout.Name():
		return "<stdout>"
	case os.Stdin.Name():
		return StdinName
	}
	return path
}

// FileFailure is an error of the system about a file that the user named.
func FileFailure(code ExitCode, name string, err error) *Failure {
	var path *fs.PathError
	var known *Failure
	var refused *rawjson.Refused
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &refused):
		return &Failure{Code: ExitUnreadable, File: name, What: refused.Msg, Hint: refused.Hint}
	case errors.As(err, &path):
		err = path.Err
	}
	return &Failure{Code: code, File: name, What: err.Error()}
}

// Report prints a failure to w in the chosen way.
func (f *Failure) Report(w io.Writer, asJSON bool) {
	if asJSON {
		out := rawjson.NewWriter(nil)
		f.writeJSON(out)
		out.Text("\n")
		_, _ = w.Write(out.Bytes())
		return
	}
	if f.What != "" {
		fmt.Fprintf(w, "convo: %s\n", terminal.Printable(f.LineText()))
	}
	if f.usage != "" {
		fmt.Fprintf(w, "usage: %s\n", f.usage)
	}
	for hint := range strings.Lines(f.Hint) {
		fmt.Fprintf(w, "convo: hint: %s\n", terminal.Printable(strings.TrimSuffix(hint, "\n")))
	}
}

// LineText is the failure in one line, without its hint.
func (f *Failure) LineText() string {
	parts := []string{f.Position(), "", "", f.Said()}
	if f.Call != nil {
		parts[1], parts[2] = f.Call.Callee.String(), (&providers.CallError{Status: f.Call.Status, Attempts: f.Call.Attempts}).HTTP()
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}

// writeJSON writes the failure as the object of --errors json.
func (f *Failure) writeJSON(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("code", f.Code.String())
	w.IntField("exit", int64(f.Code))
	w.BoolField("retryable", f.Code.retryable())
	f.Call.writeJSON(w)
	w.OptField("rule", f.Rule)
	w.OptField("severity", f.Level)
	w.OptField("file", f.File)
	w.OptField("format", f.Format)
	w.OptInt("line", int64(f.Place.Line))
	w.OptInt("column", int64(f.Place.Column))
	w.OptField("path", f.Place.Path())
	w.Field("message", f.What)
	w.OptField("hint", f.Hint)
	w.EndObject()
}

// WriteErrorObject writes the line of a conversation that failed.
func WriteErrorObject(w *rawjson.Writer, f *Failure) {
	w.BeginObject()
	w.Key("error")
	f.writeJSON(w)
	w.EndObject()
	w.Text("\n")
}

// CallFacts are what is known of a call that failed.
type CallFacts struct {
	Callee     *providers.Endpoint
	Status     int
	Attempts   int // how often the request was sent; 0: not known
	RequestID  string
	RetryAfter time.Duration
	Elsewhere  bool // another model may answer
}

// writeJSON writes the facts as fields of the object of --errors json.
func (c *CallFacts) writeJSON(w *rawjson.Writer) {
	if c == nil {
		return
	}
	w.OptField("provider", c.Callee.Provider)
	w.OptField("model", c.Callee.Model)
	w.OptInt("status", int64(c.Status))
	w.OptInt("attempts", int64(c.Attempts))
	w.OptField("request_id", c.RequestID)
	if c.RetryAfter > 0 {
		w.OptRaw("retry_after", rawjson.Raw(strconv.FormatFloat(c.RetryAfter.Seconds(), 'f', -1, 64)))
	}
}

// OfWire sets the hint and exit code of a network failure.
func (f *Failure) OfWire(wire *providers.WireError) {
	f.Hint = wire.Hint
	switch wire.Kind {
	case providers.Unreachable, providers.TimedOut:
		f.Code = ExitTemporary
	case providers.Aborted:
		f.Code = ExitInterrupt
	case providers.Forbidden:
		f.Code = ExitUsage
	case providers.Misled, providers.TooLarge:
	}
}

// FailureShape is a failure as failure.writeJSON writes it.
func FailureShape() *shape.Shape {
	var codes []string
	for _, row := range exitTable {
		codes = append(codes, row.name)
	}
	text := shape.String()
	return shape.Object(append(PlaceShape(),
		shape.Must("code", shape.Words(strings.Join(codes, " "))).Says("The exit code by its name."),
		shape.Must("exit", Count()).Says("The exit code; convo help exit-codes explains them."),
		shape.Must("retryable", shape.Bool()).Says("The same command may succeed later."),
		shape.Must("message", text),
		shape.May("provider", text).Says("The vendor that was called."),
		shape.May("model", text),
		shape.May("status", Count()).Says("The status of the HTTP response."),
		shape.May("attempts", Count()).Says("How often the request was sent."),
		shape.May("request_id", text).Says("The vendor's id of the call."),
		shape.May("retry_after", shape.Number()).Says("Seconds."),
		shape.May("rule", text).Says("The rule of a finding of convo validate; convo help ID explains it."),
		shape.May("severity", shape.Words(Severities)).Says("The severity of a finding."),
		shape.May("file", text),
		shape.May("format", text).Says("The format that the file was read as."),
		shape.May("path", text).Says("The place in the file's JSON: messages[3].content[1]."),
		shape.May("hint", text),
	)...).Named("errors", "A failure, as --errors json writes it on stderr, one a line.")
}

// Count is a number of things.
func Count() *shape.Shape { return shape.Integer().Between(0, math.Inf(1)) }

// PlaceShape is where in a file something is.
func PlaceShape() []*shape.Member {
	return []*shape.Member{
		shape.May("line", Count()).Says("From 1."),
		shape.May("column", Count()).Says("From 1, in characters."),
	}
}

// Severities are those of findings and notes.
const Severities = "error warning loss info"

// Plural is a number of things, such as 1 message or 2 messages.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(strconv.Itoa(n), " ", what, "s")
}

// Either lists values as a sentence does.
func Either(values []string) string {
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
