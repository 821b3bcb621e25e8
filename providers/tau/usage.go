package tau

import (
	"math"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// keyIncluded says that the input tokens include those read from a cache.
const keyIncluded = "input_tokens_include_cache_read"

// usageRecord describes token counts. Tau always writes the first four.
func usageRecord() *record.Record[*decoder, *conv.Usage] {
	r := record.New[*decoder](residue, "usage", func(u *conv.Usage) *conv.Node { return &u.Node })
	record.Field(r, "input_tokens",
		func(d *decoder, u *conv.Usage) { u.Input = d.in.Int() },
		func(w *rawjson.Writer, u *conv.Usage) {
			w.IntField("input_tokens", inputOf(u))
		})
	record.Usual(r, func(u *conv.Usage) bool { return inputOf(u) == 0 })
	count(r, "output_tokens", func(u *conv.Usage) *int64 { return &u.Output })
	count(r, "cache_read_tokens", func(u *conv.Usage) *int64 { return &u.CacheRead })
	count(r, "cache_write_tokens", func(u *conv.Usage) *int64 { return &u.CacheWrite })
	record.Field(r, "cache_write_1h_tokens",
		func(d *decoder, u *conv.Usage) {
			if u.CacheWrite1h = d.in.Int(); u.CacheWrite1h == 0 {
				residue.SetHint(&u.Node, "cache_write_1h_tokens", "0")
			}
		},
		func(w *rawjson.Writer, u *conv.Usage) {
			if u.CacheWrite1h != 0 || residue.Hint(&u.Node, "cache_write_1h_tokens") != "" {
				w.IntField("cache_write_1h_tokens", u.CacheWrite1h)
			}
		})
	record.Field(r, "reasoning_tokens",
		func(d *decoder, u *conv.Usage) { u.Reasoning = d.in.Int() },
		func(w *rawjson.Writer, u *conv.Usage) {
			w.OptInt("reasoning_tokens", u.Reasoning)
		})
	record.AsHint(r, keyIncluded)
	record.Field(r, "cost", func(d *decoder, u *conv.Usage) { u.Cost = d.cost() }, writeCost)
	r.Then = func(u *conv.Usage) {
		if included(u) {
			u.Input = rawjson.Sum(u.Input, -max(u.CacheRead, -math.MaxInt64))
		}
	}
	return r
}

// count adds a count of tokens that Tau always writes.
func count(r *record.Record[*decoder, *conv.Usage], key string, at func(*conv.Usage) *int64) {
	record.Field(r, key,
		func(d *decoder, u *conv.Usage) { *at(u) = d.in.Int() },
		func(w *rawjson.Writer, u *conv.Usage) {
			w.IntField(key, *at(u))
		})
	record.Usual(r, func(u *conv.Usage) bool { return *at(u) == 0 })
}

func included(u *conv.Usage) bool { return residue.Hint(&u.Node, keyIncluded) == "true" }

// inputOf is the input tokens as Tau counts them.
func inputOf(u *conv.Usage) int64 {
	if included(u) {
		return rawjson.Sum(u.Input, u.CacheRead)
	}
	return u.Input
}

// usage reads token counts; null is nil.
func (d *decoder) usage() *conv.Usage {
	if d.in.IsNull() {
		return nil
	}
	u := &conv.Usage{}
	record.Read(objects().usage, d, u)
	return u
}

// withUsage adds the token counts of a message.
func withUsage[T any](r *record.Record[*decoder, T], at func(T) **conv.Usage) *record.Record[*decoder, T] {
	record.Field(r, "usage",
		func(d *decoder, t T) { *at(t) = d.usage() },
		func(w *rawjson.Writer, t T) {
			if u := *at(t); u != nil {
				w.Key("usage")
				record.Write(objects().usage, w, u)
			}
		})
	return r
}

func (d *decoder) cost() *conv.UsageCost {
	if d.in.IsNull() {
		return nil
	}
	c := &conv.UsageCost{}
	for key := range d.in.Fields {
		switch key {
		case "input":
			c.Input = d.in.Number()
		case "output":
			c.Output = d.in.Number()
		case "cache_read":
			c.CacheRead = d.in.Number()
		case "cache_write":
			c.CacheWrite = d.in.Number()
		case "total":
			c.Total = d.in.Number()
		default:
			d.in.Notes.Loss(note.CodeCost, note.Dropped, d.in.Offset(), "field of a cost", key)
		}
	}
	return c
}

func writeCost(w *rawjson.Writer, u *conv.Usage) {
	c := u.Cost
	if c == nil {
		return
	}
	w.ObjectField("cost")
	w.OptNumber("input", c.Input)
	w.OptNumber("output", c.Output)
	w.OptNumber("cache_read", c.CacheRead)
	w.OptNumber("cache_write", c.CacheWrite)
	w.OptNumber("total", c.Total)
	w.EndObject()
}
