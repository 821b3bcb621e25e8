package alpaca

import (
	"iter"
	"sync"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
)

// row is the JSON of a row.
type row struct {
	conv.Node
	instruction, input, output, system string
	history                            [][2]string
	chosen, rejected                   conv.Raw
	others                             [len(others)]conv.Raw
}

// others are the names that other data sets have for the columns: Dolly, OpenOrca,
// HelpSteer and sets of questions and answers.
var others = [...]struct{ name, column string }{
	{"question", "instruction"},
	{"query", "instruction"},
	{"prompt", "instruction"},
	{"context", "input"},
	{"response", "output"},
	{"answer", "output"},
	{"system_prompt", "system"},
}

// otherName is the name that a row had for a column, "" if it is ours.
func otherName(n *conv.Node, column string) string {
	for _, o := range others {
		if o.column == column && own.Hint(n, o.name) != "" {
			return o.name
		}
	}
	return ""
}

// column is the text of a column.
func (r *row) column(name string) *string {
	switch name {
	case "instruction":
		return &r.instruction
	case "input":
		return &r.input
	case "output":
		return &r.output
	}
	return &r.system
}

type decoder struct{ record.Plain }

var (
	described *record.Record[*decoder, *row]
	describe  sync.Once
)

// rows describes a row.
func rows() *record.Record[*decoder, *row] {
	describe.Do(func() {
		described = record.New[*decoder](own, "row", func(r *row) *conv.Node { return &r.Node })
		record.Str(described, "instruction", func(r *row) *string { return &r.instruction })
		record.Usual(described, func(r *row) bool { return r.instruction == "" })
		record.Str(described, "input", func(r *row) *string { return &r.input })
		record.Usual(described, func(r *row) bool { return r.input == "" })
		record.Field(described, "output", (*decoder).output, writeOutput)
		record.Usual(described, func(r *row) bool { return r.output == "" })
		record.OptStr(described, "system", func(r *row) *string { return &r.system })
		record.Field(described, "history", (*decoder).history, writeHistory)
		record.KnownAll(described, nil, "id", "images", "tools", "source", "category")
		record.OptRaw(described, "chosen", func(r *row) *conv.Raw { return &r.chosen })
		record.OptRaw(described, "rejected", func(r *row) *conv.Raw { return &r.rejected })
		for i, o := range others {
			record.OptRaw(described, o.name, func(r *row) *conv.Raw { return &r.others[i] })
		}
		record.Aside(described, training.ReadLabel, training.WriteLabel, training.LabelKeys...)
	})
	return described
}

// output reads an answer. In old preferences it is a list of answers, residue.
func (d *decoder) output(r *row) {
	if d.In.Kind() == rawjson.Array {
		d.In.Known(&r.Node, "output")
		own.SetHint(&r.Node, "-output", "true")
		return
	}
	own.Drop(&r.Node, "output")
	r.output = d.In.Str()
}

func writeOutput(w *rawjson.Writer, r *row) {
	w.Field("output", r.output)
}

// history reads pairs of a question and its answer.
func (d *decoder) history(r *row) {
	own.Reread(&r.Node, "history")
	if r.history = nil; d.In.IsNull() {
		return
	}
	for range d.In.Elements {
		at, n := d.In.Offset(), 0
		var pair [2]string
		for i := range d.In.Elements {
			if n++; i < len(pair) {
				pair[i] = d.In.Str()
			}
		}
		if n != len(pair) {
			d.In.Fail(at, "want 2 texts, a question and its answer, got %d", n)
		}
		r.history = append(r.history, pair)
	}
	if r.history == nil {
		own.SetHint(&r.Node, "history", "[]")
	}
}

func writeHistory(w *rawjson.Writer, r *row) {
	if len(r.history) == 0 {
		w.OptRaw("history", own.Hint(&r.Node, "history"))
		return
	}
	w.ArrayField("history")
	for _, p := range r.history {
		w.BeginArray()
		w.Str(p[0])
		w.Str(p[1])
		w.EndArray()
	}
	w.EndArray()
}

// decode reads a row, or a list of rows.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{record.NewPlain(own, data, notes)}
	return d.In.Rows(func() *conv.Conversation {
		var r row
		at := d.In.Offset()
		record.Read(rows(), d, &r)
		r.rename()
		if own.Hint(&r.Node, "-instruction") != "" && otherName(&r.Node, "instruction") == "" && r.input == "" {
			d.In.Fail(at, "a row without an instruction")
		}
		return conversation(&r)
	})
}

// write writes a row.
func write(w *rawjson.Writer, c *conv.Conversation) { record.Write(rows(), w, rowOf(c)) }
