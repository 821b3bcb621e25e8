package findings

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/ansi"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// fault is a finding with its place and its rule.
type fault struct {
	file    string
	place   rawjson.Position // Line is 0 if it is about the whole file
	rule    *lint.Rule
	message string
	hint    string
	source  []byte // of the piece that it is in; nil: not there
	offset  int    // in source
}

// reporter writes what was found.
type reporter interface {
	begin()
	file(name string)
	finding(*fault)
	end() error
}

// sheet is where a report goes.
type sheet struct {
	*frame.Product
	style terminal.Style // of JSON
}

// sheetOf opens the file of -o, or stdout.
func sheetOf(p *frame.Program, output string) (sheet, error) {
	if output == "" {
		return sheet{p.StdoutProduct(), p.StyleOf(p.Stdout, "auto", false)}, nil
	}
	out, err := p.FileProduct(output)
	return sheet{out, terminal.Style{}}, err
}

// json writes JSON to the sheet.
func (s sheet) json() *rawjson.Writer {
	return rawjson.NewWriter(&terminal.Printer{Style: s.style, Out: s.Product})
}

// reporterNamed is the one of -t.
func reporterNamed(p *frame.Program, as string, source bool, out sheet) reporter {
	w := out.json()
	switch as {
	case "text":
		return &textReport{steady: steady{to: out}, source: source, verbose: p.Verbose}
	case "json":
		return &jsonReport{out: w}
	case "sarif":
		return &sarifReport{w: w}
	case "junit":
		return &junitReport{out: out}
	case "github":
		return newGithubReport(steady{to: out})
	}
	panic("commands: no report " + as)
}

// unframed is the part of a reporter that writes nothing but findings.
type unframed struct{}

func (unframed) begin() {}

func (unframed) file(string) {}

func (unframed) end() error { return nil }

// filterReport reports findings in stdin on stderr.
type filterReport struct {
	unframed
	p      *frame.Program
	strict bool // warnings fail, too
}

func (r *filterReport) finding(f *fault) {
	if f.rule.Severity == note.Info && !r.p.Verbose || f.rule.Severity != note.Error && r.p.Quiet {
		return
	}
	told := &frame.Failure{Code: frame.ExitInvalid, File: f.file, Place: f.place, What: f.text(), Hint: f.hint}
	if r.p.ErrorsAsJSON {
		told.What, told.Rule, told.Level = f.message, f.rule.ID, string(f.rule.Severity)
		if !fails(f.rule.Severity, r.strict) {
			told.Code = frame.ExitOK
		}
	}
	told.Report(r.p.Stderr, r.p.ErrorsAsJSON)
}

// fails reports whether findings of a severity fail the run.
func fails(s note.Severity, strict bool) bool {
	return s == note.Error || strict && s == note.Warning
}

// text is the finding without its place.
func (f *fault) text() string {
	return string(f.rule.Severity) + " " + f.rule.ID + ": " + f.message
}

// steady writes until the first error, and keeps that error for the end.
type steady struct {
	unframed
	to  io.Writer
	err error
}

func (s *steady) end() error { return s.err }

func (s *steady) Write(b []byte) (int, error) {
	if s.err == nil {
		_, s.err = s.to.Write(b)
	}
	return len(b), nil
}

// textReport is for people: one line per finding. It shows infos only with
// verbose.
type textReport struct {
	steady
	source, verbose bool
}

func (r *textReport) finding(f *fault) {
	if f.rule.Severity == note.Info && !r.verbose {
		return
	}
	line := frame.Position(f.file, rawjson.Position{Line: f.place.Line, Column: f.place.Column}) + ": " + f.text()
	if path := f.place.Path(); path != "" {
		line += " (" + frame.Shortened(path) + ")"
	}
	fmt.Fprintln(r, terminal.Printable(line))
	if r.source && f.source != nil && f.offset >= 0 {
		excerpt, caret := f.excerpt()
		fmt.Fprintf(r, "  %s\n  %s^\n", terminal.Printable(excerpt), strings.Repeat(" ", caret))
	}
	for hint := range strings.Lines(f.hint) {
		fmt.Fprintln(r, terminal.Printable("  hint: "+strings.TrimSuffix(hint, "\n")))
	}
}

// excerpt is the line of the finding, shortened, and the column of the finding
// in it, from 0.
func (f *fault) excerpt() (text string, caret int) {
	const before, after = 20, 50
	at := min(f.offset, len(f.source))
	begin := max(bytes.LastIndexByte(f.source[:at], '\n')+1, at-before)
	end := min(len(f.source), at+after)
	if n := bytes.IndexByte(f.source[at:end], '\n'); n >= 0 {
		end = at + n
	}
	head := strings.ToValidUTF8(string(f.source[begin:at]), "")
	return head + strings.TrimRight(strings.ToValidUTF8(string(f.source[at:end]), ""), "\r"), utf8.RuneCountInString(head)
}

// jsonReport is an array of findings.
type jsonReport struct {
	unframed
	out *rawjson.Writer
}

func (r *jsonReport) begin() { r.out.BeginArray() }

func (r *jsonReport) finding(f *fault) {
	r.out.BeginObject()
	r.out.Field("rule", f.rule.ID)
	r.out.Field("severity", string(f.rule.Severity))
	r.out.Field("file", f.file)
	if f.place.Line > 0 {
		r.out.Field("pointer", f.place.Pointer)
		r.out.IntField("line", int64(f.place.Line))
		r.out.IntField("column", int64(f.place.Column))
	}
	r.out.Field("message", f.message)
	r.out.OptField("hint", f.hint)
	r.out.EndObject()
}

func (r *jsonReport) end() error {
	r.out.EndArray()
	r.out.Text("\n")
	return r.out.Flush()
}

// githubReport is workflow commands, which GitHub shows as annotations.
type githubReport struct {
	steady
	data, property *strings.Replacer // escape what would end a command or a property
}

func newGithubReport(to steady) *githubReport {
	return &githubReport{
		to,
		strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A"),
		strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C"),
	}
}

func (r *githubReport) finding(f *fault) {
	level := "notice"
	switch f.rule.Severity {
	case note.Error, note.Warning:
		level = string(f.rule.Severity)
	}
	line := ""
	if f.place.Line > 0 {
		line = ",line=" + strconv.Itoa(f.place.Line) + ",col=" + strconv.Itoa(f.place.Column)
	}
	message := f.message
	if path := f.place.Path(); path != "" {
		message = path + ": " + message
	}
	fmt.Fprintf(r, "::%s file=%s%s,title=%s::%s\n", level, r.property.Replace(ansi.Escaped(f.file)), line, f.rule.ID, r.data.Replace(ansi.Escaped(message)))
}

// FindingsShape is the report of jsonReport.
func FindingsShape() *shape.Shape {
	text := shape.String()
	return shape.List(shape.Object(append(frame.PlaceShape(),
		shape.Must("rule", text).Says("Its id; convo help ID explains it."),
		shape.Must("severity", shape.Words(frame.Severities)),
		shape.Must("file", text),
		shape.Must("message", text),
		shape.May("pointer", text).Says("A JSON pointer into the file."),
		shape.May("hint", text),
	)...)).Named("findings", "What convo validate -t json finds.")
}
