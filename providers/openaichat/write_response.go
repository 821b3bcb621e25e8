package openaichat

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// placeholderID is the id of an answer without one: the API demands an id.
const placeholderID = "chatcmpl-convo"

// writeResponse writes the conversation's last answer as a response.
func writeResponse(w *rawjson.Writer, c *conv.Conversation) {
	r := newResponseWriter(w, record.LastAnswer(c))
	m := r.message
	lone := r.lone()
	w.BeginObject()
	n := &r.detail.Node
	if !lone && (m.ResponseID != "" || !r.lacks("id")) {
		r.name("id", m.ResponseID, cmp.Or(residue.Get(n, "id"), residue.Blank(n, "id"), rawjson.Quoted(placeholderID)))
	}
	r.object(lone)
	if !lone && (m.Timestamp != 0 || !r.lacks("created")) {
		r.created()
	}
	if !lone && (m.Model != "" || !r.lacks("model")) {
		r.name("model", m.Model, residue.Get(n, "model"))
	}
	if !lone && (len(m.Content) > 0 || !r.lacks("choices")) {
		w.Key("choices")
		r.choices()
	}
	if u := m.Usage; u != nil && residue.Get(&u.Node, hintUsage) == "" {
		w.Key("usage")
		writeUsage(w, u)
	}
	r.failure()
	residue.Write(w, n, "id", "object", "created", "model", "choices", "error", "logprobs", "finish_reason", record.Unless(m.Usage == nil, "usage"))
	w.EndObject()
}

// responseWriter writes one answer.
type responseWriter struct {
	out     *rawjson.Writer
	message *conv.AssistantMessage
	detail  *conv.StopDetail
	extras  conv.Raw // unknown fields of the first choice
	others  []conv.Raw
}

func newResponseWriter(w *rawjson.Writer, m *conv.AssistantMessage) *responseWriter {
	r := &responseWriter{out: w, message: m, detail: m.StopDetail}
	r.detail = cmp.Or(r.detail, &conv.StopDetail{})
	if all := slices.Collect(residue.Get(&r.detail.Node, "choices").Elements); len(all) > 0 {
		r.extras, r.others = all[0], all[1:]
	}
	return r
}

// lacks reports whether a usual field was absent from the input.
func (r *responseWriter) lacks(key string) bool { return residue.Lacks(&r.detail.Node, key) }

// lone reports whether there is nothing but an error.
func (r *responseWriter) lone() bool {
	m := r.message
	return m.ErrorMessage != "" && m.StopReason == conv.StopError && r.detail.Raw == "error" && len(m.Content) == 0 &&
		m.ResponseID == "" && m.Model == "" && m.Timestamp == 0 && m.Usage == nil && residue.Plain(&m.Node) && residue.Get(&r.detail.Node, record.HintLacks) == "" &&
		r.extras == "" && residue.Get(&r.detail.Node, "finish_reason") == ""
}

// name writes a name of the answer, or what is in the place of one.
func (r *responseWriter) name(key, name string, without conv.Raw) {
	r.out.Key(key)
	if name == "" && without != "" {
		r.out.Raw(without)
		return
	}
	r.out.Str(name)
}

func (r *responseWriter) object(lone bool) {
	switch raw := residue.Get(&r.detail.Node, hintObject); {
	case raw != "":
		r.out.RawField("object", raw)
	case !lone && !r.lacks("object"):
		r.out.Field("object", "chat.completion")
	}
}

func (r *responseWriter) created() {
	r.out.Key("created")
	seconds := r.message.Timestamp / 1000
	if raw := residue.Get(&r.detail.Node, "created"); raw != "" {
		if s, ok := conv.Number(raw).Int(); !ok && seconds == 0 || ok && s == seconds || seconds == 0 {
			r.out.Raw(raw)
			return
		}
	}
	r.out.Int(seconds)
}

func (r *responseWriter) choices() {
	r.out.BeginArray()
	if len(r.message.Content) > 0 || !r.lacks("choice") {
		r.choice()
	}
	for _, raw := range r.others {
		r.out.Raw(raw)
	}
	r.out.EndArray()
}

func (r *responseWriter) choice() {
	r.out.BeginObject()
	if r.extras.Lookup("index") == "" && !r.lacks("index") {
		r.out.IntField("index", 0)
	}
	if len(r.message.Content) > 0 || !r.lacks("message") {
		r.out.Key("message")
		r.answer()
	}
	r.out.RawField("logprobs", residue.Get(&r.detail.Node, "logprobs"))
	blank := r.extras.Lookup("finish_reason") != ""
	word := stopWord(r.message)
	made := r.detail.Raw == "" && (r.message.StopReason == conv.StopNormal || r.message.StopReason == conv.StopToolUse)
	blank = blank && (word == "" || made || word == "error" && r.message.ErrorMessage != "")
	if !blank {
		r.finishReason(word)
	}
	if u := r.message.Usage; u != nil && residue.Get(&u.Node, hintUsage) != "" {
		r.out.Key("usage")
		writeUsage(r.out, u)
	}
	record.WriteFields(r.out, r.extras, record.Unless(blank, "finish_reason"))
	r.out.EndObject()
}

func (r *responseWriter) finishReason(word string) {
	r.out.Key("finish_reason")
	if word == "" || word == "error" && r.message.ErrorMessage != "" && r.lacks("finish_reason") {
		r.out.Null()
		return
	}
	r.out.Str(word)
}

// failure writes the error, unless the choice has it or the body is an error.
func (r *responseWriter) failure() {
	m := r.message
	if residue.Get(&r.detail.Node, hintObject) == `"error"` && residue.Get(&r.detail.Node, "error") == "" {
		r.out.OptField("message", m.ErrorMessage)
		return
	}
	inChoice := r.extras.Lookup("error")
	writeError(r.out, m, inChoice != "" && protocol.ErrorMessage(inChoice) == m.ErrorMessage && residue.Get(&r.detail.Node, "error") == "")
}

// answer writes the message of an answer.
func (r *responseWriter) answer() {
	record.Write(objects().assistant, r.out, &said{AssistantMessage: r.message, thread: &Thread{}, answer: r})
}

// content writes the text of an answer: a string, or null if there is none.
// Servers that answer with parts of their own types send a list.
func (r *responseWriter) content(w *rawjson.Writer) {
	m := r.message
	if raw := residue.Get(&m.Node, hintContent); raw != "" && sameContent(m, raw) {
		w.Raw(raw)
		return
	}
	var only *conv.TextContent
	var parts []conv.AssistantContent
	opaque := false
	for _, b := range m.Content {
		t, isText := b.(*conv.TextContent)
		if !isPart(b, nil) || isText && t.Refusal {
			continue
		}
		parts = append(parts, b)
		only, opaque = t, opaque || !isText
	}
	switch {
	case opaque || len(parts) > 1:
		writeParts(w, parts, nil)
	case only != nil:
		conv.WriteText(w, &only.Node, only.Text)
	default:
		w.Null()
	}
}

// refusal is the first refusal, nil without one.
func (r *responseWriter) refusal() *conv.TextContent {
	for _, b := range r.message.Content {
		if t, ok := b.(*conv.TextContent); ok && t.Refusal {
			return t
		}
	}
	return nil
}
