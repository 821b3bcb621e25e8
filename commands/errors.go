package commands

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

// failure is an error as people and scripts are told of it: one line with
// the place first, a hint below it, and the exit code it leads to.
type failure struct {
	code  exitCode
	file  string        // as the user named it; "" if it is about none
	place rawjson.Place // in the file; Line is 0 if it is about all of it
	what  string
	hint  string
	usage string     // synopsis of the command that was misused
	call  *callFacts // nil: it is about no call of a model
}

func (f *failure) Error() string {
	return strings.TrimSuffix(f.position()+": "+f.what, ": ")
}

// position is FILE:line:col: path, as far as it is known.
func (f *failure) position() string {
	return position(f.file, f.place)
}

func position(file string, at rawjson.Place) string {
	var b strings.Builder
	b.WriteString(file)
	if at.Line > 0 {
		b.WriteString(":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column))
	}
	if path := at.Path(); path != "" {
		b.WriteString(": " + shortened(path))
	}
	return strings.TrimPrefix(b.String(), ": ")
}

// shortened is a path with its middle left out if it is very long.
func shortened(path string) string {
	const side = 60
	if len(path) <= 2*side {
		return path
	}
	return strings.ToValidUTF8(path[:side], "") + "…" + strings.ToValidUTF8(path[len(path)-side:], "")
}

// usageError is a failure of the command line.
//
//go:noinline
func usageError(format string, args ...any) *failure {
	return &failure{code: exitUsage, what: fmt.Sprintf(format, args...)}
}

// withHint adds the second line.
func (f *failure) withHint(format string, args ...any) *failure {
	f.hint = fmt.Sprintf(format, args...)
	return f
}

// asFailure makes a failure of any error; one that carries no code is exitOther.
func asFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return fileFailure(exitOther, streamName(path.Path), err)
	}
	f = &failure{code: exitOther, what: err.Error()}
	var hinter interface{ Hint() string }
	if errors.As(err, &hinter) {
		f.hint = hinter.Hint()
	}
	return f
}

// streamName is how messages call a file that the system gave a name.
func streamName(path string) string {
	switch path {
	case os.Stdout.Name():
		return "<stdout>"
	case os.Stdin.Name():
		return stdinName
	}
	return path
}

// fileFailure is a failure of the system about a file that the user named.
func fileFailure(code exitCode, name string, err error) *failure {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &failure{code: code, file: name, what: err.Error()}
}

// report prints a failure to w in the chosen way.
func (f *failure) report(w io.Writer, asJSON bool) {
	if asJSON {
		out := rawjson.NewWriter(nil)
		f.writeJSON(out)
		out.Text("\n")
		_, _ = w.Write(out.Bytes())
		return
	}
	if f.what != "" {
		fmt.Fprintf(w, "convo: %s\n", printable(f.lineText()))
	}
	if f.usage != "" {
		fmt.Fprintf(w, "usage: %s\n", f.usage)
	}
	for hint := range strings.Lines(f.hint) {
		fmt.Fprintf(w, "convo: hint: %s\n", printable(strings.TrimSuffix(hint, "\n")))
	}
}

func (f *failure) lineText() string {
	parts := []string{f.position(), "", f.what}
	if f.call != nil {
		parts[1] = f.call.callee.String()
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}

// writeJSON writes the failure as the object of --errors json.
func (f *failure) writeJSON(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("code", f.code.String())
	w.Key("exit")
	w.Int(int64(f.code))
	w.Key("retryable")
	w.Bool(f.code.retryable())
	f.call.writeJSON(w)
	w.OptField("file", f.file)
	if f.place.Line > 0 {
		w.Key("line")
		w.Int(int64(f.place.Line))
		w.Key("column")
		w.Int(int64(f.place.Column))
	}
	w.OptField("path", f.place.Path())
	w.Field("message", f.what)
	w.OptField("hint", f.hint)
	w.EndObject()
}

// writeErrorObject writes a line that stands in the place of a conversation.
func writeErrorObject(w *rawjson.Writer, f *failure) {
	w.BeginObject()
	w.Key("error")
	f.writeJSON(w)
	w.EndObject()
	w.Text("\n")
}

// printable replaces what must not reach a terminal: names of files and keys
// come from outside.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2028 || r == 0x2029 {
			return '\uFFFD'
		}
		return r
	}, s)
}
