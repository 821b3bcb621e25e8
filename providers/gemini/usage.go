package gemini

import (
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// The counts of usageMetadata. Input is the prompt without cached tokens plus
// the input of hosted tools. Output is candidates plus thoughts.
var counts = []string{
	"promptTokenCount", "cachedContentTokenCount", "candidatesTokenCount", "thoughtsTokenCount", "toolUsePromptTokenCount", "totalTokenCount",
}

const (
	prompt = iota
	cached
	candidates
	thoughts
	toolUse
	total
)

// usageOf makes the usage from the fields of the wire's object. A count of 0
// is a hint, since the wire leaves zeros out.
func usageOf(fields *rawjson.Fields) *conv.Usage {
	members := fields.List()
	u := &conv.Usage{}
	var n [6]int64
	for _, m := range members {
		name := residue.Known(&u.Node, m.Key, counts)
		i := slices.Index(counts, name)
		if i < 0 {
			u.Extensions.Set(family, detailKey(m, members), m.Value)
			continue
		}
		if n[i], _ = conv.Number(m.Value).Int(); n[i] == 0 {
			residue.SetHint(&u.Node, name, "0")
		}
	}
	u.CacheRead, u.Reasoning, u.TotalTokens = n[cached], n[thoughts], n[total]
	u.Output = outputOf(n[candidates], n[thoughts])
	if n[candidates] < 0 {
		residue.SetHint(&u.Node, "candidatesTokenCount", conv.Raw(rawjson.NumberOf(n[candidates])))
	}
	if n[cached] > n[prompt] || n[toolUse] < 0 {
		u.InputUnknown = true
		if n[prompt] != 0 {
			residue.SetHint(&u.Node, "promptTokenCount", conv.Raw(rawjson.NumberOf(n[prompt])))
		}
	} else {
		u.Input = n[prompt] - n[cached] + n[toolUse]
	}
	if n[toolUse] != 0 {
		residue.SetHint(&u.Node, "toolUsePromptTokenCount", conv.Raw(rawjson.NumberOf(n[toolUse])))
	}
	u.InputAudio = inputAudio(u)
	u.OutputAudio = audioOf(u, "candidatesTokensDetails")
	residue.Settle(&u.Node)
	return u
}

// outputOf is the output of an answer. A negative part cannot be, and no other part
// hides it.
func outputOf(candidates, thoughts int64) int64 {
	if candidates < 0 || thoughts < 0 {
		return min(candidates, thoughts)
	}
	return candidates + thoughts
}

// detailKey is the residue key of a field other than a count. Details that
// only say that all tokens are text are a hint.
func detailKey(m rawjson.Member, members []rawjson.Member) string {
	for _, x := range []struct{ details, count string }{
		{"promptTokensDetails", counts[prompt]}, {"candidatesTokensDetails", counts[candidates]}, {"cacheTokensDetails", counts[cached]},
	} {
		if m.Key != x.details {
			continue
		}
		i := slices.IndexFunc(members, func(o rawjson.Member) bool { return o.Key == x.count })
		if i >= 0 && m.Value == textDetails(members[i].Value) {
			return "~" + m.Key
		}
	}
	return m.Key
}

func textDetails(count conv.Raw) conv.Raw {
	return `[{"modality":"TEXT","tokenCount":` + count + `}]`
}

// inputAudio is the number of audio tokens in the prompt that were not cached.
func inputAudio(u *conv.Usage) int64 {
	return max(audioOf(u, "promptTokensDetails")-audioOf(u, "cacheTokensDetails"), 0)
}

// audioOf is the number of audio tokens in the details of a usage.
func audioOf(u *conv.Usage, details string) (n int64) {
	for entry := range residue.Get(&u.Node, details).Elements {
		if entry.Lookup("modality").Text() == "AUDIO" {
			n += record.CountIn(entry.Lookup("tokenCount"))
		}
	}
	return n
}

// wireCounts are the numbers of a usage as the wire has them. Hints about them
// count only while they fit the usage.
func wireCounts(u *conv.Usage) (n [6]int64) {
	hint := func(i int) int64 {
		x, _ := conv.Number(u.Extensions.Get(family, "~"+counts[i])).Int()
		return x
	}
	n[cached], n[thoughts], n[total] = u.CacheRead, u.Reasoning, u.TotalTokens
	n[candidates] = u.Output - u.Reasoning
	if x := hint(candidates); u.Output < 0 && outputOf(x, u.Reasoning) == u.Output {
		n[candidates] = x
	}
	if u.InputUnknown {
		if p := hint(prompt); p < u.CacheRead || hint(toolUse) < 0 {
			n[prompt] = p
		}
		n[toolUse] = hint(toolUse)
		return n
	}
	if t := hint(toolUse); t <= u.Input {
		n[toolUse] = t
	}
	n[prompt] = u.Input + u.CacheRead - n[toolUse]
	return n
}

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	w.BeginObject()
	for i, n := range wireCounts(u) {
		if n != 0 || u.Extensions.Get(family, "~"+counts[i]) == "0" {
			w.IntField(residue.Key(&u.Node, counts[i]), n)
		}
	}
	writeAudio(w, u, "promptTokensDetails", u.InputAudio, inputAudio(u))
	writeAudio(w, u, "candidatesTokensDetails", u.OutputAudio, audioOf(u, "candidatesTokensDetails"))
	for _, m := range u.Extensions.Of(family) {
		switch m.Key {
		case "~promptTokensDetails", "~candidatesTokensDetails", "~cacheTokensDetails":
			w.RawField(m.Key[1:], m.Value)
		case "promptTokensDetails", "candidatesTokensDetails":
		default:
			if key, ok := extension.WireKey(m.Key); ok {
				w.RawField(key, m.Value)
			}
		}
	}
	w.EndObject()
}

// writeAudio writes the details with the number of audio tokens, as they were
// read if that number is unchanged.
func writeAudio(w *rawjson.Writer, u *conv.Usage, details string, audio, said int64) {
	raw := u.Extensions.Get(family, details)
	switch {
	case raw != "" && said == audio:
		w.RawField(details, raw)
	case audio != 0:
		w.ArrayField(details)
		w.BeginObject()
		w.Field("modality", "AUDIO")
		w.IntField("tokenCount", audio)
		w.EndObject()
		w.EndArray()
	}
}
