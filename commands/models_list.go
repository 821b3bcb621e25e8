package commands

import (
	"fmt"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/catalog"
)

// modelRow is a line of the table: the model, its context, its longest answer,
// its reasoning efforts, and what it takes besides text.
const modelRow = "  %-22s %5s  %5s  %-12s  %s"

// table is the list as text.
func (l modelList) table() string {
	var b strings.Builder
	b.WriteString(l.askedText() + "\n\n")
	b.WriteString("  MODEL            CONTEXT MAX OUTPUT  REASONING     INPUT\n")
	for _, s := range l.shelves {
		b.WriteString("\n" + s.Name)
		frame.Fold(&b, l.where(s.Vendor), len(s.Name), 4)
		for i := range s.models {
			b.WriteString(abilities(&s.models[i]))
		}
		if s.AnyModel {
			b.WriteString(row("any model", "", "", "", ""))
		}
	}
	return b.String()
}

func row(cells ...any) string {
	return strings.TrimRight(fmt.Sprintf(modelRow, cells...), " ") + "\n"
}

// askedText shows the model that reply asks by default.
func (l modelList) askedText() string {
	switch model, variable := l.asked(); variable {
	case "":
		return "no model: set CONVO_MODEL, pass -m, or set a vendor's API key"
	case "CONVO_MODEL":
		return "reply asks " + terminal.Printable(model) + " by default (CONVO_MODEL)"
	default:
		return "reply asks " + model + " by default (" + variable + " is set)"
	}
}

// where shows the address of a vendor and the source of its key.
func (l modelList) where(v *catalog.Vendor) string {
	address, from := l.address(v)
	switch {
	case address == "":
		address = "no address: " + set(v.AddressVars(), "is not set", "are not set")
	case from != "":
		address = terminal.Printable(address) + " from " + from
	}
	_, variable := v.Key(l.getenv)
	switch {
	case variable != "":
		return address + "; the key is in " + variable
	case v.Local:
		return address + "; needs no key"
	}
	return address + "; no key: " + set(v.KeyVars, "is not set", "are not set")
}

// set reports something about one variable or several.
func set(names []string, one, several string) string {
	if len(names) == 1 {
		return names[0] + " " + one
	}
	return strings.Join(names, " and ") + " " + several
}

// abilities is the row of a model.
func abilities(m *catalog.Model) string {
	if m.Context == 0 {
		return row(m.ID, "?", "?", "?", "?")
	}
	reasoning := ""
	if efforts := strings.Fields(m.Efforts); len(efforts) > 0 {
		reasoning = efforts[0] + "-" + efforts[len(efforts)-1]
	} else if m.Reasoning {
		reasoning = "yes"
	}
	takes := named(blockNames, m.Input)
	if !m.Tools {
		takes = append(takes, "no tools")
	}
	return row(m.ID, tokenCount(m.Context), tokenCount(m.MaxOutput), reasoning, strings.Join(takes, " "))
}

// tokenCount is a number of tokens in short: 128k, 1.05M.
func tokenCount(n int) string {
	if n < 1000000 {
		return strconv.Itoa(n/1000) + "k"
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", float64(n)/1e6), "0"), ".") + "M"
}

// write writes the list as JSON.
func (l modelList) write(w *rawjson.Writer) {
	w.BeginObject()
	w.Key("reply")
	if model, variable := l.asked(); variable != "" {
		w.BeginObject()
		w.Field("model", model)
		w.Field("from", variable)
		w.EndObject()
	} else {
		w.Null()
	}
	w.ArrayField("vendors")
	for i := range l.shelves {
		l.writeVendor(w, &l.shelves[i])
	}
	w.EndArray()
	w.Field("pricesOf", l.prices.Public[0].Date)
	w.EndObject()
	w.Text("\n")
}

func (l modelList) writeVendor(w *rawjson.Writer, s *shelf) {
	w.BeginObject()
	w.Field("name", s.Name)
	w.Field("protocol", s.Protocol)
	address, from := l.address(s.Vendor)
	w.OptField("address", address)
	w.OptField("addressFrom", from)
	w.StringsField("addressVariables", s.AddressVars())
	w.StringsField("keyVariables", s.KeyVars)
	_, variable := s.Key(l.getenv)
	w.OptField("keyFrom", variable)
	w.BoolField("local", s.Local)
	w.BoolField("anyModel", s.AnyModel)
	w.ArrayField("models")
	for i := range s.models {
		l.writeModel(w, &s.models[i], s.Refuses)
	}
	w.EndArray()
	w.EndObject()
}

// writeModel writes a model. refused are the parameters that its vendor refuses
// for every model.
func (l modelList) writeModel(w *rawjson.Writer, m *catalog.Model, refused format.Params) {
	w.BeginObject()
	w.Field("id", m.ID)
	w.BoolField("tools", m.Tools)
	if m.Context > 0 {
		w.IntField("context", int64(m.Context))
		w.IntField("maxOutput", int64(m.MaxOutput))
		w.StringsField("input", named(blockNames, m.Input))
		w.BoolField("reasoning", m.Reasoning)
		w.StringsField("efforts", strings.Fields(m.Efforts))
	}
	w.StringsField("refuses", named(paramNames, m.Refuses|refused))
	l.writePrice(w, m)
	w.EndObject()
}

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
