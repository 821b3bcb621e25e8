package aisdkui

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes messages of the UI.
func write(w *rawjson.Writer, c *conv.Conversation) {
	prompt := own.Get(&c.Node, format.PromptMessage)
	if textsOf(prompt) != c.SystemPrompt {
		prompt = promptOf(c.SystemPrompt)
	}
	own.writeList(w, c, prompt, writeTurn)
}

// writeList writes a list of messages, or the body that it was read from.
func (own dialect) writeList(w *rawjson.Writer, c *conv.Conversation, prompt conv.Raw, turn func(*rawjson.Writer, []conv.Message)) {
	hint := own.Text(&c.Node, hintBody)
	body := c.ID != "" || own.Get(&c.Node, hintBody) != "" || c.Extensions.HasFields(own.Name)
	apart := body && hint == "system"
	if body {
		w.BeginObject()
		w.OptField("id", c.ID)
		if apart {
			w.Field("system", c.SystemPrompt)
		}
		w.Key("messages")
	}
	w.BeginArray()
	if c.SystemPrompt != "" && !apart {
		w.Raw(prompt)
	}
	for list := c.Messages; len(list) > 0; list = list[span(list):] {
		if m, ok := list[0].(*conv.CustomMessage); ok {
			w.Raw(m.Data)
		} else {
			turn(w, list[:span(list)])
		}
	}
	w.EndArray()
	if body {
		own.Write(w, &c.Node, record.Unless(c.ID == "", "id"), record.Unless(!apart, "system"), "messages")
		w.EndObject()
	}
}

// span is how many messages are one of the format: those of the first one's group.
func span(list []conv.Message) int {
	return parts.Span(list, func(before, m conv.Message) bool {
		group := conv.MetaOf(m).Group
		return group != "" && group == conv.MetaOf(before).Group
	})
}

// textsOf is the texts of a message that became the prompt.
func textsOf(message conv.Raw) string {
	var texts []string
	for part := range message.Lookup("parts").Elements {
		texts = append(texts, part.Lookup("text").Text())
	}
	return strings.Join(texts, "\n\n")
}

// writeTurn writes a message. That of an assistant is all it did until the user's turn came.
func writeTurn(w *rawjson.Writer, turn []conv.Message) {
	meta := conv.MetaOf(turn[0])
	w.BeginObject()
	w.OptField("id", meta.ID)
	w.Field("role", string(conv.RoleOf(turn[0])))
	metadata := own.Get(&meta.Node, "metadata")
	created := own.Hint(&meta.Node, "createdAt")
	if r := (reading{}); created != "" && (!r.time(created) || r.when != meta.Timestamp) {
		created = ""
	}
	w.OptRaw("createdAt", created)
	if meta.Timestamp != 0 && created == "" {
		fields := rawjson.FieldsOf(metadata.Members())
		fields.Set(rawjson.Member{Key: "createdAt", Value: conv.Raw(rawjson.NumberOf(meta.Timestamp))})
		metadata = rawjson.ObjectOf(fields.List())
	}
	w.OptRaw("metadata", metadata)
	w.ArrayField("parts")
	for i, m := range turn {
		if conv.RoleOf(m) == conv.RoleToolResult {
			continue // its call has it
		}
		if answer, ok := m.(*conv.AssistantMessage); ok && own.Get(&answer.Node, hintNoStep) == "" && len(answer.Content) > 0 {
			w.BeginObject()
			w.Field("type", "step-start")
			w.EndObject()
		}
		for b, result := range step(turn[i:]).blocks {
			if t, ok := b.(*conv.ToolCall); ok {
				writeCall(w, t, result)
			} else {
				own.writePart(w, b)
			}
		}
	}
	w.EndArray()
	own.Write(w, &meta.Node, "id", "role", "metadata", "parts", "content", "createdAt", "toolInvocations", "experimental_attachments")
	w.EndObject()
}

// step is an answer and what follows it: the results of its calls come first.
type step []conv.Message

// blocks yields the blocks of the first message, and the result of each call that has one.
func (s step) blocks(yield func(conv.Block, *conv.ToolResultMessage) bool) {
	results := s[1:]
	for b := range conv.BlocksOf(s[0]) {
		var result *conv.ToolResultMessage
		if t, ok := b.(*conv.ToolCall); ok && len(results) > 0 {
			if m, ok := results[0].(*conv.ToolResultMessage); ok && m.ToolCallID == t.ID {
				result, results = m, results[1:]
			}
		}
		if !yield(b, result) {
			return
		}
	}
}

// writePart writes a part, but not a call with what came of it.
func (own dialect) writePart(w *rawjson.Writer, b conv.Block) {
	parts.WriteBlock(w, b, func() { own.writeFields(w, b) })
}

// writeFields writes the fields of such a part.
func (own dialect) writeFields(w *rawjson.Writer, b conv.Block) {
	n, read := conv.NodeOf(b), textFields
	switch b := b.(type) {
	case *conv.TextContent:
		w.Fields("type", "text", "text", b.Text)
	case *conv.ThinkingContent:
		w.Fields("type", "reasoning", "text", b.Thinking)
		own.writeSignature(w, b)
	case *conv.ToolCall:
		read = callFields
		w.Fields("type", "tool-call", "toolCallId", b.ID, "toolName", b.Name)
		w.OptRaw("input", own.inputRaw(b))
	default:
		read = own.files
		own.writeFile(w, conv.MediaOf(b))
	}
	w.OptRaw("state", own.Get(n, hintState))
	own.Write(w, n, strings.Fields(read)...)
}

// writeFile writes a file of a message.
func (own dialect) writeFile(w *rawjson.Writer, m *conv.Media) {
	switch {
	case own == model && own.Text(&m.Node, hintImage) == "image":
		writeSource(w, m, "image", "image")
	case own == model:
		writeSource(w, m, "file", "data")
	default:
		w.Fields("type", "file", "mediaType", m.MIMEType)
		w.OptField("filename", m.Name)
		w.Key("url")
		w.Joined(own.URLOf(m, record.DataHints{Whole: hintURL, Prefix: hintURL}))
	}
}

// writeCall writes a call and its result; nil is none yet.
func writeCall(w *rawjson.Writer, t *conv.ToolCall, m *conv.ToolResultMessage) {
	w.BeginObject()
	if own.Get(&t.Node, hintDynamic) != "" || t.Name == oldName {
		w.Fields("type", "dynamic-tool", "toolName", t.Name)
	} else {
		w.Field("type", "tool-"+t.Name)
	}
	w.Field("toolCallId", t.ID)
	w.OptField("state", stateOf(t, m))
	w.OptRaw("input", own.inputRaw(t))
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
	return m.IsError && own.Text(&m.Node, hintState) == "output-denied" && approval.Lookup("approved") == "false" && approval.Lookup("reason").Text() == m.Text()
}

// inputRaw is the input of a call, "" if it had none.
func (own dialect) inputRaw(t *conv.ToolCall) conv.Raw {
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
	text := m.Text()
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
