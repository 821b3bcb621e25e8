package commands

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"maps"
	"os"
	"strings"
	"text/template"

	"convo/conv"
	"convo/conv/rawjson"
)

// each makes a conversation of each record of a file: the text of its message
// is what the template makes of the record.
type each struct {
	c        *conversion
	turn     *turn
	template *template.Template
	vars     map[string]any // of -V, which count before those of records
	records  string         // name of the file, - for stdin
}

// newEach checks that the command line says what to do for each record.
func (p *program) newEach(flags *flagReader, c *conversion, t *turn, to targets) (*each, error) {
	e := &each{c: c, turn: t, records: "-"}
	for _, s := range p.parsed.settings {
		if s.name == "vars" {
			e.records = s.value
		}
	}
	switch {
	case t.template == "":
		return nil, usageError("--each: name the template of the messages with -T FILE")
	case p.parsed.count("vars") > 1:
		return nil, usageError("--each: the records are in one FILE of --vars, or on stdin")
	case to.inPlace != "" || flags.IsSet("from") || flags.IsSet("stdin") || flags.IsSet("at") || flags.IsSet("undo") || t.resultOf != "":
		return nil, usageError("--each begins conversations: there is none to extend")
	case t.editor:
		return nil, usageError("--each: the template says it, and no editor")
	case e.records == "-" && flags.Bool("no-input"):
		return nil, usageError("-n forbids stdin, and the records are to come from there").withHint("--vars FILE names a file of them")
	case e.records == "-" && t.stdinNamed() > 0:
		return nil, usageError("stdin (-) can be read only once, and the records are there").withHint("--vars FILE names a file of them")
	case e.records == "-" && p.terminal(p.stdin):
		return nil, usageError("records are needed: pipe them in or name a FILE with --vars")
	}
	return e, nil
}

// prepare reads all but the records.
func (e *each) prepare() error {
	p, name := e.turn.p, e.turn.template
	source, err := textOf(name)
	if err != nil {
		return err
	}
	if e.template, err = newTemplate(source); err != nil {
		return templateFailure(name, err)
	}
	if e.vars, err = p.flagVariables(); err != nil {
		return err
	}
	e.turn.template = ""
	e.turn.message = true
	if err := e.turn.surround(); err != nil {
		return err
	}
	return e.turn.addFiles()
}

// run makes the conversations.
func (e *each) run() error {
	in, name := io.Reader(e.turn.p.stdinReader()), stdinName
	if e.records != "-" {
		f, err := os.Open(e.records)
		if err != nil {
			return missing(e.records, err)
		}
		defer f.Close()
		in, name = f, e.records
	}
	words, err := e.turn.words()
	if err != nil {
		return err
	}
	e.c.streamed = true
	for r, err := range recordsOf(in) {
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
		return templateFailure(e.turn.p.parsed.last("template"), err)
	}
	one := *e.turn
	one.text = strings.Join(append([]string{text.String()}, words...), "\n")
	if err := one.check(); err != nil {
		return err
	}
	native := conv.Native()
	notes := &conv.Notes{All: e.c.p.verbose}
	doc, err := one.extend(&conv.Conversation{}, notes)
	if err != nil {
		return err
	}
	if err := e.c.beginBlock(); err != nil {
		return err
	}
	w := rawjson.NewWriter(e.c.destination())
	err = e.c.conversation(doc, passage{from: &native, notes: notes}, w)
	e.c.log.add(located{}, notes.List())
	return errors.Join(w.Flush(), err)
}

// failed deals with a record of which nothing can be made, as --on-error says.
func (e *each) failed(name string, line int, err error) error {
	f := *asFailure(err)
	if f.code == exitUsage {
		f.code = exitInvalid // the record is at fault, not the command line
	}
	if f.file != "" {
		f.what = f.position() + ": " + f.what
	}
	if f.file != "" || f.place.Line == 0 {
		f.place = rawjson.Place{Line: line, Column: 1}
	}
	f.file = name
	if e.c.onError == "emit" {
		if err := e.c.beginBlock(); err != nil {
			return err
		}
		w := rawjson.NewWriter(e.c.destination())
		writeErrorObject(w, &f)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return e.c.failure(&f)
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
	switch {
	case err != nil && err != io.EOF:
		return func(yield func(record, error) bool) { yield(record{}, err) }
	case err == io.EOF:
		return func(yield func(record, error) bool) {
			yield(record{}, &failure{code: exitUnreadable, what: "there are no records: the input is empty"})
		}
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
		if c := head[n-1]; !isBlank(head[n-1 : n]) {
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
		return nil, located{block: v}.failure(err)
	}
	if kind != rawjson.Object {
		f := &failure{code: exitUnreadable, what: "a record is an object, and this is " + kind.String()}
		return nil, f.withHint("jq -c '.[]' makes lines of the elements of an array")
	}
	values := map[string]any{}
	return values, templateData(string(data), &values)
}

func csvRecords(in io.Reader) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		r := csv.NewReader(in)
		names, err := r.Read()
		if err != nil {
			yield(record{1, nil}, csvFailure(err))
			return
		}
		for i := range names {
			if names[i] = strings.TrimSpace(names[i]); names[i] == "" {
				yield(record{1, nil}, &failure{code: exitUnreadable, what: "a column without a name"})
				return
			}
		}
		for {
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

// csvFailure says why a record of CSV is none.
func csvFailure(err error) error {
	var broken *csv.ParseError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, csv.ErrFieldCount):
		return &failure{code: exitUnreadable, what: "not as many fields as the first line names"}
	case errors.As(err, &broken):
		return &failure{code: exitUnreadable, what: "not CSV: " + broken.Err.Error()}
	}
	return err
}
