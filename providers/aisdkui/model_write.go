package aisdkui

import (
	"cmp"
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// reduceModel does what holds cannot say: groups are results alone, an error is one text,
// and files have media types.
func reduceModel(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		if o, ok := b.(*conv.Opaque); ok {
			if isOwnPart(m, o) {
				return o
			}
			notes.Loss(note.CodeUI, note.Dropped, o.Offset(), "part that the format reads as something else", "")
			return nil
		}
		if t, ok := b.(*conv.ThinkingContent); ok {
			return oneSignature(model, t, options, notes)
		}
		if f := conv.MediaOf(b); f != nil && f.MIMEType == "" && strings.HasPrefix(model.Text(&f.Node, hintImage), "image") {
			return b
		}
		return typed(fullText(m, b, notes), notes)
	})
	var out, made []conv.Message
	group := ""
	end := func() {
		groupResults(made)
		out, made = append(out, made...), nil
	}
	for _, m := range c.Messages {
		next := conv.MetaOf(m).Group
		if next == "" || next != group {
			end()
		}
		group = next
		switch m := format.WithGroup(m, "").(type) {
		case *conv.ToolResultMessage:
			made = append(made, oneError(m, notes))
		case *conv.SystemMessage:
			if end(); len(m.Content) > 0 {
				out = append(out, m)
			} else {
				notes.Info(note.CodeSynthesized, note.Dropped, m.Offset(), "empty message of role", "system")
			}
		case *conv.CustomMessage:
			if end(); isOwnCustom(m) {
				out = append(out, &conv.CustomMessage{CustomType: m.CustomType, Data: m.Data})
			} else {
				notes.Loss(note.CodeUI, note.Dropped, m.Offset(), "custom message", m.CustomType)
			}
		default:
			end()
			out = append(out, m)
		}
	}
	end()
	x := *c
	x.Messages = out
	return &x
}

// isOwnPart reports whether an opaque block is read as one.
func isOwnPart(m conv.Message, o *conv.Opaque) bool {
	d := newModelReader(nil, nil)
	if r, ok := m.(*conv.ToolResultMessage); ok {
		if own := model.Text(&r.Node, hintOutput) == "-"; own {
			return len(r.Content) == 1
		}
		x, ok := d.item(usual(o.Raw)).(*conv.Opaque)
		return ok && x.Raw == o.Raw
	}
	d.part(d.Open(string(conv.RoleOf(m)), -1), o.Raw, -1)
	for b := range conv.BlocksOf(d.C.Messages[0]) {
		x, ok := b.(*conv.Opaque)
		return ok && x.Raw == o.Raw
	}
	return false
}

// isOwnCustom reports whether a custom message is read as one.
func isOwnCustom(m *conv.CustomMessage) bool {
	d := newModelReader(nil, nil)
	d.n = 1
	d.message(m.Data, -1)
	if len(d.C.Messages) != 1 {
		return false
	}
	x, ok := d.C.Messages[0].(*conv.CustomMessage)
	return ok && x.CustomType == m.CustomType && x.Data == m.Data
}

// oneError is a result that fails with one text, or does not say that it failed.
func oneError(m *conv.ToolResultMessage, notes *note.Notes) *conv.ToolResultMessage {
	if !m.IsError || isText(m) {
		return m
	}
	notes.Loss(note.CodeErrorFlag, note.Dropped, m.Offset(), "error flag of a tool result that is not one text", "")
	x := *m
	x.IsError = false
	return &x
}

// writeModel writes a list of messages, or the object that it was read from.
func writeModel(w *rawjson.Writer, c *conv.Conversation) {
	body := c.HasFields(model.Name) || model.Get(&c.Node, hintBody) != ""
	if body {
		w.BeginObject()
	}
	apart := body && model.Text(&c.Node, hintBody) == "system"
	if apart {
		w.Field("system", c.SystemPrompt)
	}
	if body {
		w.Key("messages")
	}
	w.BeginArray()
	if c.SystemPrompt != "" && !apart {
		raw := model.Get(&c.Node, format.PromptMessage)
		if raw.Lookup("content").Text() != c.SystemPrompt {
			raw = `{"role":"system","content":` + rawjson.Quoted(c.SystemPrompt) + `}`
		}
		w.Raw(raw)
	}
	for i := 0; i < len(c.Messages); i++ {
		switch m := c.Messages[i].(type) {
		case *conv.ToolResultMessage:
			n := 1
			for i+n < len(c.Messages) && m.Group != "" && conv.MetaOf(c.Messages[i+n]).Group == m.Group {
				n++
			}
			writeResults(w, c.Messages[i:i+n])
			i += n - 1
		case *conv.CustomMessage:
			w.Raw(m.Data)
		case *conv.UserMessage, *conv.SystemMessage, *conv.AssistantMessage:
			writeModelMessage(w, m)
		default:
			panic(fmt.Sprintf("aisdkui: a %T", m))
		}
	}
	w.EndArray()
	if body {
		model.Write(w, &c.Node, record.Unless(!apart, "system"), "messages")
		w.EndObject()
	}
}

// writeModelMessage writes a message whose parts are blocks. One plain text is a string.
func writeModelMessage(w *rawjson.Writer, m conv.Message) {
	n := &conv.MetaOf(m).Node
	w.BeginObject()
	w.Field("role", string(conv.RoleOf(m)))
	w.Key("content")
	var all []conv.Block
	for b := range conv.BlocksOf(m) {
		all = append(all, b)
	}
	t, isText := (*conv.TextContent)(nil), false
	if len(all) == 1 {
		t, isText = all[0].(*conv.TextContent)
	}
	if _, system := m.(*conv.SystemMessage); isText && (system || model.Plain(&t.Node)) {
		conv.WriteText(w, &t.Node, t.Text)
	} else {
		w.BeginArray()
		for _, b := range all {
			writeModelPart(w, b)
		}
		w.EndArray()
	}
	model.Write(w, n, "role", "content")
	w.EndObject()
}

// writeModelPart writes a part of a message or of a result.
func writeModelPart(w *rawjson.Writer, b conv.Block) {
	if o, ok := b.(*conv.Opaque); ok {
		w.Raw(o.Raw)
		return
	}
	n, read := conv.NodeOf(b), textFields
	w.BeginObject()
	switch b := b.(type) {
	case *conv.TextContent:
		w.Field("type", "text")
		w.Field("text", b.Text)
	case *conv.ThinkingContent:
		w.Field("type", "reasoning")
		w.Field("text", b.Thinking)
		writeSignature(w, b, options)
	case *conv.ToolCall:
		read = callFields
		w.Field("type", "tool-call")
		w.Field("toolCallId", b.ID)
		w.Field("toolName", b.Name)
		w.OptRaw("input", inputRaw(model, b))
	default:
		read = modelFile
		m := conv.MediaOf(b)
		if kind := model.Text(n, hintImage); kind == "image" {
			writeFile(w, m, kind, kind)
		} else {
			writeFile(w, m, "file", "data")
		}
	}
	w.OptRaw("state", model.Get(n, hintState))
	model.Write(w, n, strings.Fields(read)...)
	w.EndObject()
}

// writeFile writes a file under a key, in the way it was read.
func writeFile(w *rawjson.Writer, m *conv.Media, kind, key string) {
	w.Field("type", kind)
	source := m.URL
	if m.Data != "" {
		source = m.Data
		if was := model.Text(&m.Node, hintURL); was != "" {
			_, data, _ := media.DataURL(was)
			if plain, ok := media.Base64(was); data == m.Data || ok && plain == m.Data {
				source = was
			}
		}
	}
	w.Field(key, source)
	w.OptField("mediaType", m.MIMEType)
	w.OptField("filename", m.Name)
}

// writeResults writes the results of one message.
func writeResults(w *rawjson.Writer, results []conv.Message) {
	w.BeginObject()
	w.Field("role", "tool")
	w.ArrayField("content")
	for _, m := range results {
		writeResult(w, m.(*conv.ToolResultMessage))
	}
	w.EndArray()
	record.WriteFields(w, model.Get(&conv.MetaOf(results[0]).Node, ofMessage), "role", "content")
	w.EndObject()
}

func writeResult(w *rawjson.Writer, m *conv.ToolResultMessage) {
	w.BeginObject()
	w.Field("type", "tool-result")
	w.Field("toolCallId", m.ToolCallID)
	w.Field("toolName", m.ToolName)
	w.Key("output")
	hint := model.Text(&m.Node, hintOutput)
	if o, ok := firstOf(m).(*conv.Opaque); ok && hint == "-" {
		w.Raw(o.Raw)
	} else {
		w.BeginObject()
		writeModelOutput(w, m, hint)
		record.WriteFields(w, model.Get(&m.Node, "output"), "type", "value", "reason")
		w.EndObject()
	}
	model.Write(w, &m.Node, "type", "toolCallId", "toolName", "output", "result", "isError", ofMessage)
	w.EndObject()
}

func firstOf(m *conv.ToolResultMessage) conv.Block {
	if len(m.Content) != 1 {
		return nil
	}
	return m.Content[0]
}

// writeModelOutput writes what came of a call, in the way it was read.
func writeModelOutput(w *rawjson.Writer, m *conv.ToolResultMessage, hint string) {
	of := ""
	if m.IsError {
		of = "error-"
	}
	text := m.Text()
	switch {
	case hint == "execution-denied" && m.IsError:
		w.Field("type", hint)
		w.OptField("reason", text)
	case hint == "json" && isText(m) && rawjson.IsValue(text):
		w.Field("type", of+"json")
		w.OptRaw("value", conv.Raw(text))
	case isText(m) && (hint != "content" || m.IsError):
		w.Field("type", of+"text")
		w.Field("value", text)
	default:
		w.Field("type", "content")
		w.ArrayField("value")
		for _, b := range m.Content {
			if f := conv.MediaOf(b); f != nil {
				writeItem(w, f)
			} else {
				writeModelPart(w, b)
			}
		}
		w.EndArray()
	}
}

// writeItem writes a file of a result.
func writeItem(w *rawjson.Writer, m *conv.Media) {
	kind, key := itemOf(m), "data"
	if was := model.Text(&m.Node, hintImage); strings.HasSuffix(was, "-url") == (m.URL != "") {
		kind = cmp.Or(was, kind)
	}
	if m.URL != "" {
		key = "url"
	}
	w.BeginObject()
	writeFile(w, m, kind, key)
	model.Write(w, &m.Node, strings.Fields(modelFile)...)
	w.EndObject()
}
