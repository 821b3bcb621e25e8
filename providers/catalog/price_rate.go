package catalog

import (
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// listedRates maps the rates of the list to their names in the table.
var listedRates = map[string]string{
	"input_mtok": "input", "output_mtok": "output", "cache_read_mtok": "cacheRead",
	"cache_write_mtok": "cacheWrite", "cache_write_1h_mtok": "cacheWrite1h",
	"input_audio_mtok": "inputAudio", "output_audio_mtok": "outputAudio",
	"cache_audio_read_mtok": "cacheReadAudio", "output_reasoning_mtok": "reasoning",
	"web_searches_kcount": "searches", "storage_searches_kcount": "fileSearches", "requests_kcount": "requests",
}

// uncountedRates are for things that answers do not report, or not yet.
const uncountedRates = " cache_image_read_mtok audio_hours input_audio_hours" +
	" input_document_kpages input_annotated_document_kpages output_citation_mtok input_text_messages_kcount "

// rates reads what a model costs. It returns false if the table lacks a rate.
func (x *importing) rates(p *importedPrice) (ok bool) {
	ok = true
	for key := range x.Fields {
		name := listedRates[key]
		if name == "" {
			ok = ok && strings.Contains(uncountedRates, " "+key+" ")
			x.Skip()
			continue
		}
		p.rates = append(p.rates, rawjson.Member{Key: name, Value: x.rate()})
	}
	return ok
}

// rate turns a number, or {base, tiers}, into a number or [base, start,
// price…].
func (x *importing) rate() rawjson.Raw {
	if x.Kind() != rawjson.Object {
		return x.amount()
	}
	at := x.Offset()
	var base rawjson.Raw
	tiers := rawjson.NewWriter(nil)
	for key := range x.Fields {
		switch key {
		case "base":
			base = x.amount()
		case "tiers":
			for range x.Elements {
				start, price := x.tier()
				tiers.Text("," + strconv.FormatInt(start, 10) + "," + string(price))
			}
		default:
			x.Skip()
		}
	}
	if base == "" {
		x.Fail(at, "want a rate with a base")
	}
	return "[" + base + rawjson.Raw(tiers.Bytes()) + "]"
}

// tier reads {start, price}.
func (x *importing) tier() (start int64, price rawjson.Raw) {
	at := x.Offset()
	for key := range x.Fields {
		switch key {
		case "start":
			start = x.Int()
		case "price":
			price = x.amount()
		default:
			x.Skip()
		}
	}
	if price == "" {
		x.Fail(at, "want a step with a price")
	}
	return start, price
}

// amount reads a number of dollars and keeps its spelling.
func (x *importing) amount() rawjson.Raw {
	at := x.Offset()
	dollars(x.Cursor)
	x.Rewind(at)
	return rawjson.Raw(strings.Clone(string(x.Number())))
}
