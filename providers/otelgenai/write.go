package otelgenai

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a conversation as one span of OTLP.
func write(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	around(w, "resourceSpans", own.Get(&c.Node, resourceRest), func() {
		around(w, "scopeSpans", own.Get(&c.Node, scopeRest), func() {
			w.ArrayField("spans")
			writeSpan(w, c)
			w.EndArray()
		})
	})
	w.EndObject()
}

// around writes a list of one object: what was read around the spans, and what is within.
func around(w *rawjson.Writer, key string, rest conv.Raw, within func()) {
	w.ArrayField(key)
	w.BeginObject()
	record.WriteFields(w, rest, "scopeSpans", "spans")
	within()
	w.EndObject()
	w.EndArray()
}

// writeSpan writes the span: what was read of it, or what OTLP demands.
func writeSpan(w *rawjson.Writer, c *conv.Conversation) {
	n, m := &c.Node, answerOf(c)
	system, input, output := messagesOf(c, m)
	span := own.Get(n, spanRest)
	usual := func(key string, made conv.Raw) { w.OptRaw(key, cmp.Or(span.Field(key), made)) }
	w.BeginObject()
	usual("traceId", made(cmp.Or(c.ID, string(input+output)), 32))
	usual("spanId", made(string(input+output), 16))
	usual("name", rawjson.Quoted(nameOf(cmp.Or(own.Text(n, operationKey), chat), modelOf(c))))
	usual("kind", "3")
	usual("startTimeUnixNano", "")
	end := span.Field(endKey)
	if m != nil && milliseconds(end) != m.Timestamp {
		end = timeOf(m.Timestamp)
	}
	w.OptRaw(endKey, end)
	said := rawjson.ObjectBy(func(w *rawjson.Writer) {
		if own.Get(n, operationKey) == "" {
			w.Field(operationKey, chat)
		}
		writeRequest(w, c)
		if m != nil {
			writeAnswer(w, m, own.Get(n, finishKey) != "")
		}
		w.OptField(idKey, c.ID)
		w.OptField(systemKey, string(system))
		if len(c.Tools) > 0 {
			w.Field(toolsKey, string(toolsOf(c.Tools)))
		}
		w.OptField(inputKey, string(input))
		w.OptField(outputKey, string(output))
	})
	w.ArrayField("attributes")
	var written []string
	for key, v := range said.Fields {
		written = append(written, key)
		writeAttribute(w, key, v)
	}
	for _, r := range own.Of(n) {
		if key, ok := extension.WireKey(r.Key); ok && !parts.IsWord(rests, key) && !slices.Contains(written, key) {
			writeAttribute(w, key, r.Value)
		}
	}
	w.EndArray()
	status := span.Field("status")
	if m != nil && isFailed(m) {
		status = rawjson.ObjectBy(func(w *rawjson.Writer) {
			w.IntField("code", 2)
			w.OptField("message", m.ErrorMessage)
			record.WriteFields(w, status, "code", "message")
		})
	}
	w.OptRaw("status", status)
	record.WriteFields(w, span, "traceId", "spanId", "name", "kind", "startTimeUnixNano", endKey, "attributes", "status")
	w.EndObject()
}

// made is an id that was made up of what a span says.
func made(of string, digits int) conv.Raw {
	sum := sha256.Sum256([]byte(of))
	return rawjson.Quoted((madeID + hex.EncodeToString(sum[:]))[:digits])
}

// messagesOf is the values of three attributes, "" for none: the instructions, what the
// model was given, and its answer.
func messagesOf(c *conv.Conversation, m *conv.AssistantMessage) (system, input, output conv.Raw) {
	list := parts.WithPrompt(c)
	x := &history{names: map[string]string{}}
	if len(list) > 0 && own.Get(&c.Node, hintPrompt) == "" && conv.RoleOf(list[0]) == conv.RoleSystem {
		prompt := list[0]
		list = list[1:]
		system = x.list(func() {
			for b := range conv.BlocksOf(prompt) {
				x.part(b)
			}
		})
	}
	said := len(list)
	if m != nil {
		said--
		if own.Get(&c.Node, finishKey) == "" {
			x.answer = m
		}
	}
	if said > 0 || m == nil && system == "" { // else it is not read again
		input = x.list(func() { x.messages(list[:said]) })
	}
	if m != nil {
		output = x.list(func() { x.messages(list[said:]) })
	}
	return system, input, output
}

// writeRequest writes the parameters of the request as plain JSON.
func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	w.OptField(modelKey, modelOf(c))
	q := c.Request
	if q == nil {
		return
	}
	parts.WriteAsk(w, own, q, "", numbers)
	if q.Stop != nil {
		w.StringsField(stopKey, q.Stop)
	}
	if q.Reasoning != nil {
		w.OptField(effortKey, q.Reasoning.Effort)
	}
	w.OptBool(streamKey, q.Stream)
}

// writeAnswer writes what is known of the answer as plain JSON. Residue may have why it ended.
func writeAnswer(w *rawjson.Writer, m *conv.AssistantMessage, inResidue bool) {
	w.OptField(providerKey, m.Provider)
	model := m.ResponseModel
	if own.Get(&m.Node, hintModel) != "" {
		model = cmp.Or(model, m.Model)
	}
	w.OptField(responseModelKey, model)
	w.OptField(responseIDKey, m.ResponseID)
	if d := m.StopDetail; d != nil && d.Raw != "" && !inResidue {
		w.StringsField(finishKey, []string{d.Raw})
	}
	if m.Usage != nil {
		for i, v := range countsOf(m.Usage) {
			name, _, _ := strings.Cut(counts[i], " ")
			w.OptRaw(usagePrefix+name, v)
		}
	}
}

func toolsOf(list []conv.ToolDefinition) conv.Raw {
	x := &history{}
	return x.list(func() {
		for i := range list {
			t := &list[i]
			if t.Family != "" {
				x.Raw(t.Raw)
				continue
			}
			x.BeginObject()
			x.Fields("type", "function", "name", t.Name)
			x.OptField("description", t.Description)
			x.OptRaw("parameters", t.Parameters)
			own.Write(x.Writer, &t.Node, "type", "name", "description", "parameters")
			x.EndObject()
		}
	})
}

// history writes messages and their parts.
type history struct {
	*rawjson.Writer
	names  map[string]string      // of tools, by the id of the call
	answer *conv.AssistantMessage // an attribute says why it ended
}

// list is a list that write fills.
func (x *history) list(write func()) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) {
		x.Writer = w
		w.BeginArray()
		write()
		w.EndArray()
	})
}

func (x *history) messages(list []conv.Message) {
	for n := 0; len(list) > 0; list = list[n:] {
		n = parts.Span(list, joins)
		x.message(list[:n])
	}
}

// message writes a message, or several results as one.
func (x *history) message(list []conv.Message) {
	if m, ok := list[0].(*conv.CustomMessage); ok {
		x.Raw(m.Data)
		return
	}
	meta := conv.MetaOf(list[0])
	word := ""
	x.BeginObject()
	x.Field("role", cmp.Or(own.Text(&meta.Node, hintRole), parts.RoleOf(list[0])))
	x.OptField("name", meta.Name)
	x.ArrayField("parts")
	for _, m := range list {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			x.result(m)
			continue
		case *conv.AssistantMessage:
			if m != x.answer && m.StopDetail != nil {
				word = m.StopDetail.Raw
			}
		case *conv.UserMessage, *conv.SystemMessage:
		default:
			panic(fmt.Sprintf("otelgenai: a %T", m))
		}
		for b := range conv.BlocksOf(m) {
			x.part(b)
		}
	}
	x.EndArray()
	x.OptField("finish_reason", word)
	if conv.RoleOf(list[0]) == conv.RoleToolResult {
		record.WriteFields(x.Writer, own.Get(&meta.Node, "message"))
	} else {
		own.Write(x.Writer, &meta.Node, "role", "name", "parts", record.Unless(word == "", "finish_reason"))
	}
	x.EndObject()
}

// result writes the result of a call.
func (x *history) result(m *conv.ToolResultMessage) {
	x.BeginObject()
	x.Field("type", "tool_call_response")
	x.OptField("id", m.ToolCallID)
	if m.ToolName != x.names[m.ToolCallID] {
		x.OptField("name", m.ToolName)
	}
	text := ""
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			text = t.Text
		}
	}
	if own.Get(&m.Node, hintValue) != "" && rawjson.IsValue(text) && text[0] != '"' && text != "null" {
		x.RawField("response", conv.Raw(text))
	} else {
		x.Field("response", text)
	}
	own.Write(x.Writer, &m.Node, "message", "type", "id", "name", "response")
	x.EndObject()
}

func (x *history) part(b conv.Block) {
	if o, ok := b.(*conv.Opaque); ok {
		x.Raw(o.Raw)
		return
	}
	x.BeginObject()
	switch b := b.(type) {
	case *conv.TextContent:
		x.Fields("type", "text", "content", b.Text)
		own.Write(x.Writer, &b.Node, "type", "content")
	case *conv.ThinkingContent:
		x.Fields("type", "reasoning", "content", b.Thinking)
		x.OptField("signature", b.ThinkingSignature)
		own.Write(x.Writer, &b.Node, "type", "content", "signature")
	case *conv.ToolCall:
		x.names[b.ID] = b.Name
		x.Field("type", "tool_call")
		x.OptField("id", b.ID)
		x.Field("name", b.Name)
		if b.ArgumentsText != nil {
			x.Field("arguments", b.ArgumentsString())
		} else {
			x.RawField("arguments", record.ArgumentsOf(b))
		}
		own.Write(x.Writer, &b.Node, "type", "id", "name", "arguments")
	default:
		x.file(b.BlockType(), conv.MediaOf(b))
	}
	x.EndObject()
}

// file writes a file by its data, its address or its id.
func (x *history) file(modality string, f *conv.Media) {
	kind, key, value := "blob", "content", f.Data
	switch {
	case f.FileID != "":
		kind, key, value = "file", "file_id", f.FileID
	case f.URL != "":
		kind, key, value = "uri", "uri", f.URL
	}
	x.Fields("type", kind, "modality", cmp.Or(own.Text(&f.Node, "modality"), modality))
	x.OptField("mime_type", f.MIMEType)
	x.Field(key, value)
	own.Write(x.Writer, &f.Node, "type", "modality", "mime_type", key)
}
