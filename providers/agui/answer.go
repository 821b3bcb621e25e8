package agui

import (
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// endAs adds to an answer what the end of its run said.
func endAs(a, said *conv.AssistantMessage) {
	a.Usage, a.Model, a.ResponseID = said.Usage, said.Model, said.ResponseID
	a.StopReason, a.StopDetail, a.ErrorMessage = said.StopReason, said.StopDetail, said.ErrorMessage
}

// answerMarks is what an answer says that has no field in its message.
func answerMarks(m *conv.AssistantMessage) []mark {
	var marks []mark
	add := func(key, value string) {
		if value != "" {
			marks = append(marks, textMark(key, value))
		}
	}
	add("model", m.Model)
	add("responseId", m.ResponseID)
	if m.Usage != nil {
		w := rawjson.NewWriter(nil)
		writeUsage(w, m.Usage.Extensions.Get(family, hintRaw).Lookup("model").Text(), m.Usage)
		marks = append(marks, mark{Key: "usage", Value: conv.Raw(w.Bytes())})
	}
	add("stopReason", string(m.StopReason))
	if m.StopDetail != nil {
		marks = append(marks, stopMark(m.StopDetail))
	}
	add("errorMessage", m.ErrorMessage)
	return marks
}

// stopMark is the provider's own stop reason.
func stopMark(d *conv.StopDetail) mark {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.OptField("raw", d.Raw)
	w.OptField("kind", string(d.Kind))
	conv.WriteResidue(w, &d.Node, family)
	w.EndObject()
	return mark{Key: "stop", Value: conv.Raw(w.Bytes())}
}

// answerKeys are the keys of the marks of an answer.
var answerKeys = []string{"model", "responseId", "usage", "stopReason", "stop", "errorMessage", "encrypted", "textSignature"}

// readAnswerMarks reads the marks of an answer.
func readAnswerMarks(m *conv.AssistantMessage, marks []mark) {
	for _, x := range marks {
		switch x.Key {
		case "encrypted":
			signText(m, m.EncryptedValue)
			m.EncryptedValue = ""
		case "textSignature":
			signText(m, x.Value.Text())
		case "model":
			m.Model = x.Value.Text()
		case "responseId":
			m.ResponseID = x.Value.Text()
		case "usage":
			m.Usage, _ = readUsage(x.Value)
		case "stopReason":
			m.StopReason = conv.StopReason(x.Value.Text())
		case "stop":
			m.StopDetail = stopDetail(x.Value)
		case "errorMessage":
			m.ErrorMessage = x.Value.Text()
		}
	}
}

// signText sets the signature of an answer's text.
func signText(m *conv.AssistantMessage, signature string) {
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			t.TextSignature = signature
		}
	}
}

func stopDetail(raw conv.Raw) *conv.StopDetail {
	d := &conv.StopDetail{}
	c := rawjson.NewCursor([]byte(raw))
	for key := range c.Fields {
		switch {
		case key == "raw" && c.Kind() == rawjson.String:
			d.Raw = c.Str()
		case key == "kind" && c.Kind() == rawjson.String:
			d.Kind = conv.StopKind(c.Str())
		default:
			residue.Set(&d.Node, key, c.Raw())
		}
	}
	return d
}

// readUsage reads the counts of one entry, nil if it has none, and its model.
func readUsage(raw conv.Raw) (*conv.Usage, string) {
	u, model, some := &conv.Usage{}, "", false
	input := int64(0)
	c := rawjson.NewCursor([]byte(raw))
	for key := range c.Fields {
		if key == "model" && c.Kind() == rawjson.String {
			model = c.Str()
			continue
		}
		value := c.Raw()
		counter := counterOf(u, &input, key)
		if counter == nil {
			residue.Set(&u.Node, key, value)
			continue
		}
		if n, ok := conv.Number(value).Int(); ok && n >= 0 && n <= record.MaxCount {
			*counter, some = n, true
		}
	}
	u.Input = max(input-u.CacheRead-u.CacheWrite, 0)
	if !some {
		return nil, model
	}
	w := rawjson.NewWriter(nil)
	writeUsage(w, model, u)
	if string(w.Bytes()) != string(raw) {
		residue.Set(&u.Node, hintRaw, raw)
	}
	residue.Settle(&u.Node)
	return u, model
}

// counterOf is the count with a key, nil for other keys. A total is the sum of
// its parts.
func counterOf(u *conv.Usage, input *int64, key string) *int64 {
	switch key {
	case "inputTokens":
		return input
	case "outputTokens":
		return &u.Output
	case "totalTokens":
		return new(int64)
	case "reasoningTokens":
		return &u.Reasoning
	case "cachedInputTokens":
		return &u.CacheRead
	case "cacheWriteInputTokens":
		return &u.CacheWrite
	case longCacheWrites:
		return &u.CacheWrite1h
	}
	return nil
}

// longCacheWrites are the cache writes for an hour. The protocol has no name
// for them, but an entry may have additional fields.
const longCacheWrites = "cacheWrite1hInputTokens"

// hintRaw is the hint that keeps an entry as it was read, if writing its
// counts would give another.
const hintRaw = "~raw"

// sameCounts reports whether two usages, which may be nil, have equal counts.
func sameCounts(u, v *conv.Usage) bool {
	if u == nil || v == nil {
		return u == v
	}
	return v.Input == u.Input && v.Output == u.Output && v.CacheRead == u.CacheRead &&
		v.CacheWrite == u.CacheWrite && v.CacheWrite1h == u.CacheWrite1h && v.Reasoning == u.Reasoning
}

// sumUsages is the sum of the counts in a list of entries, the number of
// entries, and the model if there is only one.
func sumUsages(raw conv.Raw) (sum *conv.Usage, model string, n int) {
	if raw == "" || raw[0] != '[' {
		return nil, "", 0
	}
	c := rawjson.NewCursor([]byte(raw))
	for range c.Elements {
		u, named := readUsage(c.Raw())
		if n++; n == 1 {
			sum, model = u, named
			continue
		}
		if sum == nil {
			sum = &conv.Usage{}
		}
		sum.Extensions, model = nil, ""
		sum.Add(u)
	}
	return sum, model, n
}

// writeUsage writes the counts of an answer: totals and their parts.
func writeUsage(w *rawjson.Writer, model string, u *conv.Usage) {
	if u != nil {
		if raw := u.Extensions.Get(family, hintRaw); raw != "" {
			if v, named := readUsage(raw); named == model && sameCounts(u, v) {
				w.Raw(raw)
				return
			}
		}
	}
	w.BeginObject()
	w.OptField("model", model)
	if u != nil {
		input := u.Input + u.CacheRead + u.CacheWrite
		w.Key("inputTokens")
		w.Int(input)
		w.Key("outputTokens")
		w.Int(u.Output)
		w.Key("totalTokens")
		w.Int(input + u.Output)
		w.OptInt("reasoningTokens", u.Reasoning)
		w.OptInt("cachedInputTokens", u.CacheRead)
		w.OptInt("cacheWriteInputTokens", u.CacheWrite)
		w.OptInt(longCacheWrites, u.CacheWrite1h)
		conv.WriteResidue(w, &u.Node, family)
	}
	w.EndObject()
}

// runName is the id of the nth run of a stream, if it has none.
func runName(n int) string { return defaultRun + strconv.Itoa(n) }
