package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

const (
	inputDetails  = "input_tokens_details"
	outputDetails = "output_tokens_details"
)

// usage reads token counts. input_tokens includes what was read from and
// written to a cache. The neutral input does not.
func (d *decoder) usage() *conv.Usage {
	u := &conv.Usage{}
	d.in.SetOffset(&u.Node)
	input, known, counted, possible := int64(0), false, false, true
	var in, out conv.Raw
	for key := range d.in.Fields {
		switch {
		case d.in.IsNull():
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
			in = d.in.Raw()
		case key == outputDetails:
			out = d.in.Raw()
		default:
			d.Known(&u.Node, extension.ResidueKey(key))
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
	if d.in.Kind() != rawjson.Num {
		d.Known(n, key)
		return 0, false
	}
	number := d.in.Number()
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
	inputParts.Read(u, input)
	outputParts.Read(u, output)
	for _, x := range [...]struct {
		key   string
		raw   conv.Raw
		parts record.Parts
	}{{inputDetails, input, inputParts}, {outputDetails, output, outputParts}} {
		switch {
		case x.raw == x.parts.Object(u):
		case x.raw == "":
			residue.Set(&u.Node, "~"+x.key, "null")
		case !x.parts.SayAll(x.raw):
			residue.Set(&u.Node, x.key, x.raw)
		default:
			residue.Set(&u.Node, "~"+x.key, x.raw)
		}
	}
}

// inputParts and outputParts are what the details count. The parts of the cache
// writes are those of LiteLLM.
var (
	inputParts = record.Parts{
		{Path: "cached_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.CacheRead }},
		{Path: "cache_write_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheWrite }},
		{Path: "audio_tokens", At: func(u *conv.Usage) *int64 { return &u.InputAudio }},
		{Path: "cache_creation_token_details.ephemeral_1h_input_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheWrite1h }},
	}
	outputParts = record.Parts{
		{Path: "reasoning_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Reasoning }},
		{Path: "audio_tokens", At: func(u *conv.Usage) *int64 { return &u.OutputAudio }},
	}
)

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	n := &u.Node
	w.BeginObject()
	if u.InputUnknown {
		w.OptRaw("input_tokens", residue.Get(n, "~input_tokens"))
	} else {
		writeCount(w, n, "input_tokens", u.Input+u.CacheRead+u.CacheWrite)
	}
	writeDetails(w, u, inputDetails, inputParts)
	writeCount(w, n, "output_tokens", u.Output)
	writeDetails(w, u, outputDetails, outputParts)
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
func writeDetails(w *rawjson.Writer, u *conv.Usage, key string, parts record.Parts) {
	var again conv.Usage
	raw := cmp.Or(residue.Get(&u.Node, key), residue.Get(&u.Node, "~"+key))
	parts.Read(&again, raw)
	if raw == "" || parts.Object(&again) != parts.Object(u) {
		raw = parts.Object(u)
	}
	if raw != "null" {
		w.OptRaw(key, raw)
	}
}
