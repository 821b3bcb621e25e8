package catalog

import (
	"cmp"
	"strings"
	"time"

	"convo/conv/rawjson"
)

// PriceList is the address of the price list of the project genai-prices
// (github.com/pydantic/genai-prices, MIT).
const PriceList = "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/new_data/v2/data_slim.json"

// NewPrices makes a table for [OpenPrices] from such a list or from a table. A
// table may have its own date and source. left are models that are left out.
// Errors are *rawjson.Error.
func NewPrices(text []byte, date, source string) (table []byte, left []string, err error) {
	c := rawjson.NewCursor(text)
	if c.Kind() == rawjson.Array {
		if text, left, err = ImportPrices(text, date, source); err != nil {
			return nil, nil, err
		}
	}
	p, err := ReadPrices(text)
	if err != nil {
		return nil, nil, err
	}
	if _, models := p.Size(); models == 0 {
		c.Fail(0, "no model has a price")
		return nil, nil, c.Err()
	}
	if p.Date != "" && p.Source != "" {
		return text, left, nil
	}
	return signed(text, cmp.Or(p.Date, date), cmp.Or(p.Source, source)), left, nil
}

// signed is a table with its date and source.
func signed(text []byte, date, source string) []byte {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("date", date)
	w.Field("source", source)
	c := rawjson.NewCursor(text)
	for key := range c.Fields {
		if value := c.Raw(); key != "date" && key != "source" {
			w.RawField(key, value)
		}
	}
	w.EndObject()
	return w.Bytes()
}

// ImportPrices turns such a list into a table for [ReadPrices]. left are the
// models, as VENDOR/MODEL, whose price or name the table cannot express: no
// price is better than a wrong one. Errors are *rawjson.Error.
func ImportPrices(list []byte, date, source string) (table []byte, left []string, err error) {
	x := &importing{Cursor: rawjson.NewCursor(list), to: rawjson.NewWriter(nil)}
	x.to.BeginObject()
	x.to.Field("date", date)
	x.to.Field("source", source)
	x.to.ObjectField("vendors")
	for range x.Elements {
		x.vendor()
	}
	x.to.EndObject()
	x.to.EndObject()
	if err := x.End(); err != nil {
		return nil, nil, err
	}
	return x.to.Bytes(), x.left, nil
}

// importing is the state of ImportPrices.
type importing struct {
	*rawjson.Cursor
	to   *rawjson.Writer
	left []string
}

// vendorName is the catalog's name of a vendor of the list.
func vendorName(id string) string {
	switch id {
	case "x-ai":
		return "xai"
	case "moonshotai":
		return "moonshot"
	case "azure":
		return "azure-openai"
	case "aws":
		return "bedrock"
	}
	return id
}

// vendor reads a vendor of the list and writes it to the table.
func (x *importing) vendor() {
	var names, owns, others []string
	id, at := "", x.Offset()
	var models []importedModel
	for key := range x.Fields {
		switch key {
		case "id":
			id = strings.Clone(x.Str())
		case "provider_match":
			names, _ = x.patterns()
		case "model_match":
			owns, _ = x.patterns()
		case "fallback_model_providers":
			for _, other := range texts(x.Cursor) {
				others = append(others, vendorName(other))
			}
		case "models":
			for range x.Elements {
				models = append(models, x.model())
			}
		}
	}
	if id == "" {
		x.Fail(at, "want a list of vendors, each with an id and models")
		return
	}
	name := vendorName(id)
	if name != id {
		names = append([]string{id}, names...)
	}
	switch id { // each list has models that the other lacks
	case "zai":
		others = append(others, "zhipuai")
	case "zhipuai":
		others = append(others, "zai")
	case "together": // huggingface.co/docs/inference-providers/pricing: the provider's own rates
		others = append(others, "huggingface_together")
	}
	x.to.ObjectField(name)
	x.writeTexts("names", names)
	x.writeTexts("owns", owns)
	x.writeTexts("others", others)
	x.to.ArrayField("models")
	for i := range models {
		x.writeModel(name, &models[i])
	}
	x.to.EndArray()
	x.to.EndObject()
}

func (x *importing) writeTexts(key string, all []string) {
	if len(all) == 0 {
		return
	}
	x.to.ArrayField(key)
	for _, s := range all {
		x.to.Str(s)
	}
	x.to.EndArray()
}

// importedModel is a model of the list.
type importedModel struct {
	id     string
	match  []string
	prices []importedPrice
	told   bool // the table can express all of it
}

// importedPrice is one price of a model, and when it applies.
type importedPrice struct {
	from, hours string
	rates       []rawjson.Member
}

func (x *importing) model() importedModel {
	m := importedModel{told: true}
	for key := range x.Fields {
		switch key {
		case "id":
			m.id = strings.Clone(x.Str())
		case "match":
			var ok bool
			m.match, ok = x.patterns()
			m.told = m.told && ok
		case "prices":
			if x.Kind() != rawjson.Array {
				var p importedPrice
				m.told = x.rates(&p) && m.told
				m.prices = append(m.prices, p)
				continue
			}
			for range x.Elements {
				var p importedPrice
				m.told = x.price(&p) && m.told
				m.prices = append(m.prices, p)
			}
		}
	}
	return m
}

// price reads {constraint, prices}.
func (x *importing) price(p *importedPrice) (ok bool) {
	ok = true
	for key := range x.Fields {
		switch key {
		case "prices":
			ok = x.rates(p) && ok
		case "constraint":
			ok = x.constraint(p) && ok
		default:
			ok = false
		}
	}
	return ok
}

// constraint reads {start_date} or {start_time, end_time}. Times are UTC.
func (x *importing) constraint(p *importedPrice) bool {
	var from, to string
	ok := true
	for key := range x.Fields {
		switch key {
		case "start_date":
			p.from = strings.Clone(x.Str())
		case "start_time":
			from = strings.Clone(x.Str())
		case "end_time":
			to = strings.Clone(x.Str())
		case "type":
		default:
			ok = false
		}
	}
	if _, err := time.Parse(time.DateOnly, p.from); p.from != "" && err != nil {
		return false
	}
	if from == "" && to == "" {
		return ok
	}
	a, ok1 := minuteOf(from)
	b, ok2 := minuteOf(to)
	p.hours = a + "-" + b
	return ok && ok1 && ok2
}

// minuteOf turns 16:30:00Z into 16:30.
func minuteOf(s string) (string, bool) {
	s, z := strings.CutSuffix(strings.Replace(s, "+00:00", "Z", 1), ":00Z")
	_, err := time.Parse("15:04", s)
	return s, z && err == nil && len(s) == len("16:30")
}

// complete reports whether the table can express what a model costs. A free
// model has no rates in the list, but its name ends with :free.
func (m *importedModel) complete() bool {
	if strings.HasSuffix(m.id, ":free") && len(m.prices) == 1 && m.prices[0].rates == nil {
		m.prices[0].rates = []rawjson.Member{{Key: "input", Value: "0"}, {Key: "output", Value: "0"}}
	}
	priced, sound := false, !strings.Contains(m.id, "-audio") // audio models need rates for audio, too
	for _, p := range m.prices {
		for _, r := range p.rates {
			priced = priced || r.Key == "input" || r.Key == "output"
			sound = sound || r.Key == "inputAudio"
		}
	}
	return m.told && priced && sound
}

// writeModel writes a model if the table can express it.
func (x *importing) writeModel(vendor string, m *importedModel) {
	if !m.complete() {
		x.left = append(x.left, vendor+"/"+m.id)
		return
	}
	x.to.BeginObject()
	x.to.Field("id", m.id)
	if len(m.match) != 1 || m.match[0] != m.id {
		x.writeTexts("match", m.match)
	}
	x.to.ArrayField("prices")
	for _, p := range m.prices {
		x.to.BeginObject()
		x.to.OptField("from", p.from)
		x.to.OptField("hours", p.hours)
		for _, r := range p.rates {
			x.to.RawField(r.Key, r.Value)
		}
		x.to.EndObject()
	}
	x.to.EndArray()
	x.to.EndObject()
}
