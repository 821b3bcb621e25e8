package turn

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"strings"
	"text/template"

	"convo/commands/internal/disk"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// each makes a conversation of each record of a file: the text of its message
// is what the template makes of the record.
type each struct {
	run      *pipe.Run
	turn     *turn
	template *template.Template
	vars     map[string]any // of -V, which count before those of records
	records  string         // name of the file, - for stdin
}

// newEach checks that the command line says what to do for each record.
func newEach(p *frame.Program, flags *frame.Flags, t *turn, to pipe.Targets) (*each, error) {
	e := &each{turn: t, records: cmp.Or(p.Parsed.Last("vars"), "-")}
	switch {
	case t.template == "":
		return nil, frame.UsageError("--each needs a template: add -T FILE")
	case p.Parsed.Count("vars") > 1:
		return nil, frame.UsageError("--each reads records from one --vars FILE or from stdin")
	case to.InPlace != "" || flags.IsSet("from") || flags.IsSet("stdin") || flags.IsSet("at") || flags.IsSet("undo") || t.resultOf != "":
		return nil, frame.UsageError("--each starts new conversations: it cannot extend one")
	case t.editor:
		return nil, frame.UsageError("--each takes its text from the template: remove -e")
	case e.records == "-" && flags.Bool("no-input"):
		return nil, frame.UsageError("--each reads records from stdin, but -n forbids it").WithHint("name a file of records with --vars FILE")
	case e.records == "-" && t.stdinNamed() > 0:
		return nil, frame.UsageError("stdin (-) can be read only once, and --each reads records from it").WithHint("name a file of records with --vars FILE")
	case e.records == "-" && p.Terminal(p.Stdin):
		return nil, frame.UsageError("no records: pipe them in or name a FILE with --vars")
	}
	return e, nil
}

// prepare reads all but the records.
func (e *each) prepare() error {
	var err error
	if e.template, err = readTemplate(e.turn.template); err != nil {
		return err
	}
	if e.vars, err = flagVariables(e.turn.p); err != nil {
		return err
	}
	e.turn.template = ""
	e.turn.message = true
	if err := e.turn.surround(); err != nil {
		return err
	}
	return e.turn.addFiles()
}

// all makes the conversations.
func (e *each) all() error {
	in, name := io.Reader(e.turn.p.StdinReader()), frame.StdinName
	if e.records != "-" {
		f, _, err := frame.OpenFile(e.records)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, e.records
	}
	words, err := e.turn.words()
	if err != nil {
		return err
	}
	for r, err := range recordsOf(disk.InUTF8(in)) {
		if err == nil {
			err = e.record(r, words)
		}
		if err == nil {
			continue
		}
		if err := e.failed(name, r.line, err); err != nil {
			return err
		}
	}
	return nil
}

// record makes the conversation of one record.
func (e *each) record(r record, words []string) error {
	vars := maps.Clone(r.values)
	withoutNulls(vars)
	maps.Copy(vars, e.vars)
	var text strings.Builder
	if err := e.template.Execute(&text, vars); err != nil {
		return templateFailure(e.turn.p.Parsed.Last("template"), err)
	}
	one := *e.turn
	one.text = strings.Join(append([]string{text.String()}, words...), "\n")
	if err := one.check(); err != nil {
		return err
	}
	notes := &note.Notes{All: e.run.Program.Verbose}
	doc, err := one.extend(&conv.Conversation{}, pipe.Context{Notes: notes})
	if err != nil {
		return err
	}
	return e.run.Make(doc, notes)
}

// failed deals with a record of which nothing can be made, as --on-error says.
func (e *each) failed(name string, line int, err error) error {
	f := *frame.AsFailure(err)
	if f.Code == frame.ExitUsage {
		f.Code = frame.ExitInvalid // the record is at fault, not the command line
	}
	if f.File != "" {
		f.What = f.Position() + ": " + f.What
	}
	if f.File != "" || f.Place.Line == 0 {
		f.Place = rawjson.Position{Line: line, Column: 1}
	}
	f.File = name
	return e.run.RecordFailure(&f)
}

// csvFailure says why a record of CSV is none.
func csvFailure(err error) error {
	var broken *csv.ParseError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, csv.ErrFieldCount):
		return &frame.Failure{Code: frame.ExitUnreadable, What: "the number of fields differs from that of the first line"}
	case errors.As(err, &broken):
		return &frame.Failure{Code: frame.ExitUnreadable, What: "not CSV: " + broken.Err.Error()}
	}
	return err
}

// record is one record of a file, and the line that it begins in.
type record struct {
	line   int
	values map[string]any
}

// recordsOf reads JSON Lines of objects or, if there is no object at the
// start, CSV whose first line names the columns.
func recordsOf(r io.Reader) iter.Seq2[record, error] {
	in := bufio.NewReaderSize(r, 64<<10)
	if mark, _ := in.Peek(3); string(mark) == "\uFEFF" {
		_, _ = in.Discard(3)
	}
	first, err := firstVisible(in)
	if err == io.EOF {
		err = &frame.Failure{Code: frame.ExitUnreadable, What: "no records: the input is empty"}
	}
	if err == nil && first == 0 {
		err = &frame.Failure{Code: frame.ExitUnreadable, What: "no records: the input begins with a zero byte"}
	}
	switch {
	case err != nil:
		return func(yield func(record, error) bool) { yield(record{}, err) }
	case first == '{' || first == '[':
		return jsonRecords(in)
	}
	return csvRecords(in)
}

// firstVisible is the first byte that is no white space; it is not taken.
func firstVisible(in *bufio.Reader) (byte, error) {
	for n := 1; n <= in.Size(); n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			return 0, err
		}
		if c := head[n-1]; !frame.IsBlank(head[n-1 : n]) {
			return c, nil
		}
	}
	return 0, io.EOF
}

func jsonRecords(in io.Reader) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		frames := rawjson.NewFrames(in, 0)
		for {
			b, err := frames.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(record{}, err)
				return
			}
			for v := range b.Values() {
				values, err := jsonRecord(v)
				if !yield(record{v.Line, values}, err) {
					return
				}
			}
		}
	}
}

// jsonRecord reads an object.
func jsonRecord(v rawjson.Block) (map[string]any, error) {
	data := bytes.TrimRight(v.Data, "\r\n")
	c := rawjson.NewCursor(data)
	kind := c.Kind()
	c.Skip()
	if err := c.End(); err != nil {
		return nil, frame.Piece{Block: v}.Failure(err)
	}
	if kind != rawjson.Object {
		f := &frame.Failure{Code: frame.ExitUnreadable, What: "a record is an object, not " + kind.String()}
		return nil, f.WithHint("for an array, write one element per line: jq -c '.[]'")
	}
	values := map[string]any{}
	return values, pipe.TemplateData(string(data), &values)
}

func csvRecords(in io.Reader) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		bound := &boundRecord{r: in}
		r := csv.NewReader(bound)
		names, err := r.Read()
		if err != nil {
			yield(record{1, nil}, csvFailure(err))
			return
		}
		for i := range names {
			if names[i] = strings.TrimSpace(names[i]); names[i] == "" {
				yield(record{1, nil}, &frame.Failure{Code: frame.ExitUnreadable, What: "a column has no name"})
				return
			}
		}
		for {
			bound.read = 0
			fields, err := r.Read()
			if err == io.EOF {
				return
			}
			line := 0
			if len(fields) > 0 {
				line, _ = r.FieldPos(0)
			}
			var broken *csv.ParseError
			if errors.As(err, &broken) {
				line = broken.StartLine
			}
			values := make(map[string]any, len(names))
			for i := range min(len(names), len(fields)) {
				values[names[i]] = fields[i]
			}
			wrong := err != nil && !errors.Is(err, csv.ErrFieldCount)
			if !yield(record{line, values}, csvFailure(err)) || wrong {
				return
			}
		}
	}
}

// boundRecord ends a record of CSV that is longer than any other file that a
// flag names may be.
type boundRecord struct {
	r    io.Reader
	read int64 // since the last record
}

func (b *boundRecord) Read(p []byte) (int, error) {
	if b.read > frame.MostOption {
		return 0, &frame.Failure{Code: frame.ExitUnreadable, What: fmt.Sprintf("a record of more than %d MiB", frame.MostOption>>20)}
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	return n, err
}
