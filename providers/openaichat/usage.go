package openaichat

import (
	"cmp"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// usage reads token counts. prompt_tokens includes cached tokens, the neutral
// input does not.
func (d *decoder) usage() *conv.Usage {
	u := &conv.Usage{}
	d.in.SetOffset(&u.Node)
	prompt, known, possible, hit := int64(0), false, true, int64(0)
	for key := range d.in.Fields {
		if d.in.IsNull() {
			continue
		}
		switch key {
		case "prompt_tokens":
			prompt, known = d.count(&u.Node, key)
		case "completion_tokens":
			u.Output, possible = d.count(&u.Node, key)
		case "total_tokens":
			u.TotalTokens, _ = d.count(&u.Node, key)
			if u.TotalTokens == 0 && literal(&u.Node, key) == "" {
				residue.Set(&u.Node, "~"+key, "0")
			}
		case promptDetails, outputDetails:
			d.details(u, key)
		case cacheHits: // DeepSeek
			hit, _ = d.count(&u.Node, key)
			if literal(&u.Node, key) == "" {
				residue.Set(&u.Node, "~"+key, conv.Raw(rawjson.NumberOf(hit)))
			}
		case cacheMisses:
			residue.Set(&u.Node, "~"+key, d.in.Raw())
		default:
			d.in.KeepQuietly(&u.Node, extension.ResidueKey(key))
		}
	}
	u.CacheRead = cmp.Or(u.CacheRead, hit)
	keepDetails(u)
	u.Input = prompt - u.CacheRead - u.CacheWrite
	if u.InputUnknown = !known || !possible || u.Input < 0; u.InputUnknown {
		u.Input = 0
		if p, ok := promptOfUsage(u); known && (!ok || p != prompt) {
			residue.Set(&u.Node, "~prompt_tokens", conv.Raw(rawjson.NumberOf(prompt)))
		}
	}
	residue.Settle(&u.Node)
	return u
}

const (
	promptDetails = "prompt_tokens_details"
	outputDetails = "completion_tokens_details"
	cacheHits     = "prompt_cache_hit_tokens"
	cacheMisses   = "prompt_cache_miss_tokens" // and the value is the rest of the prompt
)

// count reads a whole number. Any other value becomes residue; other numbers
// count, too.
func (d *decoder) count(n *conv.Node, key string) (int64, bool) {
	drop(n, key)
	if d.in.Kind() != rawjson.Num {
		d.in.KeepQuietly(n, key)
		return 0, false
	}
	number := d.in.Number()
	i, ok := number.Int()
	if !ok || i < 0 || i > record.MaxCount {
		i, ok = 0, false
	}
	if rawjson.NumberOf(i) != number {
		residue.Set(n, "~"+key, conv.Raw(number))
	}
	return i, ok
}

// literal keeps a field as it was: as a hint if the counts say all of it, else
// as residue.
func literal(n *conv.Node, key string) conv.Raw {
	return cmp.Or(residue.Get(n, "~"+key), residue.Get(n, key))
}

// drop forgets a repeated field and its hint: the last one counts.
func drop(n *conv.Node, key string) {
	residue.Drop(n, key)
	residue.Drop(n, "~"+key)
}

// details reads the parts of a count. The object is kept if writing the counts
// would not restore it.
func (d *decoder) details(u *conv.Usage, key string) {
	raw := d.in.Raw()
	drop(&u.Node, key)
	parts := partsOf(key)
	if parts[:min(len(parts), 3)].SayAll(raw) { // OpenAI has no other
		residue.Set(&u.Node, "~"+key, raw)
	} else {
		residue.Set(&u.Node, key, raw)
	}
	parts.Read(u, raw)
}

// promptParts and outputParts are what the details count. The parts of the cache
// writes are those of LiteLLM.
var (
	promptParts = record.Parts{
		{Path: "cached_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheRead }},
		{Path: "audio_tokens", At: func(u *conv.Usage) *int64 { return &u.InputAudio }},
		{Path: "cache_write_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheWrite }},
		{Path: "cache_creation_token_details.ephemeral_1h_input_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheWrite1h }},
	}
	outputParts = record.Parts{
		{Path: "reasoning_tokens", At: func(u *conv.Usage) *int64 { return &u.Reasoning }},
		{Path: "audio_tokens", At: func(u *conv.Usage) *int64 { return &u.OutputAudio }},
	}
)

func partsOf(key string) record.Parts {
	if key == promptDetails {
		return promptParts
	}
	return outputParts
}

// keepDetails forgets details that writing the counts restores.
func keepDetails(u *conv.Usage) {
	for _, key := range [...]string{promptDetails, outputDetails} {
		if raw := literal(&u.Node, key); raw != "" && raw == detailsOf(u, key) {
			drop(&u.Node, key)
		}
	}
}

// detailsOf returns the details object for the counts, "" if they are zero.
func detailsOf(u *conv.Usage, key string) conv.Raw {
	x := *u
	if x.CacheRead == record.CountIn(literal(&u.Node, cacheHits)) {
		x.CacheRead = 0
	}
	if raw := partsOf(key).Object(&x); raw != "{}" {
		return raw
	}
	return ""
}

// promptOfUsage returns the prompt_tokens to write. It returns false if they
// are left out: then the total is one that cannot be, which marks the unknown
// input.
func promptOfUsage(u *conv.Usage) (int64, bool) {
	cached := u.CacheRead + u.CacheWrite
	if !u.InputUnknown {
		return u.Input + cached, true
	}
	p := max(u.TotalTokens-u.Output, 0)
	if p >= cached {
		p = 0
	}
	return p, cached > 0
}

// isCount reports whether a literal is absent or a possible count of tokens.
func isCount(raw conv.Raw) bool {
	n, ok := conv.Number(raw).Int()
	return raw == "" || ok && n >= 0 && n <= record.MaxCount
}

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	w.BeginObject()
	n := &u.Node
	p, ok := promptOfUsage(u)
	said, isNumber := conv.Number(literal(n, "prompt_tokens")).Int()
	switch again := said == p || u.InputUnknown && (said < u.CacheRead+u.CacheWrite || u.Output == 0 && !isCount(literal(n, "completion_tokens"))); {
	case isNumber && again, !isNumber && u.InputUnknown && literal(n, "prompt_tokens") != "":
		w.OptRaw("prompt_tokens", literal(n, "prompt_tokens"))
	case ok:
		w.IntField("prompt_tokens", p)
	default:
		w.OptRaw("prompt_tokens", literal(n, "prompt_tokens"))
	}
	writeCount(w, n, "completion_tokens", u.Output)
	if u.TotalTokens != 0 || literal(n, "total_tokens") != "" {
		writeCount(w, n, "total_tokens", u.TotalTokens)
	}
	writeDetails(w, u, promptDetails)
	writeDetails(w, u, outputDetails)
	w.OptRaw(cacheHits, literal(n, cacheHits))
	w.OptRaw(cacheMisses, literal(n, cacheMisses))
	residue.Write(w, n, cacheHits, cacheMisses, "prompt_tokens", "completion_tokens", "total_tokens", promptDetails, outputDetails)
	w.EndObject()
}

// writeCount writes a number, in the spelling that was read if the value is the
// same.
func writeCount(w *rawjson.Writer, n *conv.Node, key string, count int64) {
	w.Key(key)
	if raw := literal(n, key); raw != "" && (raw[0]-'0' > 9 && count == 0 || record.CountIn(raw) == count) {
		w.Raw(raw)
		return
	}
	w.Int(count)
}

// writeDetails writes the details as they were read while they still match the
// counts.
func writeDetails(w *rawjson.Writer, u *conv.Usage, key string) {
	raw, parts := literal(&u.Node, key), partsOf(key)
	var again conv.Usage
	parts.Read(&again, raw)
	again.CacheRead = cmp.Or(again.CacheRead, record.CountIn(literal(&u.Node, cacheHits)))
	if raw == "" || parts.Object(&again) != parts.Object(u) {
		raw = detailsOf(u, key)
	}
	w.OptRaw(key, raw)
}
