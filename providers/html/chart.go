package html

import (
	"strconv"
	"time"

	"convo/conv/view"
)

// maxBars is how many bars a chart may have: days, or months if there are more.
const maxBars = 92

// The size of a chart, in pixels.
const (
	chartWidth  = 736
	chartHeight = 96
)

// bar is what was taken in a day or a month.
type bar struct {
	when   string
	tokens int64
	sums   view.Sums
}

// chart draws the tokens by day, or by month if there are too many days.
func (w *indexWriter) chart() {
	unit, bars := "day", w.bars("2006-01-02")
	if bars == nil {
		unit, bars = "month", w.bars("2006-01")
	}
	most := int64(0)
	for _, b := range bars {
		most = max(most, b.tokens)
	}
	if len(bars) < 2 || most == 0 {
		return
	}
	step := float64(chartWidth) / float64(len(bars))
	w.Text(`<figure class="chart"><svg viewBox="0 0 ` + strconv.Itoa(chartWidth) + " " + strconv.Itoa(chartHeight) +
		`" role="img" aria-label="Tokens from ` + bars[0].when + " to " + bars[len(bars)-1].when + "\">\n")
	for i, b := range bars {
		height := float64(b.tokens) / float64(most) * chartHeight
		w.Text(`<rect x="` + decimal(float64(i)*step) + `" y="` + decimal(chartHeight-height) + `" width="` + decimal(min(step*0.8, 28)) +
			`" height="` + decimal(height) + `" rx="2"><title>` + b.when + ": " + view.Number(b.tokens) + " tokens")
		if cost := view.Cost(&b.sums.Usage); cost != "" {
			w.Text(", " + cost)
		}
		w.Text("</title></rect>\n")
	}
	w.Text("</svg><figcaption>Tokens by " + unit + ", " + bars[0].when + " to " + bars[len(bars)-1].when + "</figcaption></figure>\n")
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// bars are the sums by day or month in UTC, from the first to the last, with
// those between them of which there is nothing. They are nil if they are too many.
func (w *indexWriter) bars(layout string) []bar {
	sums := map[string]*bar{}
	var from, to int64
	for i := range w.pages {
		s := &w.entry(i).sums
		if view.Stamp(s.Updated) == "" || !s.Counted {
			continue
		}
		when := time.UnixMilli(s.Updated).UTC().Format(layout)
		if sums[when] == nil {
			sums[when] = &bar{when: when}
		}
		sums[when].sums.Add(s)
		sums[when].tokens += s.Usage.Input + s.Usage.Output + s.Usage.CacheRead + s.Usage.CacheWrite
		if from == 0 || s.Updated < from {
			from = s.Updated
		}
		to = max(to, s.Updated)
	}
	var bars []bar
	for day := time.UnixMilli(from).UTC().Truncate(24 * time.Hour); day.UnixMilli() <= to; day = day.AddDate(0, 0, 1) {
		when := day.Format(layout)
		switch b := sums[when]; {
		case len(bars) > 0 && bars[len(bars)-1].when == when:
		case len(bars) == maxBars:
			return nil
		case b == nil:
			bars = append(bars, bar{when: when})
		default:
			bars = append(bars, *b)
		}
	}
	return bars
}
