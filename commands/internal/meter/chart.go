package meter

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/commands/internal/terminal"
	"convo/conv/view"
)

// The most days that a chart has; of more, its rows are months. The columns of its
// longest bar where there is no terminal.
const (
	mostDays = 62
	usualBar = 40
)

// mark is what a model's part of a bar is made of.
type mark struct{ block, plain, color string }

// marks are those of the models that cost most; the last is that of all others.
var marks = []mark{{"█", "#", "36"}, {"▓", "=", "33"}, {"▒", "+", "35"}, {"░", "-", "32"}, {"·", ".", "2"}}

// chart is the report of --chart: a bar for each day, of parts for each model.
type chart struct {
	days   map[string]*meter // their rows are models
	models meter
	tokens bool // no cost is known: bars are tokens
}

// add adds an answer of a day, "" if nobody knows it. A day of no calendar is none.
func (c *chart) add(day, model string, sum addend) {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		day = ""
	}
	of := c.days[day]
	if of == nil {
		of = &meter{}
		c.days[strings.Clone(day)] = of
	}
	of.add(model, sum)
	c.models.add(model, sum)
}

// size is what a bar shows of a sum.
func (c *chart) size(t *tally) int64 {
	if c.tokens {
		return t.usage.AllTokens()
	}
	return t.nano
}

// said is that size in words.
func (c *chart) said(t *tally) string {
	if c.tokens {
		return view.Number(t.usage.AllTokens()) + " tokens"
	}
	said := prices.Rounded(t.nano)
	if t.unknown > 0 {
		said += " + " + frame.Plural(t.unknown, "answer") + " of unknown cost"
	}
	return said
}

// rows are the days from the first to the last, with those between them, or the
// months of many days. Answers without a date are the last row.
func (c *chart) rows() []string {
	var dated []string
	for day := range c.days {
		if day != "" {
			dated = append(dated, day)
		}
	}
	slices.Sort(dated)
	var rows []string
	if len(dated) > 0 {
		first, _ := time.Parse(time.DateOnly, dated[0])
		last, _ := time.Parse(time.DateOnly, dated[len(dated)-1])
		if last.Sub(first) > mostDays*24*time.Hour {
			rows = c.byMonth(dated)
		} else {
			for ; !first.After(last); first = first.AddDate(0, 0, 1) {
				rows = append(rows, first.Format(time.DateOnly))
			}
		}
	}
	if c.days[""] != nil {
		rows = append(rows, "")
	}
	return rows
}

// byMonth makes months of days, and returns those with answers.
func (c *chart) byMonth(days []string) (months []string) {
	for _, day := range days {
		month, of := day[:len("2006-01")], c.days[day]
		delete(c.days, day)
		into := c.days[month]
		if into == nil {
			into = &meter{}
			c.days[month] = into
			months = append(months, month)
		}
		for _, t := range of.rows {
			into.row(t.key).merge(t)
		}
		into.total.merge(&of.total)
	}
	return months
}

// text draws the chart, with bars of at most a number of columns.
func (c *chart) text(width int, style func(code, text string) string) string {
	c.tokens = c.models.total.nano == 0
	models := slices.Clone(c.models.rows)
	slices.SortStableFunc(models, func(a, b *tally) int { return cmp.Compare(c.size(b), c.size(a)) })
	rows, most, label := c.rows(), int64(1), len(time.DateOnly)
	for _, row := range rows {
		if of := c.days[row]; of != nil {
			most = max(most, c.size(&of.total))
		}
	}
	columns := usualBar
	if width > 0 {
		columns = max(8, min(60, width-label-len("  $1234.56  ")))
	}
	var b strings.Builder
	for _, row := range rows {
		of, name := c.days[row], cmp.Or(row, "no date")
		if of == nil {
			b.WriteString(name + "\n")
			continue
		}
		b.WriteString(name + strings.Repeat(" ", label-len(name)) + "  ")
		b.WriteString(c.bar(of, models, most, columns, width > 0, style))
		b.WriteString("  " + c.said(&of.total) + "\n")
	}
	b.WriteByte('\n')
	for i, t := range models {
		m := markOf(i)
		b.WriteString(style(m.color, m.text(width > 0)) + " " + terminal.Printable(t.key) + "  " + c.said(t) + "\n")
	}
	return b.String()
}

// bar is the parts of a day, each rounded so that their sum is not.
func (c *chart) bar(of *meter, models []*tally, most int64, columns int, blocks bool, style func(code, text string) string) string {
	var b strings.Builder
	sum, drawn := int64(0), 0
	for i, t := range models {
		part := of.index[t.key]
		if part == nil {
			continue
		}
		sum += c.size(part)
		end := int(float64(sum)/float64(most)*float64(columns) + 0.5)
		if n := end - drawn; n > 0 {
			m := markOf(i)
			b.WriteString(style(m.color, strings.Repeat(m.text(blocks), n)))
			drawn = end
		}
	}
	return b.String() + strings.Repeat(" ", max(0, columns-drawn))
}

func markOf(i int) mark { return marks[min(i, len(marks)-1)] }

func (m mark) text(blocks bool) string {
	if blocks {
		return m.block
	}
	return m.plain
}

// writeChart prints the chart and the remarks on its sums.
func (m *metering) writeChart(out *frame.Product) error {
	style := func(_, text string) string { return text }
	if m.p.Colored(m.p.Stdout.Terminal, m.color) && !m.toFile {
		style = func(code, text string) string { return "\x1b[" + code + "m" + text + "\x1b[0m" }
	}
	width := m.p.Width()
	if m.toFile {
		width = 0
	}
	text := m.chart.text(width, style)
	for _, s := range m.remarks() {
		text += terminal.Printable(s) + "\n"
	}
	return terminal.Paint(out, text)
}
