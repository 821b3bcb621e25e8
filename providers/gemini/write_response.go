package gemini

import (
	"cmp"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func writeResponse(w *rawjson.Writer, c *conv.Conversation) {
	m := record.LastAnswer(c)
	n, end := detailNode(m), endingOf(m)
	w.BeginObject()
	if !end.failed || len(m.Content) > 0 {
		writeCandidates(w, n, func() { writeCandidate(w, m, end) })
	}
	writeTop(w, m, n)
	if end.failed {
		writeFailure(w, n, end.state, m.ErrorMessage)
	}
	w.EndObject()
}

// detailNode has the residue of an answer.
func detailNode(m *conv.AssistantMessage) *conv.Node {
	return &cmp.Or(m.StopDetail, &conv.StopDetail{}).Node
}

// writeCandidates writes the candidates: the first by calling first, if it has
// one, and the others as they were.
func writeCandidates(w *rawjson.Writer, n *conv.Node, first func()) {
	none := residue.Hint(n, "candidates") == "null"
	others := n.Extensions.Get(family, "candidates")
	if none && others == "" {
		return
	}
	w.ArrayField("candidates")
	if !none {
		first()
	}
	for other := range others.Elements {
		w.Raw(other)
	}
	w.EndArray()
}

func writeCandidate(w *rawjson.Writer, m *conv.AssistantMessage, end ending) {
	n := detailNode(m)
	w.BeginObject()
	if residue.Hint(n, "content") != "null" || len(m.Content) > 0 {
		w.ObjectField("content")
		writeParts(w, n, []conv.Message{m}, &naming{})
		writeRole(w, n, roleModel)
		residue.WriteInside(w, n, "content")
		residue.Write(w, &m.Node)
		w.EndObject()
	}
	writeEnd(w, m, n, end)
	w.EndObject()
}

// isTop reports whether a field of an answer's residue stands outside the
// candidate.
func isTop(name string) bool {
	switch record.Camel(name) {
	case "promptFeedback", "createTime", "candidates", "error":
		return true
	}
	return isNested(name)
}

// writeEnd writes why a candidate ended, and the details.
func writeEnd(w *rawjson.Writer, m *conv.AssistantMessage, n *conv.Node, end ending) {
	switch hint := residue.Hint(n, "finishReason"); {
	case end.finish == "" || hint == "null":
	case hint != "" && wordOf(hint) == end.finish:
		w.RawField(residue.Key(n, "finishReason"), hint)
	default:
		w.Field(residue.Key(n, "finishReason"), end.finish)
	}
	w.OptRaw("index", residue.Hint(n, "index"))
	switch hint := residue.Hint(n, "finishMessage"); {
	case m.ErrorMessage != "" && !end.failed:
		w.Field(residue.Key(n, "finishMessage"), m.ErrorMessage)
	case m.StopReason != conv.StopError:
		w.OptRaw(residue.Key(n, "finishMessage"), hint)
	}
	for _, x := range n.Extensions.Of(family) {
		if key, ok := extension.WireKey(x.Key); ok && !isTop(x.Key) {
			w.RawField(key, x.Value)
		}
	}
}

// writeTop writes the fields next to the candidates.
func writeTop(w *rawjson.Writer, m *conv.AssistantMessage, n *conv.Node) {
	for _, x := range n.Extensions.Of(family) {
		switch record.Camel(x.Key) {
		case "promptFeedback", "createTime":
			w.RawField(x.Key, x.Value)
		}
	}
	if m.Usage != nil {
		w.Key(residue.Key(n, "usageMetadata"))
		writeUsage(w, m.Usage)
	}
	residue.WriteOptText(w, n, "modelVersion", "modelVersion", m.Model)
	residue.WriteOptText(w, n, "responseId", "responseId", m.ResponseID)
	residue.WriteInside(w, n, "response")
}

// errorRest is what an error had next to its message and state, "" if it was
// the usual.
func errorRest(n *conv.Node) conv.Raw {
	return cmp.Or(residue.Get(n, "error"), residue.Hint(n, "error"))
}

// writeFailure writes the error that ended an answer.
func writeFailure(w *rawjson.Writer, n *conv.Node, state, message string) {
	w.ObjectField("error")
	switch hint := residue.Hint(n, "message"); {
	case message != "":
		w.Field("message", message)
	case hint == "":
		w.OptField("message", state) // an error needs a message
	case hint != "null":
		w.RawField("message", hint)
	}
	w.OptField("status", state)
	record.WriteFields(w, cmp.Or(errorRest(n), usualError(state)))
	w.EndObject()
}
