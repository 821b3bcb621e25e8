package meter

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/commands/internal/terminal"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/conv/view"
)

// costColumns are the names of a row's cells, as csv and json have them.
var costColumns = []string{"answers", "input", "cacheRead", "cacheWrite", "output", "reasoning", "tokens", "usd", "recordedUsd", "unknown"}

// cells are the values of a row, in the order of costColumns.
func (t *tally) cells() []rawjson.Number {
	u := &t.usage
	all := []rawjson.Number{}
	for _, n := range []int64{int64(t.answers), u.Input, u.CacheRead, u.CacheWrite, u.Output, u.Reasoning, u.AllTokens()} {
		all = append(all, rawjson.NumberOf(n))
	}
	return append(all, rawjson.NumberOfNano(t.nano), rawjson.NumberOfNano(t.recorded), rawjson.NumberOf(int64(t.unknown)))
}

// print prints the report that was asked for.
func (m *metering) print(out *frame.Product) error {
	if m.by == "day" {
		slices.SortStableFunc(m.meter.rows, func(a, b *tally) int { return strings.Compare(a.key, b.key) })
	}
	if m.chart != nil {
		return m.writeChart(out)
	}
	switch m.form {
	case "", "table":
		_, err := io.WriteString(out, m.table())
		return err
	case "github":
		_, err := io.WriteString(out, m.markdown())
		return err
	case "csv":
		return m.writeCSV(out)
	case "json":
		style := terminal.Style{}
		if !m.toFile {
			style = m.p.StyleOf(m.p.Stdout, m.color, m.compact)
		}
		w := rawjson.NewWriter(&terminal.Printer{Style: style, Out: out})
		m.write(w)
		return w.Flush()
	}
	panic("commands: no report " + m.form)
}

// lines are the rows for people, with a head and a sum. A column that has
// nothing in it is left out.
func (m *metering) lines() [][]string {
	head := []string{m.by, "answers", "input", "cache read", "cache write", "output", "usd"}
	all := [][]string{head}
	for _, t := range append(slices.Clone(m.meter.rows), &m.meter.total) {
		u := &t.usage
		line := []string{terminal.Printable(t.key)}
		for _, n := range []int64{int64(t.answers), u.Input, u.CacheRead, u.CacheWrite, u.Output} {
			line = append(line, view.Number(n))
		}
		all = append(all, append(line, t.money()))
	}
	all[len(all)-1][0] = "total"
	for i := len(head) - 2; i > 0; i-- {
		if !slices.ContainsFunc(all[1:], func(line []string) bool { return line[i] != "0" }) {
			for j := range all {
				all[j] = slices.Delete(all[j], i, i+1)
			}
		}
	}
	return all
}

// money is what a row came to, with what is not sure about it.
func (t *tally) money() string {
	s := prices.Amount(t.nano)
	if t.differ {
		s += " (recorded " + prices.Amount(t.instead) + ")"
	}
	if t.unknown > 0 {
		s += fmt.Sprintf(" + %d unknown", t.unknown)
	}
	return s
}

func (m *metering) table() string {
	lines := m.lines()
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for n, line := range lines {
		if n == 0 {
			for i := range line {
				line[i] = strings.ToUpper(line[i])
			}
		}
		for i, cell := range line {
			pad := strings.Repeat(" ", widths[i]-len([]rune(cell)))
			switch {
			case i == 0:
				b.WriteString(cell + pad)
			case i == len(line)-1:
				b.WriteString("  " + cell)
			default:
				b.WriteString("  " + pad + cell)
			}
		}
		b.WriteByte('\n')
	}
	for _, s := range m.remarks() {
		b.WriteString(terminal.Printable(s) + "\n")
	}
	return b.String()
}

// remarks are what has to be known of the sums.
func (m *metering) remarks() []string {
	all := []string{m.kind() + ", in US dollars, at prices of " + m.prices.Public[0].Date}
	if m.prices.Private != nil {
		all[0] += " and --prices"
	}
	if m.estimate != nil && m.estimate.tokenizer != "" {
		all[0] += ", texts counted as by " + m.estimate.tokenizer
	}
	if m.prices.AsOf != nil {
		all[0] += ", as of " + m.prices.AsOf.Format(time.DateOnly)
	}
	all = append(all, m.answerText()...)
	for _, b := range m.limits.broken(&m.meter.total) {
		all = append(all, fmt.Sprintf("over --%s %s by %s", b.flag, b.limit, b.above))
	}
	if len(m.meter.unsure) > 0 {
		all = append(all, "unknown costs: "+m.meter.doubtText())
	}
	if m.failed > 0 {
		all = append(all, m.failedText())
	}
	return all
}

// markdown is the report as a summary of a step of GitHub's workflows, to be
// appended to what is in $GITHUB_STEP_SUMMARY already: so it begins with a
// heading.
func (m *metering) markdown() string {
	var b strings.Builder
	b.WriteString("### Cost by " + m.by + "\n\n")
	escape := strings.NewReplacer("|", `\|`, "$", `\$`, "<", "&lt;", "\n", " ")
	for n, line := range m.lines() {
		for i, cell := range line {
			b.WriteString("| " + escape.Replace(cell) + " ")
			if i == len(line)-1 {
				b.WriteString("|\n")
			}
		}
		if n == 0 {
			b.WriteString("| --- " + strings.Repeat("| ---: ", len(line)-1) + "|\n")
		}
	}
	for _, s := range m.remarks() {
		b.WriteString("\n" + escape.Replace(terminal.Printable(s)) + "\n")
	}
	return b.String()
}

func (m *metering) writeCSV(out io.Writer) error {
	w := csv.NewWriter(out)
	_ = w.Write(append([]string{m.by}, costColumns...))
	for _, t := range m.meter.rows {
		line := []string{t.key}
		for _, n := range t.cells() {
			line = append(line, string(n))
		}
		_ = w.Write(line)
	}
	w.Flush()
	return w.Error()
}

// write writes the report for programs.
func (m *metering) write(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("kind", m.kind())
	if m.estimate != nil {
		w.OptField("tokenizer", m.estimate.tokenizer)
		if said := m.answerText(); len(said) > 0 {
			w.StringsField("answerLength", said)
		}
	}
	w.ObjectField("prices")
	w.Field("date", m.prices.Public[0].Date)
	w.Field("source", m.prices.Public[0].Source)
	if m.prices.AsOf != nil {
		w.Field("asOf", m.prices.AsOf.Format(time.DateOnly))
	}
	w.EndObject()
	w.Field("by", m.by)
	w.ArrayField("rows")
	for _, t := range m.meter.rows {
		t.write(w, m.by)
	}
	w.EndArray()
	w.Key("total")
	m.meter.total.write(w, "")
	w.ArrayField("over")
	for _, b := range m.limits.broken(&m.meter.total) {
		w.BeginObject()
		w.Field("limit", b.flag)
		w.Field("at", b.limit)
		w.Field("is", b.is)
		w.Field("by", b.above)
		w.EndObject()
	}
	w.EndArray()
	w.ArrayField("notKnown")
	for _, d := range m.meter.unsure {
		w.BeginObject()
		w.Field("why", d.why)
		w.IntField("answers", int64(d.count))
		w.EndObject()
	}
	w.EndArray()
	w.OptInt("failed", int64(m.failed))
	w.EndObject()
	w.Text("\n")
}

func (t *tally) write(w *rawjson.Writer, by string) {
	w.BeginObject()
	if by != "" {
		w.Field(by, t.key)
	}
	for i, n := range t.cells() {
		w.OptNumber(costColumns[i], n)
	}
	w.EndObject()
}

// tellSum says on stderr, in a line, what it came to.
func (m *metering) tellSum() {
	t := &m.meter.total
	m.p.Note("%s: $%s, %s tokens, %s", m.kind(), t.money(), view.Number(t.usage.AllTokens()), frame.Plural(t.answers, "answer"))
	for _, s := range m.answerText() {
		m.p.Note("%s", s)
	}
	if m.unknown == "warn" && len(m.meter.unsure) > 0 {
		m.p.Note("unknown costs: %s", m.meter.doubtText())
	}
}

// CostsShape is the report of metering.
func CostsShape() *shape.Shape {
	text := shape.String()
	var sums []*shape.Member
	for _, name := range costColumns {
		sums = append(sums, shape.Must(name, shape.Number()))
	}
	keys := []*shape.Member{shape.May("model", text), shape.May("turn", text), shape.May("file", text), shape.May("day", text)}
	return shape.Object(
		shape.Must("kind", text).Says("Measured or estimated."),
		shape.May("tokenizer", text),
		shape.May("answerLength", shape.List(text)).Says("How long the answers of an estimate are taken to be, and why."),
		shape.Must("prices", shape.Object(
			shape.Must("date", text),
			shape.Must("source", text),
			shape.May("asOf", text),
		)),
		shape.Must("by", shape.Words("model turn file day")),
		shape.Must("rows", shape.List(shape.Object(append(sums, keys...)...).OneOf("model", "turn", "file", "day"))),
		shape.Must("total", shape.Object(sums...)),
		shape.Must("over", shape.List(shape.Object(
			shape.Must("limit", text).Says("The flag."),
			shape.Must("at", text),
			shape.Must("is", text),
			shape.Must("by", text).Says("How much is over the limit."),
		))),
		shape.Must("notKnown", shape.List(shape.Object(
			shape.Must("why", text),
			shape.Must("answers", frame.Count()),
		))),
		shape.May("failed", frame.Count()).Says("Conversations that failed and are not counted."),
	).Named("costs", "What convo cost -t json sums up.")
}
