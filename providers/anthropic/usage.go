package anthropic

import (
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// The counts of every response. A missing count is a hint.
var counts = []string{"input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"}

// usageOf makes the usage from the fields of the wire's object. An object with
// only two zeros means unknown usage: we write it for lack of usage, and no
// answer is free.
func usageOf(members []rawjson.Member, made *nodes) *conv.Usage {
	u := made.usages.New()
	var few [16]rawjson.Member
	rest := few[:0]
	var split, details conv.Raw
	var seen [4]bool
	known := len(members) != 2
	for _, m := range members {
		i := slices.Index(counts, m.Key)
		switch {
		case i >= 0:
			n, _ := conv.Number(m.Value).Int()
			*count(u, i) = n
			seen[i] = true
			known = known || n != 0 || i > 1
		case m.Key == "cache_creation":
			split, known = m.Value, true
		case m.Key == "output_tokens_details":
			details, known = m.Value, true
		default:
			rest = append(rest, rawjson.Member{Key: extension.ResidueKey(m.Key), Value: m.Value})
			known = true
		}
	}
	if !known {
		return nil
	}
	for i, key := range counts {
		if !seen[i] {
			rest = append(rest, hint(key, "null"))
		}
	}
	if split != "" {
		short, _ := intAt(split, cache5m)
		long, n := intAt(split, cache1h)
		if u.CacheWrite1h = long; long == 0 || n != 2 || short != u.CacheWrite-long {
			rest = append(rest, hint("cache_creation", split))
		}
	}
	if details != "" {
		n := 0
		if u.Reasoning, n = intAt(details, "thinking_tokens"); u.Reasoning == 0 || n != 1 {
			rest = append(rest, hint("output_tokens_details", details))
		}
	}
	if len(rest) > 0 {
		u.Extensions = made.residue.List(extension.Extension{Family: family, Members: made.fields.List(rest...)})
	}
	return u
}

// hint is a field of residue on how the counts were written.
func hint(key string, value conv.Raw) rawjson.Member {
	return rawjson.Member{Key: "~" + key, Value: value}
}

// count is the field for a count.
func count(u *conv.Usage, i int) *int64 {
	return [...]*int64{&u.Input, &u.Output, &u.CacheWrite, &u.CacheRead}[i]
}

const (
	cache5m = "ephemeral_5m_input_tokens"
	cache1h = "ephemeral_1h_input_tokens"
)

// intAt is the whole number at a key of an object, else 0, and how many fields
// the object has.
func intAt(object conv.Raw, key string) (value int64, members int) {
	c := rawjson.NewTrustedCursor(rawjson.BytesOf(string(object)))
	for k := range c.FieldsOnly {
		members++
		if k == key && c.Kind() == rawjson.Num {
			value, _ = c.Number().Int()
		}
	}
	return value, members
}

// writeUsage writes a usage object. It leaves out residue that earlier has
// too. Without a usage it writes the two zeros that the API's types demand.
func writeUsage(w *rawjson.Writer, u *conv.Usage, earlier *conv.Usage) {
	w.BeginObject()
	if u == nil {
		w.IntField("input_tokens", 0)
		w.IntField("output_tokens", 0)
		w.EndObject()
		return
	}
	for i, key := range counts {
		if n := *count(u, i); n != 0 || residue.Hint(&u.Node, key) == "" {
			w.IntField(key, n)
		}
	}
	writeCacheSplit(w, u, earlier)
	writeDetails(w, u)
	for _, m := range u.Extensions.Of(family) {
		wire, ok := extension.WireKey(m.Key)
		if ok && (earlier == nil || earlier.Extensions.Get(family, m.Key) != m.Value) {
			w.RawField(wire, m.Value)
		}
	}
	w.EndObject()
}

func writeCacheSplit(w *rawjson.Writer, u *conv.Usage, earlier *conv.Usage) {
	raw := residue.Hint(&u.Node, "cache_creation")
	if earlier != nil && earlier.CacheWrite == u.CacheWrite && earlier.CacheWrite1h == u.CacheWrite1h && residue.Hint(&earlier.Node, "cache_creation") == raw {
		return
	}
	if long, _ := intAt(raw, cache1h); raw != "" && long == u.CacheWrite1h {
		w.RawField("cache_creation", raw)
		return
	}
	if u.CacheWrite1h == 0 {
		return
	}
	w.ObjectField("cache_creation")
	w.IntField(cache5m, u.CacheWrite-u.CacheWrite1h)
	w.IntField(cache1h, u.CacheWrite1h)
	w.EndObject()
}

func writeDetails(w *rawjson.Writer, u *conv.Usage) {
	raw := residue.Hint(&u.Node, "output_tokens_details")
	if n, _ := intAt(raw, "thinking_tokens"); raw != "" && n == u.Reasoning {
		w.RawField("output_tokens_details", raw)
		return
	}
	if u.Reasoning == 0 {
		return
	}
	w.ObjectField("output_tokens_details")
	w.IntField("thinking_tokens", u.Reasoning)
	w.EndObject()
}
