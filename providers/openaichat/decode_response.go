package openaichat

import (
	"cmp"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// decodeResponse reads a response body: an answer, or an error in its place.
func decodeResponse(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.answer = true
	return d.in.One(&conv.Conversation{Messages: []conv.Message{d.response()}})
}

// answerDraft collects an answer: its message, and what the body has outside
// the message.
type answerDraft struct {
	message *conv.AssistantMessage
	detail  *conv.StopDetail
	seen    []string // the usual fields that were found
	lacks   []string // the others
	extras  conv.Raw // unknown fields of the first choice
	others  []conv.Raw
}

func newDraft() *answerDraft {
	m := &conv.AssistantMessage{Protocol: Wire}
	return &answerDraft{message: m, detail: &conv.StopDetail{}}
}

func (a *answerDraft) saw(key string) { a.seen = append(a.seen, key) }

func (a *answerDraft) has(key string) bool { return slices.Contains(a.seen, key) }

// usual are the fields that an answer usually has. The last four belong to the
// choice and the message.
var usual = [...]string{"id", "object", "created", "model", "choices", "index", "message", "role", "finish_reason"}

func (d *decoder) response() *conv.AssistantMessage {
	at := d.in.Offset()
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(at, "want an answer as an object, got %s", k)
		return nil
	}
	a := newDraft()
	d.in.SetOffset(&a.message.Node)
	d.in.SetOffset(&a.detail.Node)
	failed := false
	for key := range d.in.Fields {
		if key != "choices" && d.in.IsNull() {
			continue
		}
		switch key {
		case "choices":
			if d.choices(a) {
				a.saw(key)
			}
		case "error":
			failed = true
			d.failure(a)
		case "object":
			a.saw(key)
			if s := d.in.Raw(); s != `"chat.completion"` {
				residue.Set(&a.detail.Node, hintObject, s)
				failed = failed || s == `"error"`
				a.reason()
			}
		default:
			a.saw(key)
			d.head(a, key)
		}
	}
	if !failed && !a.has("choices") {
		d.in.Fail(at, "an answer without choices")
	}
	if !failed || a.message.Usage != nil || slices.ContainsFunc(usual[:5], a.has) {
		a.missing()
	}
	return a.finish()
}

// head reads a field of the body other than choices.
func (d *decoder) head(a *answerDraft, key string) {
	m, n := a.message, &a.detail.Node
	switch kind := d.in.Kind(); {
	case key == "id" && kind == rawjson.String:
		if m.ResponseID = d.in.OptStr(n, key); m.ResponseID == placeholderID {
			m.ResponseID = ""
		}
	case key == "model" && kind == rawjson.String:
		m.Model = d.in.Str()
	case key == "created" && kind == rawjson.Num:
		record.Seconds(&d.in, &m.Timestamp, n, key)
	case key == "usage" && kind == rawjson.Object:
		m.Usage = d.usage()
	case key == "message" && kind == rawjson.String && residue.Get(n, hintObject) == `"error"`:
		m.ErrorMessage = d.in.Str()
	case slices.Contains(besideAnswer, key):
		d.in.Known(n, key)
	case key == "logprobs" || key == "finish_reason": // these belong to the choice
		d.escape(n, key)
	default:
		d.Keep(n, key)
	}
}

// besideAnswer are fields that servers add to the body of an answer.
var besideAnswer = []string{
	"service_tier", "system_fingerprint", "provider", "citations", "search_results", "prompt_filter_results",
	"prompt_logprobs", "kv_transfer_params", "moderation", "metadata", "request_id",
}

// reason takes what an error said before it was known to be one.
func (a *answerDraft) reason() {
	n := &a.detail.Node
	if said := residue.Get(n, "message"); said != "" && said[0] == '"' && residue.Get(n, hintObject) == `"error"` {
		a.message.ErrorMessage = said.Text()
		residue.Drop(n, "message")
	}
}

// choices reads the first choice as the message and keeps the others as they
// are.
func (d *decoder) choices(a *answerDraft) bool {
	if d.in.Kind() != rawjson.Array {
		d.in.Known(&a.detail.Node, "choices")
		return false
	}
	for i := range d.in.Elements {
		switch {
		case i > 0:
			a.others = append(a.others, d.in.Raw())
		case d.in.Kind() == rawjson.Object:
			a.saw("choice")
			d.choice(a)
		default:
			d.in.Fail(d.in.Offset(), "want a choice as an object, got %s", d.in.Kind())
		}
	}
	return true
}

func (d *decoder) choice(a *answerDraft) {
	for key := range d.in.Fields {
		if d.in.IsNull() {
			continue
		}
		if key == "index" || key == "message" || key == "finish_reason" {
			a.saw(key)
		}
		switch {
		case key == "message" && d.in.Kind() == rawjson.Object:
			d.answerMessage(a)
		case key == "finish_reason" && d.in.Kind() == rawjson.String:
			d.finishReason(a)
		case key == "usage" && d.in.Kind() == rawjson.Object && a.message.Usage == nil: // Moonshot
			a.message.Usage = d.usage()
			residue.Set(&a.message.Usage.Node, hintUsage, `"choice"`)
		case key == "logprobs":
			d.in.Known(&a.detail.Node, key)
		default:
			d.choiceExtra(a, key)
		}
	}
}

// choiceExtra keeps a field of the choice that the model has no place for.
func (d *decoder) choiceExtra(a *answerDraft, key string) {
	at := d.in.Offset()
	raw := d.in.Raw()
	switch {
	case key == "index" && raw == "0":
		return
	case key == "error" && a.message.ErrorMessage == "": // OpenRouter
		a.message.ErrorMessage = protocol.ErrorMessage(raw)
	case key != "index" && key != "native_finish_reason" && key != "stop_reason" && key != "content_filter_results" && key != "matched_stop":
		d.in.Notes.Unknown(at, "field", "choices."+key)
	}
	a.extras = withMember(a.extras, key, raw)
}

func (d *decoder) finishReason(a *answerDraft) {
	word := d.in.Str()
	if word == "" {
		a.extras = withMember(a.extras, "finish_reason", `""`)
	}
	setStop(a.message, a.detail, word)
}

func (d *decoder) answerMessage(a *answerDraft) {
	m := a.message
	s, at := said{AssistantMessage: m}, m.Offset()
	if record.Read(objects().assistant, d.inMessage(), &s); s.hasRole {
		a.saw("role")
	}
	m.SetOffset(at) // the answer begins where its body begins
}

// missing remembers which usual fields are absent.
func (a *answerDraft) missing() {
	for i, key := range usual {
		if !a.has(key) && (i < 5 || a.has("choice")) && (key != "role" || a.has("message")) {
			a.lacks = append(a.lacks, key)
		}
	}
	if a.has("choices") && !a.has("choice") {
		a.lacks = append(a.lacks, "choice")
	}
}

// finish returns the message. Its StopDetail holds what the body has outside
// the message.
func (a *answerDraft) finish() *conv.AssistantMessage {
	m, n := a.message, &a.detail.Node
	if m.ErrorMessage != "" && m.StopReason == "" {
		m.StopReason, a.detail.Raw = conv.StopError, "error"
	}
	if a.extras != "" || len(a.others) > 0 {
		residue.Set(n, "choices", choiceList(a.extras, a.others))
	}
	if len(a.lacks) > 0 {
		residue.Set(n, record.HintLacks, rawjson.StringsOf(a.lacks))
	}
	residue.Settle(n)
	residue.Settle(&m.Node)
	if m.StopReason != "" || len(n.Extensions) > 0 {
		m.StopDetail = a.detail
	}
	return m
}

// choiceList is the residue of the choices: an object with the unknown fields
// of the first choice, then the other choices.
func choiceList(extras conv.Raw, others []conv.Raw) conv.Raw {
	return rawjson.ArrayOf(append([]conv.Raw{cmp.Or(extras, "{}")}, others...))
}
