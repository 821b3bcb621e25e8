package aisdkui

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// reduceModel does what holds cannot say: groups are results alone, an error is one text,
// and files have media types.
func reduceModel(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	model.reduceBlocks(c, notes, func(m conv.Message, o *conv.Opaque) conv.Message {
		d := newDecoder(model, nil, nil)
		r, ok := m.(*conv.ToolResultMessage)
		switch {
		case ok && model.Text(&r.Node, hintOutput) != "-":
			d.Say(d.Result("", "", -1), d.item(usual(o.Raw)), "", -1)
		case ok && len(r.Content) == 1:
			return r
		case !ok:
			d.modelPart(d.Open(string(conv.RoleOf(m)), -1), o.Raw, -1)
		default:
			d.Result("", "", -1)
		}
		return d.C.Messages[0]
	})
	var out []conv.Message
	for list := c.Messages; len(list) > 0; list = list[span(list):] {
		made := format.ChangeMessages(slices.Clone(list[:span(list)]), func(m conv.Message) conv.Message {
			return modelMessage(format.WithGroup(m, ""), notes)
		})
		groupResults(made)
		out = append(out, made...)
	}
	return c.WithMessages(out)
}

// modelMessage is a message as it comes back: a result fails with one text, or does not
// say that it failed.
func modelMessage(m conv.Message, notes *note.Notes) conv.Message {
	switch m := m.(type) {
	case *conv.ToolResultMessage:
		if m.IsError && !isText(m) {
			notes.Loss(note.CodeErrorFlag, note.Dropped, m.Offset(), "error flag of a tool result that is not one text", "")
			x := *m
			x.IsError = false
			return &x
		}
	case *conv.CustomMessage:
		d := newDecoder(model, nil, nil)
		d.n = 1
		d.modelMessage(m.Data, -1)
		return parts.CustomAgain(m, d.C, notes)
	case *conv.SystemMessage:
		if len(m.Content) == 0 {
			notes.Info(note.CodeSynthesized, note.Dropped, m.Offset(), "empty message of role", "system")
			return nil
		}
	}
	return m
}

// writeModel writes messages for models.
func writeModel(w *rawjson.Writer, c *conv.Conversation) {
	prompt := model.Get(&c.Node, format.PromptMessage)
	if prompt.Lookup("content").Text() != c.SystemPrompt {
		prompt = `{"role":"system","content":` + rawjson.Quoted(c.SystemPrompt) + `}`
	}
	model.writeList(w, c, prompt, writeModelTurn)
}

// writeModelTurn writes a message whose parts are blocks, or results. One plain text is a
// string.
func writeModelTurn(w *rawjson.Writer, turn []conv.Message) {
	if _, ok := turn[0].(*conv.ToolResultMessage); ok {
		writeResults(w, turn)
		return
	}
	m := turn[0]
	all := slices.Collect(conv.BlocksOf(m))
	w.BeginObject()
	w.Field("role", string(conv.RoleOf(m)))
	w.Key("content")
	t, isText := (*conv.TextContent)(nil), false
	if len(all) == 1 {
		t, isText = all[0].(*conv.TextContent)
	}
	if _, system := m.(*conv.SystemMessage); isText && (system || model.Plain(&t.Node)) {
		conv.WriteText(w, &t.Node, t.Text)
	} else {
		w.BeginArray()
		for _, b := range all {
			model.writePart(w, b)
		}
		w.EndArray()
	}
	model.Write(w, &conv.MetaOf(m).Node, "role", "content")
	w.EndObject()
}

// writeSource writes a file under a key, in the way it was read.
func writeSource(w *rawjson.Writer, m *conv.Media, kind, key string) {
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
	w.Fields("type", "tool-result", "toolCallId", m.ToolCallID, "toolName", m.ToolName)
	w.Key("output")
	hint := model.Text(&m.Node, hintOutput)
	var first *conv.Opaque
	if len(m.Content) == 1 {
		first, _ = m.Content[0].(*conv.Opaque)
	}
	if first != nil && hint == "-" {
		w.Raw(first.Raw)
	} else {
		w.BeginObject()
		writeModelOutput(w, m, hint)
		record.WriteFields(w, model.Get(&m.Node, "output"), "type", "value", "reason")
		w.EndObject()
	}
	model.Write(w, &m.Node, "type", "toolCallId", "toolName", "output", "result", "isError", ofMessage)
	w.EndObject()
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
		w.Fields("type", of+"text", "value", text)
	default:
		w.Field("type", "content")
		w.ArrayField("value")
		for _, b := range m.Content {
			if f := conv.MediaOf(b); f != nil {
				writeItem(w, f)
			} else {
				model.writePart(w, b)
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
	writeSource(w, m, kind, key)
	model.Write(w, &m.Node, strings.Fields(modelFile)...)
	w.EndObject()
}
