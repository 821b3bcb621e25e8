package cursor

import (
	"cmp"
	"iter"
	"strconv"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/session"
)

// The two kinds of bubbles, as older chats and others say them.
const (
	ofUser  = "user"
	ofModel = "ai"
)

func decodeChats(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewPlain(own, data, notes)}
	return d.Rows(d.chat)
}

// chat reads a chat with its bubbles.
func (d *decoder) chat() *conv.Conversation {
	d.Begin()
	s := &conv.Session{Agent: family}
	if d.C.Session, d.count = s, 0; !d.WantOneOf("a chat of Cursor", "conversation", "bubbles") {
		return d.C
	}
	bubbles := max(d.Ahead("conversation"), d.Ahead("bubbles"))
	raw := d.Raw()
	if d.Err() != nil {
		return d.C
	}
	d.C.ID, d.C.Title = parts.Str(raw, "composerId tabId"), parts.Str(raw, "name chatTitle")
	s.Started, s.Updated = session.Time(parts.At(raw, "createdAt")), session.Time(parts.At(raw, "lastUpdatedAt lastSendTime"))
	s.Cwd = parts.Str(raw, "workspaceIdentifier.uri.fsPath workspaceIdentifier.uri.path")
	d.Rest(&s.Node, raw, "_v composerId tabId name chatTitle createdAt lastUpdatedAt lastSendTime conversation bubbles")
	model := modelOf(raw, "modelConfig.modelName")
	d.Each(bubbles, "bubbles", func(bubble conv.Raw, at int) { d.bubble(bubble, model, at) })
	return d.C
}

// bubble reads a question, or a piece of an answer: reasoning, text or a call.
func (d *decoder) bubble(raw conv.Raw, model string, at int) {
	const read = "_v type bubbleId id createdAt timestamp text rawText images thinking toolFormerData tokenCount modelInfo"
	counts := raw.Lookup("tokenCount")
	d.Lose(counts, at, "inputTokens outputTokens")
	kind := parts.Str(raw, "type")
	switch raw.Lookup("type") {
	case "1":
		kind = ofUser
	case "2":
		kind = ofModel
	}
	switch kind {
	case ofUser:
		u := d.Open(ofUser, at)
		meta := conv.MetaOf(u)
		meta.ID, meta.Timestamp = parts.Str(raw, "bubbleId id"), session.Time(parts.At(raw, "createdAt timestamp"))
		d.said(u, parts.Str(raw, "text"), at)
		for image := range raw.Lookup("images").Elements {
			d.Media(u, "image", &conv.Media{Data: parts.Str(image, "data"), MIMEType: parts.Str(image, "mimeType")}, image, at)
		}
		d.Rest(&meta.Node, raw, read)
	case ofModel:
		thought := raw.Lookup("thinking")
		a := d.answer(raw, model, at)
		d.Thinking(a, parts.Str(thought, "text"), parts.Str(thought, "signature"), thought, at)
		d.Text(a, parts.Str(raw, "text rawText"), at)
		if isCount(counts.Lookup("inputTokens")) || isCount(counts.Lookup("outputTokens")) {
			parts.Usage(a, counts.Lookup, "inputTokens outputTokens")
		}
		d.Lose(thought, at, "text signature")
		d.Lose(raw.Lookup("modelInfo"), at, "modelName")
		tool := raw.Lookup("toolFormerData")
		if parts.Str(tool, "name") == "" {
			d.Left(raw, read)
			return
		}
		t := d.called(a, tool, at)
		d.Left(raw, read)
		d.came(t, tool, at)
	default:
		d.Custom(cmp.Or(kind, "bubble"), raw, false, at)
	}
}

// answer is the message that a bubble belongs to: the answer that goes on, up to a result.
func (d *decoder) answer(raw conv.Raw, model string, at int) *conv.AssistantMessage {
	if n := len(d.C.Messages); n > 0 {
		if a, ok := d.C.Messages[n-1].(*conv.AssistantMessage); ok {
			return a
		}
	}
	a := d.Open("assistant", at).(*conv.AssistantMessage)
	a.ID, a.Timestamp = parts.Str(raw, "bubbleId id"), session.Time(parts.At(raw, "createdAt timestamp"))
	a.Model = cmp.Or(modelOf(raw, "modelInfo.modelName"), model)
	return a
}

// called reads a call. Its arguments are JSON in a text.
func (d *decoder) called(a *conv.AssistantMessage, tool conv.Raw, at int) *conv.ToolCall {
	d.count++
	id := cmp.Or(parts.Str(tool, "toolCallId"), "call_"+strconv.Itoa(d.count))
	t := d.Call(a, id, parts.Str(tool, "name"), cmp.Or(tool.Lookup("rawArgs"), tool.Lookup("params")), tool, at)
	d.Rest(&t.Node, tool, "toolCallId name rawArgs params result error status")
	return t
}

// came reads what came of a call, if it was answered.
func (d *decoder) came(t *conv.ToolCall, tool conv.Raw, at int) {
	failed := parts.Str(tool, "error.modelVisibleErrorMessage error.clientVisibleErrorMessage error")
	result, status := tool.Lookup("result"), parts.Str(tool, "status")
	if result == "" && failed == "" && status != "completed" {
		return
	}
	d.Lose(tool.Lookup("error"), at, "modelVisibleErrorMessage clientVisibleErrorMessage")
	r := d.Result(t.ID, t.Name, at)
	r.IsError = failed != "" || status == "error"
	d.Value(r, result, at)
	d.Text(r, failed, at)
}

// modelOf is the model at a path; "" for the one that Cursor chooses.
func modelOf(raw conv.Raw, path string) string {
	if name := parts.Str(raw, path); name != "default" {
		return name
	}
	return ""
}

func isCount(v conv.Raw) bool { return v != "" && v != "0" }
