package agui

import (
	"cmp"
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// tellEnd adds to an answer what the end of its run said.
func (m *message) tellEnd(a *conv.AssistantMessage) {
	if said := m.end; said != nil {
		a.Usage, a.Model, a.ResponseID = said.Usage, said.Model, said.ResponseID
		a.StopReason, a.StopDetail, a.ErrorMessage = said.StopReason, said.StopDetail, said.ErrorMessage
	}
}

// answerMarks is what an answer says that has no field in its message.
func answerMarks(m *conv.AssistantMessage) []mark {
	marks := []mark{textMark("model", m.Model), textMark("responseId", m.ResponseID)}
	if m.Usage != nil {
		model := m.Usage.Extensions.Get(family, hintRaw).Lookup("model").Text()
		marks = append(marks, mark{Key: "usage", Value: usageText(model, m.Usage)})
	}
	marks = append(marks, textMark("stopReason", string(m.StopReason)))
	if m.StopDetail != nil {
		marks = append(marks, stopMark(m.StopDetail))
	}
	return append(marks, textMark("errorMessage", m.ErrorMessage))
}

// stopMark is the provider's own stop reason.
func stopMark(d *conv.StopDetail) mark {
	return mark{Key: "stop", Value: rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.OptField("raw", d.Raw)
		w.OptField("kind", string(d.Kind))
		d.Node.Extensions.WriteFamily(w, family)
	})}
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
	if t := textIn(m); t != nil {
		t.TextSignature = signature
	}
}

// textIn is the text of an answer, nil without one.
func textIn(m *conv.AssistantMessage) *conv.TextContent {
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			return t
		}
	}
	return nil
}

func stopDetail(raw conv.Raw) *conv.StopDetail {
	d := &conv.StopDetail{}
	for key, value := range raw.Fields {
		switch isText := value[0] == '"'; {
		case key == "raw" && isText:
			d.Raw = value.Text()
		case key == "kind" && isText:
			d.Kind = conv.StopKind(value.Text())
		default:
			residue.Set(&d.Node, extension.ResidueKey(key), value)
		}
	}
	return d
}

// counts are the counts of an entry. The first three are always written: totals
// of the others. The protocol has no name for cache writes for an hour, but an
// entry may have additional fields.
var counts = [...]string{
	"inputTokens", "outputTokens", "totalTokens",
	"reasoningTokens", "cachedInputTokens", "cacheWriteInputTokens", "cacheWrite1hInputTokens",
}

// wireCounts are the counts of a usage, in the order of counts.
func wireCounts(u *conv.Usage) [len(counts)]int64 {
	input := u.Input + u.CacheRead + u.CacheWrite
	return [...]int64{input, u.Output, input + u.Output, u.Reasoning, u.CacheRead, u.CacheWrite, u.CacheWrite1h}
}

// readUsage reads the counts of one entry, nil if it has none, and its model.
func readUsage(raw conv.Raw) (*conv.Usage, string) {
	u, model, some := &conv.Usage{}, "", false
	var n [len(counts)]int64
	snake := false
	for key, value := range raw.Fields {
		if key == "model" && value[0] == '"' {
			model = value.Text()
			continue
		}
		usual := aliases.Usual(key)
		i := slices.Index(counts[:], usual)
		snake = snake || i >= 0 && usual != key
		if i < 0 {
			residue.Set(&u.Node, extension.ResidueKey(key), value)
			continue
		}
		if value[0] == '-' || value[0]-'0' <= 9 {
			n[i], some = countOf(value), true
		}
	}
	u.Output, u.Reasoning, u.CacheRead, u.CacheWrite, u.CacheWrite1h = n[1], n[3], n[4], n[5], n[6]
	if u.Input = n[0]; u.Input >= 0 {
		u.Input = max(n[0]-u.CacheRead-u.CacheWrite, 0)
	}
	if !some {
		return nil, model
	}
	setAliases(&u.Node, snake)
	if usageText(model, u) != raw {
		setAliases(&u.Node, false)
		residue.Set(&u.Node, hintRaw, raw)
	}
	residue.Settle(&u.Node)
	return u, model
}

// countOf is a number of tokens. One that cannot be stays impossible: a negative one
// negative, one that is not whole or out of bounds the largest.
func countOf(value conv.Raw) int64 {
	n, ok := conv.Number(value).Int()
	switch {
	case ok:
		return min(max(n, -record.MaxCount), record.MaxCount)
	case value[0] == '-':
		return -record.MaxCount
	}
	return record.MaxCount
}

// hintRaw is the hint that keeps an entry as it was read, if writing its
// counts would give another.
const hintRaw = "~raw"

// sameCounts reports whether two usages, which may be nil, have equal counts.
func sameCounts(u, v *conv.Usage) bool {
	if u == nil || v == nil {
		return u == v
	}
	return wireCounts(u) == wireCounts(v)
}

// sumUsages is the sum of the counts in a list of entries, the number of
// entries, and the model if there is only one.
func sumUsages(raw conv.Raw) (sum *conv.Usage, model string, n int) {
	for entry := range raw.Elements {
		u, named := readUsage(entry)
		if n++; n == 1 {
			sum, model = u, named
			continue
		}
		sum = cmp.Or(sum, &conv.Usage{})
		sum.Extensions, model = nil, ""
		sum.Add(u)
	}
	return sum, model, n
}

// usageText is what writeUsage writes.
func usageText(model string, u *conv.Usage) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { writeUsage(w, model, u) })
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
		for i, n := range wireCounts(u) {
			if n != 0 || i < 3 {
				w.IntField(residue.Key(&u.Node, counts[i]), n)
			}
		}
		u.Node.Extensions.WriteFamily(w, family)
	}
	w.EndObject()
}

// runName is the id of the nth run of a stream, if it has none.
func runName(n int) string { return defaultRun + strconv.Itoa(n) }
