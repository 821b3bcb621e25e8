package commands

import (
	"fmt"
	"strings"

	"convo/conv/rawjson"
	"convo/providers/catalog"
)

// priceRow is a line of the table of prices: the model, what goes in, comes
// out, is read from a cache, written to it for minutes and for an hour, and
// since when.
const priceRow = "  %-30s %7s %7s %7s %7s %7s  %s"

// priceTable is the list of prices for people.
func (l modelList) priceTable() string {
	var b strings.Builder
	table := l.prices.Public[0]
	fmt.Fprintf(&b, "US dollars per million tokens; prices of %s from %s\n\n", table.Date, table.Source)
	line := func(cells ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(priceRow, cells...), " ") + "\n")
	}
	line("MODEL", "INPUT", "OUTPUT", "CACHED", "WRITE", "1 HOUR", "SINCE")
	for _, s := range l.shelves {
		b.WriteString("\n" + s.Name + "\n")
		for i := range s.models {
			rates := l.rates(s.Name, s.models[i].ID)
			if rates == nil {
				line(s.models[i].ID, "?", "?", "", "", "", "")
				continue
			}
			for _, d := range rates.Dollars() {
				name := s.models[i].ID
				if d.Above > 0 {
					name = "  above " + tokenCount(int(d.Above))
				}
				line(name, d.Input, d.Output, d.CacheRead, d.CacheWrite, d.CacheWrite1h, rates.From)
			}
		}
	}
	return b.String()
}

// rates are the prices of a model now, nil if they are not known.
func (l *modelList) rates(vendor, model string) *catalog.Rates {
	price := l.prices.Find(vendor, model)
	if price == nil || price.Free {
		return nil
	}
	return price.At(l.prices.When(0))
}

// writePrice writes the field with the prices of a model, if they are known.
func (l *modelList) writePrice(w *rawjson.Writer, m *catalog.Model) {
	rates := l.rates(m.Vendor, m.ID)
	if rates == nil {
		return
	}
	w.ArrayField("prices")
	for _, d := range rates.Dollars() {
		w.BeginObject()
		w.OptField("since", rates.From)
		w.OptInt("above", d.Above)
		w.OptNumber("input", d.Input)
		w.OptNumber("output", d.Output)
		w.OptNumber("cacheRead", d.CacheRead)
		w.OptNumber("cacheWrite", d.CacheWrite)
		w.OptNumber("cacheWrite1h", d.CacheWrite1h)
		w.OptNumber("inputAudio", d.Audio)
		w.EndObject()
	}
	w.EndArray()
}
