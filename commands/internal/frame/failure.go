package frame

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// Failure is an error as it is reported to people and scripts: one line with
// the place first, a hint on the next line, and the exit code.
type Failure struct {
	Code  ExitCode
	File  string        // as the user named it; "" if it is about no file
	Place rawjson.Place // in the file; Line is 0 if it is about the whole file
	What  string
	Hint  string
	usage string     // synopsis of the command that was misused
	Call  *CallFacts // nil if it is not about a call of a model
}

func (f *Failure) Error() string {
	return strings.TrimSuffix(f.Position()+": "+f.What, ": ")
}

// Position is FILE:line:col: path, as far as it is known.
func (f *Failure) Position() string {
	return Position(f.File, f.Place)
}

// Position is a place as FILE:line:col: path, as far as it is known.
func Position(file string, at rawjson.Place) string {
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
	if errors.As(err, &path) {
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
		fmt.Fprintf(w, "convo: %s\n", Printable(f.LineText()))
	}
	if f.usage != "" {
		fmt.Fprintf(w, "usage: %s\n", f.usage)
	}
	for hint := range strings.Lines(f.Hint) {
		fmt.Fprintf(w, "convo: hint: %s\n", Printable(strings.TrimSuffix(hint, "\n")))
	}
}

// LineText is the failure in one line, without its hint.
func (f *Failure) LineText() string {
	parts := []string{f.Position(), "", f.What}
	if f.Call != nil {
		parts[1] = f.Call.Callee.String()
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
	w.OptField("file", f.File)
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

// Printable replaces control characters, which must not reach a terminal: file
// names and keys come from outside.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2028 || r == 0x2029 {
			return '\uFFFD'
		}
		return r
	}, s)
}
