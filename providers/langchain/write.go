package langchain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a list of messages, or the state that they were read from.
func write(w *rawjson.Writer, c *conv.Conversation) {
	parts.WriteInside(w, own, &c.Node, func() {
		state := c.ID != "" || c.Extensions.HasFields(family) || own.Get(&c.Node, hintState) != ""
		if state {
			w.BeginObject()
			w.OptField("id", c.ID)
			w.Key("messages")
		}
		w.BeginArray()
		writeMessages(w, c, func() {})
		w.EndArray()
		if state {
			own.Write(w, &c.Node, "id", "messages")
			w.EndObject()
		}
	}, states...)
}

// writeLines writes a line for each message.
func writeLines(w *rawjson.Writer, c *conv.Conversation) {
	writeMessages(w, c, func() { w.Text("\n") })
}

// writeMessages writes messages, and calls end after each.
func writeMessages(w *rawjson.Writer, c *conv.Conversation, end func()) {
	form := own.Get(&c.Node, hintForm)
	for _, m := range parts.WithPrompt(c) {
		if own, ok := m.(*conv.CustomMessage); ok {
			w.Raw(own.Data)
		} else {
			writeMessage(w, m, form)
		}
		end()
	}
}

// writeMessage writes a message in the form of the first one.
func writeMessage(w *rawjson.Writer, m conv.Message, form conv.Raw) {
	kind, class := "", ""
	switch m := m.(type) {
	case *conv.UserMessage:
		kind, class = "human", "HumanMessage"
	case *conv.SystemMessage:
		kind, class = "system", "SystemMessage"
	case *conv.AssistantMessage:
		kind, class = "ai", "AIMessage"
	case *conv.ToolResultMessage:
		kind, class = "tool", "ToolMessage"
	default:
		panic(fmt.Sprintf("langchain: a %T", m))
	}
	w.BeginObject()
	switch {
	case strings.HasPrefix(string(form), "["):
		w.IntField("lc", 1)
		w.Field("type", "constructor")
		w.ArrayField("id")
		for part := range form.Elements {
			w.Raw(part)
		}
		w.Str(class)
		w.EndArray()
		w.ObjectField("kwargs")
	case form == "":
		w.Field("type", kind)
		w.ObjectField("data")
	}
	writeFields(w, m, kind, isJS(form))
	if form != `"flat"` {
		w.EndObject()
	}
	w.EndObject()
}

// isJS reports whether classes are those of the library for JavaScript, which has other
// names for some fields.
func isJS(form conv.Raw) bool { return form == `["langchain_core","messages"]` }

// usual writes an object, unless it is empty and the message lacked it.
func usual(w *rawjson.Writer, n *conv.Node, key string, fields func(*rawjson.Writer)) {
	if raw := rawjson.ObjectBy(fields); raw != "{}" || !own.Lacks(n, key) {
		w.OptRaw(key, raw)
	}
}

// writeFields writes the fields of a message.
func writeFields(w *rawjson.Writer, m conv.Message, kind string, js bool) {
	meta := conv.MetaOf(m)
	name := meta.Name
	answer, _ := m.(*conv.AssistantMessage)
	result, _ := m.(*conv.ToolResultMessage)
	writeContent(w, m, js)
	usual(w, &meta.Node, "additional_kwargs", func(w *rawjson.Writer) {
		if answer != nil {
			writeWritten(w, answer)
		}
		if conv.RoleOf(m) == conv.RoleDeveloper {
			w.Field("__openai_role__", "developer")
		}
		record.WriteFields(w, own.Get(&meta.Node, "additional_kwargs"), "tool_calls", "__openai_role__")
	})
	usual(w, &meta.Node, "response_metadata", func(w *rawjson.Writer) {
		rest := own.Get(&meta.Node, "response_metadata")
		if answer == nil {
			record.WriteFields(w, rest)
			return
		}
		model := cmp.Or(own.Text(&meta.Node, "~model_name"), "model_name")
		ended := cmp.Or(own.Text(&meta.Node, "~finish_reason"), "finish_reason")
		w.OptField(model, answer.Model)
		w.OptField("model_provider", answer.Provider)
		w.OptField("id", answer.ResponseID)
		w.OptField(ended, wordOf(answer))
		record.WriteFields(w, rest, model, "model_provider", "id", ended)
	})
	if !js {
		w.Field("type", kind)
	}
	if result != nil {
		name = result.ToolName
		w.Field("tool_call_id", result.ToolCallID)
		if result.IsError {
			w.Field("status", "error")
		} else if !own.Lacks(&meta.Node, "status") {
			w.Field("status", "success")
		}
		w.OptRaw("artifact", result.Details)
	}
	w.OptField("name", name)
	w.OptField("id", meta.ID)
	if answer != nil {
		writeCalls(w, answer)
		var again conv.AssistantMessage
		raw := own.Hint(&meta.Node, "usage_metadata")
		if readUsage(&again, raw); raw == "" || usageOf(again.Usage) != usageOf(answer.Usage) {
			raw = usageOf(answer.Usage)
		}
		w.OptRaw("usage_metadata", raw)
	}
	for key := range strings.FieldsSeq(libraryFields) {
		w.OptRaw(key, own.Hint(&meta.Node, key))
	}
	own.Write(w, &meta.Node, strings.Fields(readFields+" lc kwargs")...)
}

// writeContent writes the content: one plain text as a string. Calls stand in it only
// if their place is not the end.
func writeContent(w *rawjson.Writer, m conv.Message, js bool) {
	all := slices.Collect(conv.BlocksOf(m))
	if end := callsAtEnd(all); end >= 0 {
		all = all[:end]
	}
	w.Key("content")
	if len(all) == 0 {
		w.Str("")
		return
	}
	if t, ok := all[0].(*conv.TextContent); ok && len(all) == 1 && own.Plain(&t.Node) && !t.Refusal {
		conv.WriteText(w, &t.Node, t.Text)
		return
	}
	w.BeginArray()
	for _, b := range all {
		parts.WriteBlock(w, b, func() { writeBlockFields(w, b, js) })
	}
	w.EndArray()
}

// isBroken reports whether the arguments of a call are a text that is no JSON.
func isBroken(t *conv.ToolCall) bool { return t.ArgumentsText != nil && t.Mended() != rawjson.Strict }

// callsAtEnd is where the calls begin, if nothing but calls follows, those that are
// broken last; else -1.
func callsAtEnd(all []conv.Block) int {
	first, broken := len(all), false
	for i, b := range all {
		t, ok := b.(*conv.ToolCall)
		switch {
		case !ok && first < i, ok && broken && !isBroken(t):
			return -1
		case ok:
			first, broken = min(first, i), broken || isBroken(t)
		}
	}
	return first
}

// writeBlockFields writes the fields of a block as the standard has it.
func writeBlockFields(w *rawjson.Writer, b conv.Block, js bool) {
	switch b := b.(type) {
	case *conv.TextContent:
		key := "text"
		if b.Refusal {
			key = "refusal"
		}
		w.Field("type", key)
		w.Field(key, b.Text)
		own.Write(w, &b.Node, "type", "text", "refusal")
	case *conv.ThinkingContent:
		switch {
		case b.Redacted:
			w.Fields("type", "redacted_thinking", "data", b.ThinkingSignature)
		case b.ThinkingSignature != "":
			w.Fields("type", "thinking", "thinking", b.Thinking, "signature", b.ThinkingSignature)
		default:
			w.Fields("type", "reasoning", "reasoning", b.Thinking)
		}
		own.Write(w, &b.Node, "type", "data", "thinking", "reasoning", "signature")
	case *conv.ToolCall:
		if isBroken(b) {
			w.Field("type", "invalid_tool_call")
		} else {
			w.Field("type", "tool_call")
		}
		writeCall(w, b)
	default:
		m := conv.MediaOf(b)
		kind := b.BlockType()
		switch {
		case m.Text != "":
			kind = "text-plain"
		case kind == "document":
			kind = "file"
		}
		data, id, mime := "base64", "file_id", "mime_type"
		if js {
			data, id, mime = "data", "fileId", "mimeType"
		}
		w.Field("type", kind)
		w.OptField(data, m.Data)
		w.OptField("url", m.URL)
		w.OptField(id, m.FileID)
		w.OptField("text", m.Text)
		w.OptField(mime, m.MIMEType)
		w.OptField("filename", m.Name)
		w.OptField("detail", m.Detail)
		own.Write(w, &m.Node, "type", "base64", "url", "file_id", "text", "mime_type", "filename", "detail", "data", "source", "source_type", "id", "name")
	}
}

// writeCall writes the fields of a call.
func writeCall(w *rawjson.Writer, t *conv.ToolCall) {
	w.Field("name", t.Name)
	if isBroken(t) {
		w.Field("args", *t.ArgumentsText)
	} else {
		w.OptRaw("args", record.ArgumentsOf(t))
	}
	w.Field("id", t.ID)
}

// writeCalls writes the calls of an answer, and apart those with broken arguments.
func writeCalls(w *rawjson.Writer, m *conv.AssistantMessage) {
	for _, kind := range []string{"tool_call", "invalid_tool_call"} {
		calls := callsOf(m, kind != "tool_call")
		if len(calls) == 0 && own.Lacks(&m.Node, kind+"s") {
			continue
		}
		w.ArrayField(kind + "s")
		for _, t := range calls {
			w.BeginObject()
			writeCall(w, t)
			w.Field("type", kind)
			own.Write(w, &t.Node, "name", "args", "id", "type")
			w.EndObject()
		}
		w.EndArray()
	}
}

// callsOf is the calls of an answer that are broken, or the others.
func callsOf(m *conv.AssistantMessage, broken bool) (calls []*conv.ToolCall) {
	for t := range m.Calls {
		if isBroken(t) == broken {
			calls = append(calls, t)
		}
	}
	return calls
}

// writeWritten writes the calls in the words of OpenAI, as they were read, if they still say
// the same, or if a model wrote the arguments of one with spaces.
func writeWritten(w *rawjson.Writer, m *conv.AssistantMessage) {
	calls := callsOf(m, false)
	if was := own.Get(&m.Node, hintWritten); was != "" && areWritten(calls, was) {
		w.RawField("tool_calls", was)
		return
	}
	if !slices.ContainsFunc(calls, hasText) {
		return
	}
	w.ArrayField("tool_calls")
	for _, t := range calls {
		w.BeginObject()
		w.Field("id", t.ID)
		w.ObjectField("function")
		w.Fields("arguments", t.ArgumentsString(), "name", t.Name)
		w.EndObject()
		w.Field("type", "function")
		w.EndObject()
	}
	w.EndArray()
}

// hasText reports whether a call has the text of its arguments.
func hasText(t *conv.ToolCall) bool { return t.ArgumentsText != nil }

// areWritten reports whether calls are those in a list in the words of OpenAI.
func areWritten(calls []*conv.ToolCall, list conv.Raw) bool {
	n := 0
	for was := range list.Elements {
		if n++; n > len(calls) {
			return false
		}
		t := calls[n-1]
		c := rawjson.NewCursor([]byte(parts.Str(was, "function.arguments")))
		if object := c.Raw(); parts.Str(was, "id") != t.ID || parts.Str(was, "function.name") != t.Name || c.End() != nil || object != t.Arguments {
			return false
		}
	}
	return n == len(calls)
}

// usageOf is counts of tokens, "" without any. The input counts what a cache had, too.
func usageOf(u *conv.Usage) conv.Raw {
	if u == nil {
		return ""
	}
	if u.InputUnknown {
		return counts[1:].Object(u)
	}
	x := *u
	x.Input += x.CacheRead + x.CacheWrite
	return counts.Object(&x)
}

var counts = record.Parts{
	{Path: "input_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Input }},
	{Path: "output_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Output }},
	{Path: "total_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.TotalTokens }},
	{Path: "input_token_details.audio", At: func(u *conv.Usage) *int64 { return &u.InputAudio }},
	{Path: "input_token_details.cache_read", At: func(u *conv.Usage) *int64 { return &u.CacheRead }},
	{Path: "input_token_details.cache_creation", At: func(u *conv.Usage) *int64 { return &u.CacheWrite }},
	{Path: "output_token_details.audio", At: func(u *conv.Usage) *int64 { return &u.OutputAudio }},
	{Path: "output_token_details.reasoning", At: func(u *conv.Usage) *int64 { return &u.Reasoning }},
}

// kindOf says more of why an answer ended.
func kindOf(m *conv.AssistantMessage) conv.StopKind {
	if m.StopDetail == nil {
		return ""
	}
	return m.StopDetail.Kind
}

// wordOf is why an answer ended: the word of its vendor, if that says it, else that of
// OpenAI.
func wordOf(m *conv.AssistantMessage) string {
	if m.StopDetail != nil && m.StopDetail.Raw != "" {
		var x conv.AssistantMessage
		if stop(&x, m.StopDetail.Raw); x.StopReason == m.StopReason && x.StopDetail.Kind == m.StopDetail.Kind {
			return m.StopDetail.Raw
		}
	}
	switch kind := kindOf(m); {
	case kind == conv.KindFilter:
		return "content_filter"
	case kind == conv.KindRefusal:
		return "refusal"
	case m.StopReason == conv.StopNormal:
		return "stop"
	case m.StopReason == conv.StopToolUse:
		return "tool_calls"
	}
	return string(m.StopReason)
}
