package alpaca

import (
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// row is the JSON of a row.
type row struct {
	conv.Node
	instruction, input string
	system             string
	output             *string // nil: nothing answers
	history            [][2]string
}

type decoder struct{ record.Reader }

// rows describes a row. The answers of a preference are residue.
var rows = record.New[*decoder](own, "row", func(r *row) *conv.Node { return &r.Node }).
	Text("instruction", func(r *row) *string { return &r.instruction }).Needed("a row without an instruction").
	OptStr("input", func(r *row) *string { return &r.input }).
	Field("output", (*decoder).output, writeOutput).
	OptStr("system", func(r *row) *string { return &r.system }).
	Field("history", (*decoder).history, writeHistory).
	KnownAll(nil, "id", "images", "tools", "chosen", "rejected", "label", "kto_tag", "source", "category")

func (d *decoder) output(r *row) {
	r.output = nil
	if !d.IsNull() {
		text := d.Str()
		r.output = &text
	}
}

func writeOutput(w *rawjson.Writer, r *row) bool {
	if r.output == nil {
		return false
	}
	w.Field("output", *r.output)
	return true
}

// history reads pairs of a question and its answer.
func (d *decoder) history(r *row) {
	own.Forget(&r.Node, "history")
	if r.history = nil; d.IsNull() {
		return
	}
	for range d.Elements {
		at, n := d.Offset(), 0
		var pair [2]string
		for i := range d.Elements {
			if n++; i < len(pair) {
				pair[i] = d.Str()
			}
		}
		if n != len(pair) {
			d.Fail(at, "want a question and its answer, got %d texts", n)
		}
		r.history = append(r.history, pair)
	}
	if r.history == nil {
		own.SetHint(&r.Node, "history", "[]")
	}
}

func writeHistory(w *rawjson.Writer, r *row) bool {
	if len(r.history) == 0 {
		w.OptRaw("history", own.Hint(&r.Node, "history"))
		return true
	}
	w.Key("history")
	w.BeginArray()
	for _, pair := range r.history {
		w.BeginArray()
		w.Str(pair[0])
		w.Str(pair[1])
		w.EndArray()
	}
	w.EndArray()
	return true
}

// decode reads a row, or a list of rows.
func decode(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{record.NewReader(own, data, notes)}
	return d.Rows(func() *conv.Conversation {
		var r row
		rows.Read(d, &r)
		return conversation(&r)
	})
}

// write writes a row.
func write(w *rawjson.Writer, c *conv.Conversation) { rows.Write(w, rowOf(c)) }
