package gemini

import (
	"cmp"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func decodeResponse(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	a := &answer{}
	d.in.SetOffset(&a.m.Node)
	if d.in.WantObject("an answer") {
		for name := range d.in.Fields {
			d.answerField(a, name)
		}
	}
	list := []conv.Message{a.message()}
	(&naming{}).identify(list)
	return d.in.One(&conv.Conversation{Messages: list})
}

// answer collects what is read of a response.
type answer struct {
	m          conv.AssistantMessage
	detail     conv.StopDetail
	usage      rawjson.Fields
	counted    bool // a usage was read
	begun      bool // a candidate was read
	others     []conv.Raw
	blocked    string // why the prompt was blocked
	finish     string
	finishText string
	failed     bool
	content    func() // reads the content of the candidate at hand
}

var answerFields = []string{"candidates", "promptFeedback", "usageMetadata", "modelVersion", "responseId", "error", "createTime"}

// answerField reads a field of a response or of a chunk.
func (d *decoder) answerField(a *answer, written string) {
	if d.in.IsNull() {
		return
	}
	switch residue.Known(&a.detail.Node, written, answerFields) {
	case "candidates":
		if !d.in.Streamed {
			a.m.Content, a.others, a.begun = nil, nil, false
		}
		d.candidates(a, func(int) {
			var wire conv.Node
			d.model(&a.m, &wire)
			a.keepContent(&wire)
		})
	case "promptFeedback":
		raw := d.in.Raw()
		a.detail.Extensions.Set(family, written, raw)
		a.blocked = cmp.Or(raw.Lookup("blockReason").Text(), raw.Lookup("block_reason").Text())
	case "usageMetadata":
		a.counted = true
		if !d.in.Streamed {
			a.usage.Reset()
		}
		d.in.Overlay(&a.usage, func(name string) bool { return slices.Contains(counts, record.Camel(name)) })
	case "modelVersion":
		d.overlay(&a.m.Model, &a.detail.Node, "modelVersion")
	case "responseId":
		d.overlay(&a.m.ResponseID, &a.detail.Node, "responseId")
	case "createTime":
		d.in.KeepQuietly(&a.detail.Node, written)
	case "error":
		d.failure(a)
	default:
		d.in.KeepInside(&a.detail.Node, "response", written, d.in.Offset())
	}
}

// overlay reads a string into s. In a stream an empty string does not replace
// an earlier one.
func (d *decoder) overlay(s *string, n *conv.Node, name string) {
	read := d.in.OptStr(n, name)
	if read == "" && *s != "" && d.in.Streamed {
		residue.RereadAll(n, name)
		return
	}
	*s = read
}

// candidates reads the first candidate as the answer. content reads its
// content, given where the candidate begins. The other candidates stay as they
// are.
func (d *decoder) candidates(a *answer, content func(at int)) {
	first := true
	for range d.in.Elements {
		if (first || d.in.Streamed) && d.isFirst() {
			a.begun = true
			d.candidate(a, content)
		} else {
			a.others = append(a.others, d.in.Raw())
		}
		first = false
	}
}

// isFirst reports whether the next candidate has index 0 or no index.
func (d *decoder) isFirst() bool {
	if !d.in.Streamed {
		return true
	}
	index := peek(d.in.Buffer()[d.in.Offset():], "index", rawjson.Num)
	return index == "" || index == "0"
}

// candidate reads a candidate. Fields that do not belong to the conversation
// become residue of its stop.
func (d *decoder) candidate(a *answer, content func(at int)) {
	at, found := d.in.Offset(), d.in.Streamed
	if !d.in.WantObject("a candidate") {
		return
	}
	a.content = func() {
		found = true
		content(at)
	}
	if record.Read(objects().candidate, d, a); !found {
		residue.SetHint(&a.detail.Node, "content", "null")
	}
}

func candidateRecord() *record.Record[*decoder, *answer] {
	r := record.New[*decoder](residue, "", func(a *answer) *conv.Node { return &a.detail.Node })
	r.Unplaced = true
	record.Field(r, "content", func(_ *decoder, a *answer) { a.content() }, nil)
	record.Field(r, "finishReason", (*decoder).finishReason, nil)
	record.Field(r, "finishMessage", func(d *decoder, a *answer) { a.finishText = d.finishing(a, "finishMessage") }, nil)
	record.Field(r, "index", func(d *decoder, a *answer) {
		if isNumber, raw := d.in.Kind() == rawjson.Num, d.in.Raw(); !d.in.Streamed || !isNumber || raw == "0" { // the first that it gives counts
			residue.SetHint(&a.detail.Node, "index", raw)
		}
	}, nil)
	record.KnownAll(r, nil, "safetyRatings", "citationMetadata", "groundingMetadata", "urlContextMetadata", "avgLogprobs",
		"logprobsResult", "tokenCount", "continuationToken", "groundingAttributions")
	return r
}

// finishReason reads a word or, as some servers write it, its number.
func (d *decoder) finishReason(a *answer) {
	if d.in.Kind() != rawjson.Num {
		a.finish = d.finishing(a, "finishReason")
		return
	}
	residue.RereadAll(&a.detail.Node, "finishReason")
	number := d.in.Raw()
	residue.SetHint(&a.detail.Node, "finishReason", number)
	a.finish = wordOf(number)
}

// finishing reads a string of a candidate. An empty one is residue.
func (d *decoder) finishing(a *answer, name string) string {
	n := &a.detail.Node
	residue.RereadAll(n, name)
	text := d.in.Str()
	if text == "" {
		residue.Set(n, residue.Key(n, name), `""`)
	}
	return text
}

// keepContent keeps the fields of a content other than its parts.
func (a *answer) keepContent(wire *conv.Node) {
	for _, m := range residue.Of(wire) {
		key, field := extension.WireKey(m.Key)
		if field {
			key = "content." + key
		}
		residue.Set(&a.detail.Node, key, m.Value)
	}
}

// failure reads an error in place of a response, or at its end.
func (d *decoder) failure(a *answer) {
	if !d.in.WantObject("an error") {
		return
	}
	state, said := "", false
	var rest conv.Node
	for written := range d.fields {
		switch written {
		case "message":
			a.m.ErrorMessage, said = d.in.Str(), true
		case "status":
			state = d.in.Str()
		case "code", "details":
			d.in.KeepQuietly(&rest, written)
		default:
			d.Keep(&rest, written)
		}
	}
	a.failed = true
	takeFailure(&a.m, &a.detail, state)
	raw := cmp.Or(residue.Object(&rest), "{}")
	n := &a.detail.Node
	residue.RereadAll(n, "error")
	residue.RereadAll(n, "message")
	switch {
	case said && a.m.ErrorMessage == "":
		residue.SetHint(n, "message", `""`)
	case !said:
		residue.SetHint(n, "message", "null")
	case a.m.ErrorMessage == state:
		a.m.ErrorMessage = ""
	}
	switch {
	case peek([]byte(raw), "details", rawjson.Invalid) != "" || len(rest.Extensions.Of(family)) > 1:
		n.Extensions.Set(family, "error", raw)
	case raw != usualError(state) || n.Extensions.Get(family, format.UnknownStop) != "":
		residue.SetHint(n, "error", raw)
	}
}

// usualError is what an error has next to its message and state.
func usualError(state string) conv.Raw {
	return `{"code":` + conv.Raw(rawjson.NumberOf(cmp.Or(status(state), 500))) + `}`
}

// message is the answer, as far as it was read.
func (a *answer) message() *conv.AssistantMessage {
	m, detail := a.m, a.detail
	detail.Extensions = detail.Extensions.Clone()
	m.Protocol = Wire
	n := &detail.Node
	if a.counted {
		m.Usage = usageOf(&a.usage)
	}
	switch {
	case !a.failed:
		a.takeEnd(&m, &detail)
	case a.finishText != "" && m.StopReason == conv.StopAborted && detail.Kind == conv.KindInterrupted:
		residue.SetHint(n, "finishMessage", rawjson.Quoted(a.finishText))
	}
	if !a.begun && !a.failed {
		residue.SetHint(n, "candidates", "null")
	}
	if a.others != nil {
		n.Extensions.Set(family, "candidates", rawjson.ArrayOf(a.others))
	}
	residue.Settle(n)
	if detail.Raw != "" || detail.Kind != "" || detail.Extensions != nil {
		m.StopDetail = &detail
	}
	return &m
}

// takeEnd sets how an answer ended without an error. The word for a normal end
// is a hint, since the answer itself shows how it ended.
func (a *answer) takeEnd(m *conv.AssistantMessage, detail *conv.StopDetail) {
	n := &detail.Node
	switch {
	case a.finish != "":
		takeStop(m, detail, a.finish)
		takeCalls(m, detail)
	case a.blocked != "":
		takeStop(m, detail, a.blocked)
		if m.StopReason == conv.StopNormal {
			m.StopReason = conv.StopError
		}
		residue.SetHint(n, "finishReason", "null")
		if !a.begun {
			m.ErrorMessage = n.Extensions.Get(family, "promptFeedback").Lookup("blockReasonMessage").Text()
		}
	default:
		residue.SetHint(n, "finishReason", "null")
	}
	switch {
	case a.finishText == "":
	case m.StopReason == conv.StopError:
		m.ErrorMessage = a.finishText
	default:
		residue.SetHint(n, "finishMessage", rawjson.Quoted(a.finishText))
	}
}
