package tau

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// usage reads token counts; null is nil.
func (d *decoder) usage() *conv.Usage {
	if d.Kind() == rawjson.Null {
		d.Skip()
		return nil
	}
	u := &conv.Usage{}
	u.PlaceAt(d.Offset())
	said, short, included := 0, false, conv.Raw("")
	for key := range d.Fields {
		switch key {
		case "input_tokens":
			u.Input, said = d.Int(), said|1
		case "output_tokens":
			u.Output, said = d.Int(), said|2
		case "cache_read_tokens":
			u.CacheRead, said = d.Int(), said|4
		case "cache_write_tokens":
			u.CacheWrite, said = d.Int(), said|8
		case "cache_write_1h_tokens":
			u.CacheWrite1h = d.Int()
			short = u.CacheWrite1h == 0
		case "reasoning_tokens":
			u.Reasoning = d.Int()
		case keyIncluded:
			included = rawjson.BoolOf(d.Bool())
		case "cost":
			u.Cost = d.cost()
		default:
			d.Keep(&u.Node, key)
		}
	}
	for i, key := range counters {
		if said&(1<<i) == 0 {
			u.Extensions.Set(family, "~-"+key, "true")
		}
	}
	if short {
		u.Extensions.Set(family, "~cache_write_1h_tokens", "0")
	}
	if included != "" {
		u.Extensions.Set(family, "~"+keyIncluded, included)
	}
	if included == "true" {
		u.Input -= u.CacheRead
	}
	return u
}

// keyIncluded says that the input tokens include those read from a cache.
const keyIncluded = "input_tokens_include_cache_read"

// counters are the counts that Tau always writes.
var counters = [...]string{"input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"}

func (d *decoder) cost() *conv.UsageCost {
	if d.Kind() == rawjson.Null {
		d.Skip()
		return nil
	}
	c := &conv.UsageCost{}
	for key := range d.Fields {
		switch key {
		case "input":
			c.Input = d.Number()
		case "output":
			c.Output = d.Number()
		case "cache_read":
			c.CacheRead = d.Number()
		case "cache_write":
			c.CacheWrite = d.Number()
		case "total":
			c.Total = d.Number()
		default:
			d.Notes.Loss(conv.CodeCost, conv.Dropped, d.Offset(), "field of a cost", key)
		}
	}
	return c
}

// stop reads why an answer ended. A word that is none of ours is a normal
// stop.
func (d *decoder) stop(m *conv.AssistantMessage) {
	m.StopReason, m.StopDetail = "", nil
	if d.Kind() == rawjson.Null {
		d.Skip()
		return
	}
	word := d.Str()
	m.StopDetail = &conv.StopDetail{Raw: word}
	for _, s := range stops {
		if s.Raw == word {
			m.StopReason, m.StopDetail.Kind = s.Reason, s.Kind
			return
		}
	}
	m.StopReason = conv.StopNormal
	m.StopDetail.Extensions.Set(family, conv.UnknownStop, rawjson.Quoted(word))
}

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	if u == nil {
		return
	}
	w.Key("usage")
	w.BeginObject()
	input := u.Input
	if u.Extensions.Get(family, "~"+keyIncluded) == "true" {
		input += u.CacheRead
	}
	for i, n := range [...]int64{input, u.Output, u.CacheRead, u.CacheWrite} {
		if n != 0 || wasSaid(&u.Node, counters[i]) {
			w.Key(counters[i])
			w.Int(n)
		}
	}
	if u.CacheWrite1h != 0 || u.Extensions.Get(family, "~cache_write_1h_tokens") != "" {
		w.Key("cache_write_1h_tokens")
		w.Int(u.CacheWrite1h)
	}
	w.OptInt("reasoning_tokens", u.Reasoning)
	w.OptRaw(keyIncluded, u.Extensions.Get(family, "~"+keyIncluded))
	if c := u.Cost; c != nil {
		w.Key("cost")
		w.BeginObject()
		w.OptNumber("input", c.Input)
		w.OptNumber("output", c.Output)
		w.OptNumber("cache_read", c.CacheRead)
		w.OptNumber("cache_write", c.CacheWrite)
		w.OptNumber("total", c.Total)
		w.EndObject()
	}
	conv.WriteResidue(w, &u.Node, family)
	w.EndObject()
}

func writeStop(w *rawjson.Writer, m *conv.AssistantMessage) {
	word := ""
	if d := m.StopDetail; d != nil && d.Extensions.Get(family, conv.UnknownStop) != "" {
		w.Field("stop_reason", d.Raw)
		return
	}
	if m.StopDetail != nil {
		word = m.StopDetail.Raw
	}
	for _, s := range stops {
		if word == "" && s.Reason == m.StopReason {
			word = s.Raw
		}
	}
	w.OptField("stop_reason", word)
}
