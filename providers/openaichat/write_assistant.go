package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// assistant writes the fields of an assistant message after its role and name.
func (e *encoder) assistant(m *conv.AssistantMessage) {
	var buf [8]string
	written := append(buf[:0], "role", record.Unless(m.Name == "", "name"))
	if e.assistantContent(m) {
		written = append(written, "content")
	}
	if t := refusalField(m); t != nil {
		e.Key("refusal")
		conv.WriteText(e.Writer, &t.Node, t.Text)
		written = append(written, "refusal")
	}
	written = e.fields(m, written)
	residue.Write(e.Writer, &m.Node, written...)
}

// fields writes reasoning and calls, which requests and answers share, and adds
// their keys to written.
func (e *encoder) fields(m *conv.AssistantMessage, written []string) []string {
	for _, b := range m.Content {
		if t, ok := b.(*conv.ThinkingContent); ok && protocol.IsReasoningField(t.ThinkingSignature) {
			e.Key(t.ThinkingSignature)
			conv.WriteText(e.Writer, &t.Node, t.Thinking)
			written = append(written, t.ThinkingSignature)
			if same := residue.Text(&t.Node, hintSame); protocol.IsReasoningField(same) && !slices.Contains(written, same) && !thinksIn(m, same) {
				e.Key(same)
				conv.WriteText(e.Writer, &t.Node, t.Thinking)
				written = append(written, same)
			}
		}
	}
	legacy := e.functionCall(m)
	if legacy != nil {
		written = append(written, "function_call")
	}
	if e.toolCalls(m, legacy) {
		written = append(written, "tool_calls")
	}
	return written
}

// thinksIn reports whether a message has reasoning for a field.
func thinksIn(m *conv.AssistantMessage, field string) bool {
	return slices.ContainsFunc(m.Content, func(b conv.AssistantContent) bool {
		t, ok := b.(*conv.ThinkingContent)
		return ok && t.ThinkingSignature == field
	})
}

// refusalField returns the refusal that was the field refusal. It returns nil
// if there is none or more than one: then all are parts.
func refusalField(m *conv.AssistantMessage) *conv.TextContent {
	var found *conv.TextContent
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok && t.Refusal && residue.Get(&t.Node, hintField) != "" {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// assistantContent writes the content and reports whether there is any.
func (e *encoder) assistantContent(m *conv.AssistantMessage) bool {
	field := refusalField(m)
	var only *conv.TextContent
	parts := 0
	for _, b := range m.Content {
		if isPart(b, field) {
			parts++
			only, _ = b.(*conv.TextContent)
		}
	}
	if parts == 0 {
		return false
	}
	e.Key("content")
	if parts == 1 && only != nil && !only.Refusal && residue.Plain(&only.Node) {
		conv.WriteText(e.Writer, &only.Node, only.Text)
		return true
	}
	e.BeginArray()
	for _, b := range m.Content {
		if isPart(b, field) {
			writePart(e.Writer, b)
		}
	}
	e.EndArray()
	return true
}

// isPart reports whether a block is part of the content.
func isPart(b conv.AssistantContent, field *conv.TextContent) bool {
	switch b := b.(type) {
	case *conv.TextContent:
		return b != field
	case *conv.Opaque:
		return residue.Get(&b.Node, hintAt) == ""
	}
	return false
}

// functionCall writes the call of the old form and returns it.
func (e *encoder) functionCall(m *conv.AssistantMessage) *conv.ToolCall {
	for _, b := range m.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok || residue.Get(&t.Node, hintLegacy) == "" {
			continue
		}
		before := e.thread.legacy
		if e.thread.legacy.call(t.Name) == t.ID {
			e.Key("function_call")
			writeFunction(e.Writer, t, "function_call")
			return t
		}
		e.thread.legacy = before
		return nil
	}
	return nil
}

// toolCalls writes the calls, except the legacy one, and reports whether there
// are any. Opaque calls keep their index.
func (e *encoder) toolCalls(m *conv.AssistantMessage, legacy *conv.ToolCall) bool {
	i := 0
	for _, b := range m.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok || t == legacy {
			continue
		}
		if i == 0 {
			e.Key("tool_calls")
			e.BeginArray()
		}
		for e.opaqueCall(m, i) {
			i++
		}
		writeCall(e.Writer, t, "")
		i++
	}
	if i == 0 && !hasOpaqueCall(m) {
		return false
	}
	if i == 0 {
		e.Key("tool_calls")
		e.BeginArray()
	}
	for _, b := range m.Content {
		if o, ok := b.(*conv.Opaque); ok {
			if n, ok := conv.Number(residue.Get(&o.Node, hintAt)).Int(); ok && n >= int64(i) {
				e.Raw(o.Raw)
			}
		}
	}
	e.EndArray()
	return true
}

func hasOpaqueCall(m *conv.AssistantMessage) bool {
	for _, b := range m.Content {
		if o, ok := b.(*conv.Opaque); ok && residue.Get(&o.Node, hintAt) != "" {
			return true
		}
	}
	return false
}

// opaqueCall writes the opaque call at index i, if there is one.
func (e *encoder) opaqueCall(m *conv.AssistantMessage, i int) bool {
	at := conv.Raw(rawjson.NumberOf(int64(i)))
	for _, b := range m.Content {
		if o, ok := b.(*conv.Opaque); ok && residue.Get(&o.Node, hintAt) == at {
			e.Raw(o.Raw)
			return true
		}
	}
	return false
}

// writeCall writes a call. In a chunk, its index comes first.
func writeCall(w *rawjson.Writer, t *conv.ToolCall, index conv.Raw) {
	outer := "function"
	input, isText := inputOf(t.Arguments)
	if isText = isText && residue.Text(&t.Node, hintForm) == "custom"; isText {
		outer = "custom"
	}
	w.BeginObject()
	if index == "" {
		index = residue.Get(&t.Node, hintIndex)
	}
	w.OptRaw("index", index)
	w.OptField("id", t.ID)
	if typ := residue.Get(&t.Node, hintType); typ == "" {
		w.Field("type", outer)
	} else if typ != "null" {
		w.Key("type")
		w.Raw(typ)
	}
	w.Key(outer)
	if isText {
		w.BeginObject()
		w.Field("name", t.Name)
		w.Key("input")
		w.Raw(input)
		residue.WriteInside(w, &t.Node, outer, "name", "input")
		w.EndObject()
	} else {
		writeFunction(w, t, outer)
	}
	residue.Write(w, &t.Node, record.Unless(t.ID == "", "id"), "type", outer, record.Unless(index == "", "index"))
	w.EndObject()
}

// writeFunction writes {name, arguments}.
func writeFunction(w *rawjson.Writer, t *conv.ToolCall, outer string) {
	w.BeginObject()
	w.Field("name", t.Name)
	switch form := residue.Text(&t.Node, hintForm); {
	case form == "object":
		w.Key("arguments")
		w.Raw(t.Arguments)
	case form == "absent" && t.Arguments == "{}":
	default:
		w.Key("arguments")
		s := t.ArgumentsString()
		w.Spelled(s, t.Spelling(s))
	}
	residue.WriteInside(w, &t.Node, outer, "name", "arguments")
	w.EndObject()
}
