package aisdkui

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// model is the residue of what the SDK gives to models.
var model = dialect{&record.Family{Name: "ai-sdk", Order: record.ByKey}, "providerOptions", modelFile}

// modelFormat is the messages that generateText and its like take and return.
//
//	[{"role":"user","content":"When is high water?"},
//	 {"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"tide","input":{}}]},
//	 {"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"tide","output":{"type":"text","value":"14:20"}}]}]
func modelFormat() format.Format {
	h := holds
	h.Reads.Result = format.AnyObject
	h.ToolResult = h.User
	h.System |= format.OneString
	h.Reads.Media = func(m *conv.Media) bool { return m.URL == "" || strings.Contains(m.URL, ":") }
	h.Features = h.Features &^ (format.DocumentID | format.MessageID | format.Timestamps | format.Milliseconds | format.BrokenArguments)
	return format.Format{
		Name:         model.Name,
		Family:       model.Name,
		About:        "model messages of the AI SDK",
		Capabilities: h,
		Rules:        rules,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && (isModel(p, "") || isModel(p, "messages")))
		},
		Decode: decodeModel,
		Reduce: reduceModel,
		Write:  writeModel,
	}
}

// isModel reports whether messages in a list have parts that only models get.
func isModel(p *format.Probe, list string) bool {
	m := list + "[]."
	return p.Shows(
		m+"content[].type = tool-call|tool-result|tool-approval-*|reasoning-file & "+m+"role & no "+m+"ts",
		m+"providerOptions & "+m+"content", m+"content[].providerOptions",
		m+"content[].mediaType & "+m+"content[].type = file|image",
	)
}

// Hints of model messages beside those of parts.
const (
	hintImage = "~image" // of a file: the type of its part, where another is usual
	ofMessage = "message"
)

func decodeModel(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(model, data, notes)
	return d.decode(
		func() { d.Each(d.Skipped(), "messages", d.modelMessage) },
		func() { at := d.Offset(); d.modelMessage(d.Raw(), at) })
}

// modelMessage reads a message.
func (d *decoder) modelMessage(raw conv.Raw, at int) {
	d.n++
	role, content := parts.Str(raw, "role"), raw.Lookup("content")
	if raw == "" || raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	if text := content.Text(); role == "system" && d.n == 1 && text != "" && d.C.SystemPrompt == "" {
		d.C.SystemPrompt = text
		if rest := raw.Without("role", "content"); rest != "{}" {
			model.Set(&d.C.Node, format.PromptMessage, raw)
		}
		return
	}
	if role == "tool" && content != "" && content[0] == '[' {
		d.results(raw, content, at)
		return
	}
	if !parts.IsWord("system user assistant", role) {
		d.Custom(cmp.Or(role, "message"), raw, role == "tool", at)
		return
	}
	m := d.Open(role, at)
	n := &conv.MetaOf(m).Node
	if strings.HasPrefix(string(content), `"`) {
		d.Say(m, &conv.TextContent{Text: content.Text()}, "", at)
	}
	for part := range content.Elements {
		d.modelPart(m, part, at)
	}
	model.rest(n, raw, "role content")
}

// modelPart reads a part of a message.
func (d *decoder) modelPart(m conv.Message, part conv.Raw, at int) {
	_, answers := m.(*conv.AssistantMessage)
	part = usual(part)
	var b conv.Block
	switch kind := parts.Str(part, "type"); {
	case kind == "text" || kind == "reasoning" && answers:
		b = model.text(part)
	case kind == "image" || kind == "file":
		b = d.modelFile(kind, part, parts.Str(part, kind+" data"))
	case kind == "tool-call" && answers && part.Lookup("providerExecuted") != "true":
		t := &conv.ToolCall{ID: parts.Str(part, "toolCallId"), Name: parts.Str(part, "toolName")}
		model.setInput(t, cmp.Or(part.Lookup("input"), part.Lookup("args")))
		model.rest(&t.Node, part, callFields)
		b = t
	case kind == "tool-call", kind == "tool-result", kind == "reasoning-file", kind == "custom", strings.HasPrefix(kind, "tool-approval-"):
	default:
		d.Notes.Unknown(at, "part", kind)
	}
	if b == nil {
		b = &conv.Opaque{Family: model.Name, Raw: part}
	}
	d.Say(m, b, part, at)
}

// modelFile reads a file, given by an address, a data URL or base64; nil if it is not.
func (d *decoder) modelFile(kind string, part conv.Raw, source string) conv.Block {
	m := &conv.Media{Name: parts.Str(part, "filename"), MIMEType: parts.Str(part, "mediaType")}
	of := media.Kind(m.MIMEType)
	if strings.HasPrefix(kind, "image") {
		of = "image"
	}
	if _, data, ok := media.DataURL(source); ok && data != "" {
		m.Data = data
	} else if data, ok := media.Base64(source); ok && source != "" {
		m.Data = data
	} else if strings.Contains(source, ":") {
		m.URL = source
	} else {
		return nil
	}
	if kind != "file" && kind != itemOf(m) {
		model.Set(&m.Node, hintImage, rawjson.Quoted(kind))
	}
	if m.Data != "" && m.Data != source {
		model.Set(&m.Node, hintURL, rawjson.Quoted(source))
	}
	model.rest(&m.Node, part, modelFile)
	return m.Block(of)
}

const modelFile = fileFields + " image"

// itemOf is the usual type of a file of a result. Of those with data, each version of the
// SDK knows media.
func itemOf(m *conv.Media) string {
	switch {
	case m.URL != "":
		return "file-url"
	case m.Name != "":
		return "file-data"
	}
	return "media"
}

// results reads what came of calls. Other parts are messages of their own.
func (d *decoder) results(raw, content conv.Raw, at int) {
	first := len(d.C.Messages)
	for part := range content.Elements {
		if part = usual(part); parts.Str(part, "type") == "tool-result" {
			d.result(part, at)
		} else {
			d.Custom("tool", oneTool(part), true, at)
		}
	}
	made := d.C.Messages[first:]
	if len(made) == 0 {
		d.Custom("tool", raw, true, at)
		return
	}
	if other := raw.Without("role", "content"); other != "{}" {
		n := &conv.MetaOf(made[0]).Node
		model.Set(n, ofMessage, other)
		model.Settle(n)
	}
	groupResults(made)
}

// oneTool is a message of a tool with one part.
func oneTool(part conv.Raw) conv.Raw { return `{"role":"tool","content":[` + part + `]}` }

// groupResults makes results in a row that are one message a group, named by the first
// call. Messages without others beside them are none.
func groupResults(made []conv.Message) {
	name, results := "", 0
	for i, m := range made {
		r, ok := m.(*conv.ToolResultMessage)
		if !ok {
			results = 0
			continue
		}
		if results++; results == 1 {
			name = "tool-" + r.ToolCallID
			continue
		}
		made[i-1], made[i] = format.WithGroup(made[i-1], name), format.WithGroup(m, name)
	}
}

// result reads the result of a call.
func (d *decoder) result(part conv.Raw, at int) {
	m := d.Result(parts.Str(part, "toolCallId"), parts.Str(part, "toolName"), at)
	output := part.Lookup("output")
	value := output.Lookup("value")
	kind := parts.Str(output, "type")
	if output == "" { // as version 4 had it
		kind, value = "json", part.Lookup("result")
		m.IsError = part.Lookup("isError") == "true"
		if value == "" || value[0] == '"' {
			kind = "text"
		}
	}
	m.IsError = m.IsError || strings.HasPrefix(kind, "error-") || kind == "execution-denied"
	switch strings.TrimPrefix(kind, "error-") {
	case "text":
		d.Text(m, value.Text(), at)
	case "json":
		if d.Text(m, string(value), at); value != "" {
			model.Set(&m.Node, hintOutput, `"json"`)
		}
	case "execution-denied":
		if reason := output.Lookup("reason"); reason != "" {
			d.Say(m, &conv.TextContent{Text: reason.Text()}, "", at)
		}
		model.Set(&m.Node, hintOutput, rawjson.Quoted(kind))
	case "content":
		for item := range value.Elements {
			d.Say(m, d.item(usual(item)), item, at)
		}
		if isText(m) {
			model.Set(&m.Node, hintOutput, rawjson.Quoted(kind))
		}
	default:
		d.Notes.Unknown(at, "output", kind)
		d.Opaque(m, output, at)
		model.Set(&m.Node, hintOutput, `"-"`)
	}
	if other := output.Without("type", "value", "reason"); other != "" && other != "{}" {
		model.Set(&m.Node, "output", other)
	}
	model.rest(&m.Node, part, "type toolCallId toolName output result isError")
}

// item reads a part of a result.
func (d *decoder) item(item conv.Raw) conv.Block {
	kind := parts.Str(item, "type")
	switch {
	case kind == "text":
		return model.text(item)
	case kind == "media", strings.HasSuffix(kind, "-data"), strings.HasSuffix(kind, "-url"):
		if b := d.modelFile(kind, item, parts.Str(item, "data url")); b != nil {
			return b
		}
	}
	return &conv.Opaque{Family: model.Name, Raw: item}
}

// isText reports whether a result is one text, or nothing.
func isText(m *conv.ToolResultMessage) bool {
	if len(m.Content) != 1 {
		return len(m.Content) == 0
	}
	t, ok := m.Content[0].(*conv.TextContent)
	return ok && model.Plain(&t.Node)
}
