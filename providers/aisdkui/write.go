package aisdkui

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a list of messages, or the body that it was read from.
func write(w *rawjson.Writer, c *conv.Conversation) {
	body := c.ID != "" || own.Get(&c.Node, hintBody) != "" || c.HasFields(family)
	if body {
		w.BeginObject()
		w.OptField("id", c.ID)
		w.Key("messages")
	}
	w.BeginArray()
	if c.SystemPrompt != "" {
		raw := own.Get(&c.Node, format.PromptMessage)
		if textsOf(raw) != c.SystemPrompt {
			raw = promptOf(c.SystemPrompt)
		}
		w.Raw(raw)
	}
	for i := 0; i < len(c.Messages); {
		switch m := c.Messages[i].(type) {
		case *conv.UserMessage:
			writeMessage(w, m, "user")
		case *conv.SystemMessage:
			writeMessage(w, m, "system")
		case *conv.CustomMessage:
			w.Raw(m.Data)
		case *conv.AssistantMessage:
			n := 1
			for i+n < len(c.Messages) && m.Group != "" && conv.MetaOf(c.Messages[i+n]).Group == m.Group {
				n++
			}
			writeTurn(w, m, c.Messages[i:i+n])
			i += n
			continue
		default:
			panic(fmt.Sprintf("aisdkui: a %T", m))
		}
		i++
	}
	w.EndArray()
	if body {
		own.Write(w, &c.Node, format.PromptMessage, "id", "messages")
		w.EndObject()
	}
}

// textsOf is the texts of a message that became the prompt.
func textsOf(message conv.Raw) string {
	var texts []string
	for part := range message.Lookup("parts").Elements {
		texts = append(texts, part.Lookup("text").Text())
	}
	return strings.Join(texts, "\n\n")
}

// head begins a message, up to its parts.
func head(w *rawjson.Writer, meta *conv.Meta, role string) {
	w.BeginObject()
	w.OptField("id", meta.ID)
	w.Field("role", role)
	metadata := own.Get(&meta.Node, "metadata")
	if meta.Timestamp != 0 {
		fields := rawjson.FieldsOf(metadata.Members())
		fields.Set(rawjson.Member{Key: "createdAt", Value: conv.Raw(rawjson.NumberOf(meta.Timestamp))})
		metadata = rawjson.ObjectOf(fields.List())
	}
	w.OptRaw("metadata", metadata)
	w.ArrayField("parts")
}

// tail ends a message after its parts.
func tail(w *rawjson.Writer, meta *conv.Meta) {
	w.EndArray()
	own.Write(w, &meta.Node, "id", "role", "metadata", "parts", "content", "createdAt", "toolInvocations", "experimental_attachments")
	w.EndObject()
}

// writeMessage writes a message that is one in the model, too.
func writeMessage(w *rawjson.Writer, m conv.Message, role string) {
	meta := conv.MetaOf(m)
	head(w, meta, role)
	for b := range conv.BlocksOf(m) {
		writePart(w, b)
	}
	tail(w, meta)
}

// writeTurn writes what an assistant did until the user's turn came.
func writeTurn(w *rawjson.Writer, first *conv.AssistantMessage, turn []conv.Message) {
	head(w, &first.Meta, "assistant")
	for i, m := range turn {
		answer, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue // its call has it
		}
		results := turn[i+1:]
		for n, x := range results {
			if _, ok := x.(*conv.ToolResultMessage); !ok {
				results = results[:n]
				break
			}
		}
		if own.Get(&answer.Node, hintNoStep) == "" && len(answer.Content) > 0 {
			w.BeginObject()
			w.Field("type", "step-start")
			w.EndObject()
		}
		for _, b := range answer.Content {
			t, ok := b.(*conv.ToolCall)
			if !ok {
				writePart(w, b)
				continue
			}
			var result *conv.ToolResultMessage
			if len(results) > 0 {
				if x := results[0].(*conv.ToolResultMessage); x.ToolCallID == t.ID {
					result, results = x, results[1:]
				}
			}
			writeCall(w, t, result)
		}
	}
	tail(w, &first.Meta)
}

// writePart writes a part that is not a call.
func writePart(w *rawjson.Writer, b conv.Block) {
	var read string
	n := conv.NodeOf(b)
	switch b := b.(type) {
	case *conv.Opaque:
		w.Raw(b.Raw)
		return
	case *conv.TextContent:
		w.BeginObject()
		w.Field("type", "text")
		w.Field("text", b.Text)
		read = textFields
	case *conv.ThinkingContent:
		w.BeginObject()
		w.Field("type", "reasoning")
		w.Field("text", b.Thinking)
		writeSignature(w, b, uiMetadata)
		read = textFields
	default:
		m := conv.MediaOf(b)
		w.BeginObject()
		w.Field("type", "file")
		w.Field("mediaType", m.MIMEType)
		w.OptField("filename", m.Name)
		w.Key("url")
		w.Joined(own.URLOf(m, record.DataHints{Whole: hintURL, Prefix: hintURL}))
		read = fileFields
	}
	w.OptRaw("state", own.Get(n, hintState))
	own.Write(w, n, strings.Fields(read)...)
	w.EndObject()
}

// writeCall writes a call and its result; nil is none yet.
func writeCall(w *rawjson.Writer, t *conv.ToolCall, m *conv.ToolResultMessage) {
	w.BeginObject()
	if own.Get(&t.Node, hintDynamic) != "" || t.Name == oldName {
		w.Field("type", "dynamic-tool")
		w.Field("toolName", t.Name)
	} else {
		w.Field("type", "tool-"+t.Name)
	}
	w.Field("toolCallId", t.ID)
	w.OptField("state", stateOf(t, m))
	w.OptRaw("input", inputRaw(own, t))
	if t.ArgumentsText != nil {
		w.Field("rawInput", *t.ArgumentsText)
	}
	fields := callFields
	if m != nil {
		fields += doneFields
		writeOutput(w, t, m)
	}
	own.Write(w, &t.Node, strings.Fields(fields)...)
	w.EndObject()
}

// stateOf is the state of a call, "" if it had none.
func stateOf(t *conv.ToolCall, m *conv.ToolResultMessage) string {
	if m == nil {
		if hint := own.Get(&t.Node, hintState); hint != "" {
			return hint.Text()
		}
		return "input-available"
	}
	hint := own.Get(&m.Node, hintState)
	switch {
	case isDenied(t, m):
		return "output-denied"
	case m.IsError:
		return "output-error"
	case hint == `""`:
		return ""
	}
	return "output-available"
}

// isDenied reports whether the user has refused a call.
func isDenied(t *conv.ToolCall, m *conv.ToolResultMessage) bool {
	approval := own.Get(&t.Node, "approval")
	return m.IsError && own.Text(&m.Node, hintState) == "output-denied" && approval.Lookup("approved") == "false" && approval.Lookup("reason").Text() == textOf(m)
}

// textOf is the text of a result, which has one at most.
func textOf(m *conv.ToolResultMessage) string {
	if len(m.Content) == 0 {
		return ""
	}
	return m.Content[0].(*conv.TextContent).Text
}

// inputRaw is the input of a call, "" if it had none.
func inputRaw(own *record.Family, t *conv.ToolCall) conv.Raw {
	arguments := record.ArgumentsOf(t)
	hint := own.Get(&t.Node, hintInput)
	if hint == "[]" && (t.ArgumentsText != nil || own.Get(&t.Node, "rawInput") != "" || arguments == "{}") {
		return ""
	}
	for input := range hint.Elements {
		if inputOf(input) == arguments {
			return input
		}
	}
	return arguments
}

// writeOutput writes what came of a call.
func writeOutput(w *rawjson.Writer, t *conv.ToolCall, m *conv.ToolResultMessage) {
	text := textOf(m)
	switch hint := own.Text(&m.Node, hintOutput); {
	case isDenied(t, m): // its approval has the reason
	case m.IsError:
		w.Field("errorText", text)
	case hint == "null" && text == "":
		w.OptRaw("output", "null")
	case hint == "json" && rawjson.IsValue(text) && text[0] != '"':
		w.OptRaw("output", conv.Raw(text))
	default:
		w.Field("output", text)
	}
}
