package catalog

import (
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// listedRate is the name in the table of a rate of the list, "" if it has none.
func listedRate(key string) string {
	switch key {
	case "input_mtok":
		return "input"
	case "output_mtok":
		return "output"
	case "cache_read_mtok":
		return "cacheRead"
	case "cache_write_mtok":
		return "cacheWrite"
	case "cache_write_1h_mtok":
		return "cacheWrite1h"
	case "input_audio_mtok":
		return "inputAudio"
	case "output_audio_mtok":
		return "outputAudio"
	case "cache_audio_read_mtok":
		return "cacheReadAudio"
	case "output_reasoning_mtok":
		return "reasoning"
	case "web_searches_kcount":
		return "searches"
	case "storage_searches_kcount":
		return "fileSearches"
	case "requests_kcount":
		return "requests"
	}
	return ""
}

// uncountedRates are for things that answers do not report, or not yet.
const uncountedRates = " cache_image_read_mtok audio_hours input_audio_hours" +
	" input_document_kpages input_annotated_document_kpages output_citation_mtok input_text_messages_kcount "

// rates reads what a model costs. It returns false if the table lacks a rate.
func (x *importing) rates(p *importedPrice) (ok bool) {
	ok = true
	for key := range x.Fields {
		name := listedRate(key)
		if name == "" {
			ok = ok && strings.Contains(uncountedRates, " "+key+" ")
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
