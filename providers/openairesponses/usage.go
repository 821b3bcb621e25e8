package openairesponses

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

const (
	inputDetails  = "input_tokens_details"
	outputDetails = "output_tokens_details"
	hourDetails   = "cache_creation_token_details" // LiteLLM
	hourTokens    = "ephemeral_1h_input_tokens"
)

// usage reads token counts: input_tokens counts what was read from and written
// to a cache too, the neutral input does not.
func (d *decoder) usage() *conv.Usage {
	u := &conv.Usage{}
	d.place(&u.Node)
	input, known, counted := int64(0), false, false
	var in, out conv.Raw
	for key := range d.Fields {
		switch {
		case d.isNull():
		case key == "input_tokens":
			input, known = d.count(&u.Node, key)
		case key == "output_tokens":
			counted = true
			u.Output, _ = d.count(&u.Node, key)
		case key == "total_tokens":
			n, ok := d.count(&u.Node, key)
			if u.TotalTokens = n; ok && n == 0 {
				setBlank(&u.Node, key, orElse(residue(&u.Node, "~"+key), "0"))
			}
		case key == inputDetails:
			in = d.Raw()
		case key == outputDetails:
			out = d.Raw()
		default:
			d.known(&u.Node, key)
		}
	}
	if !counted {
		setLacks(&u.Node, []string{"output_tokens"})
	}
	takeDetails(u, in, out)
	u.Input = input - u.CacheRead - u.CacheWrite
	if u.InputUnknown = !known || u.Input < 0; u.InputUnknown {
		u.Input = 0
		if known {
			hint(&u.Node, "~input_tokens", conv.Raw(rawjson.NumberOf(input)))
		}
	}
	settle(&u.Node)
	return u
}

// maxCount is more tokens than there are: sums of such counts are no danger.
const maxCount = 1 << 53

// count reads a whole number as it is usually written. Another literal is a
// hint; what is no such number is residue.
func (d *decoder) count(n *conv.Node, key string) (int64, bool) {
	if d.Kind() != rawjson.Num {
		d.known(n, key)
		return 0, false
	}
	number := d.Number()
	i, ok := number.Int()
	switch {
	case !ok || i < 0 || i > maxCount:
		n.Extensions.Set(family, key, conv.Raw(number))
		return 0, false
	case rawjson.NumberOf(i) != number:
		hint(n, "~"+key, conv.Raw(number))
	}
	return i, true
}

// takeDetails reads the parts of the counts. An object that writing the counts
// would not give again is a hint or, if it says more, residue.
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
			hint(&u.Node, "~"+x.key, "null")
		case saysMore(x.raw, x.counted):
			u.Extensions.Set(family, x.key, x.raw)
		default:
			hint(&u.Node, "~"+x.key, x.raw)
		}
	}
}

func setCounts(u *conv.Usage, input, output conv.Raw) {
	for _, m := range membersOf(input) {
		switch m.Key {
		case "cached_tokens":
			u.CacheRead = countIn(m.Value)
		case "cache_write_tokens":
			u.CacheWrite = countIn(m.Value)
		case "audio_tokens":
			u.InputAudio = countIn(m.Value)
		case hourDetails:
			for _, h := range membersOf(m.Value) {
				if h.Key == hourTokens {
					u.CacheWrite1h = countIn(h.Value)
				}
			}
		}
	}
	for _, m := range membersOf(output) {
		switch m.Key {
		case "reasoning_tokens":
			u.Reasoning = countIn(m.Value)
		case "audio_tokens":
			u.OutputAudio = countIn(m.Value)
		}
	}
}

// saysMore reports whether details say what no count of ours does.
func saysMore(raw conv.Raw, counted []string) bool {
	if raw[0] != '{' {
		return true
	}
	return slices.ContainsFunc(membersOf(raw), func(m conv.Member) bool {
		return m.Value != "0" && m.Value != "null" && m.Value != "{}" && !slices.Contains(counted, m.Key)
	})
}

func countIn(r conv.Raw) int64 {
	if r == "" || r[0]-'0' > 9 {
		return 0
	}
	i, _ := conv.Number(r).Int()
	return min(max(i, 0), maxCount)
}

func inputDetailsOf(u *conv.Usage) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Key("cached_tokens")
	w.Int(u.CacheRead)
	w.OptInt("cache_write_tokens", u.CacheWrite)
	w.OptInt("audio_tokens", u.InputAudio)
	if u.CacheWrite1h != 0 {
		w.Key(hourDetails)
		w.BeginObject()
		w.OptInt(hourTokens, u.CacheWrite1h)
		w.EndObject()
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

func outputDetailsOf(u *conv.Usage) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Key("reasoning_tokens")
	w.Int(u.Reasoning)
	w.OptInt("audio_tokens", u.OutputAudio)
	w.EndObject()
	return conv.Raw(w.Bytes())
}

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	n := &u.Node
	w.BeginObject()
	if u.InputUnknown {
		w.OptRaw("input_tokens", residue(n, "~input_tokens"))
	} else {
		writeCount(w, n, "input_tokens", u.Input+u.CacheRead+u.CacheWrite)
	}
	writeDetails(w, u, inputDetails)
	writeCount(w, n, "output_tokens", u.Output)
	writeDetails(w, u, outputDetails)
	if u.TotalTokens != 0 {
		writeCount(w, n, "total_tokens", u.TotalTokens)
	}
	writeResidue(w, n, unless(u.InputUnknown, "input_tokens"), unless(u.Output == 0, "output_tokens"),
		unless(u.TotalTokens == 0, "total_tokens"), inputDetails, outputDetails)
	w.EndObject()
}

// writeCount writes a number, in the literal that was read if it says it, and
// nothing where what was read is no number.
func writeCount(w *rawjson.Writer, n *conv.Node, key string, count int64) {
	if count == 0 && (residue(n, key) != "" || blank(n, key) != "" || lacks(n, key)) {
		return
	}
	if raw := residue(n, "~"+key); raw != "" && countIn(raw) == count {
		w.OptRaw(key, raw)
		return
	}
	w.Key(key)
	w.Int(count)
}

// writeDetails writes details as they were read, as long as they say the
// counts.
func writeDetails(w *rawjson.Writer, u *conv.Usage, key string) {
	var again conv.Usage
	expected := inputDetailsOf
	if key == outputDetails {
		expected = outputDetailsOf
	}
	raw := orElse(residue(&u.Node, key), residue(&u.Node, "~"+key))
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
