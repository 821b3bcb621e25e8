package turn

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv/rawjson"
)

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
			yield(record{}, &frame.Failure{Code: frame.ExitUnreadable, What: "no records: the input is empty"})
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
		r := csv.NewReader(in)
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
