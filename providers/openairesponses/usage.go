package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

const (
	inputDetails  = "input_tokens_details"
	outputDetails = "output_tokens_details"
	hourDetails   = "cache_creation_token_details" // LiteLLM
	hourTokens    = "ephemeral_1h_input_tokens"
)

// usage reads token counts. input_tokens includes what was read from and
// written to a cache. The neutral input does not.
func (d *decoder) usage() *conv.Usage {
	u := &conv.Usage{}
	d.Place(&u.Node)
	input, known, counted, possible := int64(0), false, false, true
	var in, out conv.Raw
	for key := range d.Fields {
		switch {
		case d.IsNull():
		case key == "input_tokens":
			input, known = d.count(&u.Node, key)
		case key == "output_tokens":
			counted = true
			u.Output, possible = d.count(&u.Node, key)
		case key == "total_tokens":
			n, ok := d.count(&u.Node, key)
			if u.TotalTokens = n; ok && n == 0 {
				residue.SetBlank(&u.Node, key, cmp.Or(residue.Get(&u.Node, "~"+key), "0"))
			}
		case key == inputDetails:
			in = d.Raw()
		case key == outputDetails:
			out = d.Raw()
		default:
			d.Known(&u.Node, conv.ResidueKey(key))
		}
	}
	if !counted {
		residue.SetLacks(&u.Node, "output_tokens")
	}
	takeDetails(u, in, out)
	u.Input = input - u.CacheRead - u.CacheWrite
	if u.InputUnknown = !known || !possible || u.Input < 0; u.InputUnknown {
		u.Input = 0
		if known {
			residue.Set(&u.Node, "~input_tokens", conv.Raw(rawjson.NumberOf(input)))
		}
	}
	residue.Settle(&u.Node)
	return u
}

// count reads a whole number. An unusual literal is a hint. Any other value is
// residue.
func (d *decoder) count(n *conv.Node, key string) (int64, bool) {
	if d.Kind() != rawjson.Num {
		d.Known(n, key)
		return 0, false
	}
	number := d.Number()
	i, ok := number.Int()
	switch {
	case !ok || i < 0 || i > record.MaxCount:
		residue.Set(n, key, conv.Raw(number))
		return 0, false
	case rawjson.NumberOf(i) != number:
		residue.Set(n, "~"+key, conv.Raw(number))
	}
	return i, true
}

// takeDetails reads the parts of the counts. If writing the counts would not
// give the same object, it is a hint, or residue if it has more.
func takeDetails(u *conv.Usage, input, output conv.Raw) {
	setCounts(u, input, output)
	for _, x := range [...]struct {
		key      string
		raw      conv.Raw
		counted  []string
		expected conv.Raw
	}{
		{inputDetails, input, []string{"cached_tokens", "cache_write_tokens", "audio_tokens", hourDetails}, inputDetailsOf(u)},
		{outputDetails, output, []string{"reasoning_tokens", "audio_tokens"}, outputDetailsOf(u)},
	} {
		switch {
		case x.raw == x.expected:
		case x.raw == "":
			residue.Set(&u.Node, "~"+x.key, "null")
		case !record.SaysOnly(x.raw, x.counted...):
			residue.Set(&u.Node, x.key, x.raw)
		default:
			residue.Set(&u.Node, "~"+x.key, x.raw)
		}
	}
}

func setCounts(u *conv.Usage, input, output conv.Raw) {
	for _, m := range input.Members() {
		switch m.Key {
		case "cached_tokens":
			u.CacheRead = record.CountIn(m.Value)
		case "cache_write_tokens":
			u.CacheWrite = record.CountIn(m.Value)
		case "audio_tokens":
			u.InputAudio = record.CountIn(m.Value)
		case hourDetails:
			for _, h := range m.Value.Members() {
				if h.Key == hourTokens {
					u.CacheWrite1h = record.CountIn(h.Value)
				}
			}
		}
	}
	for _, m := range output.Members() {
		switch m.Key {
		case "reasoning_tokens":
			u.Reasoning = record.CountIn(m.Value)
		case "audio_tokens":
			u.OutputAudio = record.CountIn(m.Value)
		}
	}
}

func inputDetailsOf(u *conv.Usage) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.IntField("cached_tokens", u.CacheRead)
		w.OptInt("cache_write_tokens", u.CacheWrite)
		w.OptInt("audio_tokens", u.InputAudio)
		if u.CacheWrite1h != 0 {
			w.ObjectField(hourDetails)
			w.OptInt(hourTokens, u.CacheWrite1h)
			w.EndObject()
		}
	})
}

func outputDetailsOf(u *conv.Usage) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.IntField("reasoning_tokens", u.Reasoning)
		w.OptInt("audio_tokens", u.OutputAudio)
	})
}

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	n := &u.Node
	w.BeginObject()
	if u.InputUnknown {
		w.OptRaw("input_tokens", residue.Get(n, "~input_tokens"))
	} else {
		writeCount(w, n, "input_tokens", u.Input+u.CacheRead+u.CacheWrite)
	}
	writeDetails(w, u, inputDetails)
	writeCount(w, n, "output_tokens", u.Output)
	writeDetails(w, u, outputDetails)
	if u.TotalTokens != 0 {
		writeCount(w, n, "total_tokens", u.TotalTokens)
	}
	residue.Write(w, n, record.Unless(u.InputUnknown, "input_tokens"), record.Unless(u.Output == 0, "output_tokens"),
		record.Unless(u.TotalTokens == 0, "total_tokens"), inputDetails, outputDetails)
	w.EndObject()
}

// writeCount writes a number, with its literal if that still matches. It
// writes nothing if the value that was read was not a number.
func writeCount(w *rawjson.Writer, n *conv.Node, key string, count int64) {
	if count == 0 && (residue.Get(n, key) != "" || residue.Blank(n, key) != "" || residue.Lacks(n, key)) {
		return
	}
	if raw := residue.Get(n, "~"+key); raw != "" && record.CountIn(raw) == count {
		w.OptRaw(key, raw)
		return
	}
	w.IntField(key, count)
}

// writeDetails writes details as they were read, if they still match the
// counts.
func writeDetails(w *rawjson.Writer, u *conv.Usage, key string) {
	var again conv.Usage
	expected := inputDetailsOf
	if key == outputDetails {
		expected = outputDetailsOf
	}
	raw := cmp.Or(residue.Get(&u.Node, key), residue.Get(&u.Node, "~"+key))
	if key == inputDetails {
		setCounts(&again, raw, "")
	} else {
		setCounts(&again, "", raw)
	}
	if raw == "" || expected(&again) != expected(u) {
		raw = expected(u)
	}
	if raw != "null" {
		w.OptRaw(key, raw)
	}
}
