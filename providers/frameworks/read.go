package frameworks

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
)

type decoder struct{ *parts.Builder }

// decode reads a list of messages, an object with one, or the samples of a log.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{parts.NewPlain(own, data, notes)}
		root := d.Raw()
		if err := d.End(); err != nil {
			yield(nil, err)
			return
		}
		d.Rewind(0)
		if samples := root.Lookup("samples"); samples != "" {
			d.Lose(root, 0, "samples")
			for sample := range samples.Elements {
				if !yield(d.conversation(sample), nil) {
					return
				}
			}
			return
		}
		yield(d.conversation(root), d.Err())
	}
}

func (d *decoder) conversation(root conv.Raw) *conv.Conversation {
	d.Begin()
	list := root
	if strings.HasPrefix(string(root), "{") {
		list = parts.At(root, "messages events")
		d.C.ID = cmp.Or(parts.Str(root, "id"), string(parts.At(root, "id"))) // of a sample, often a number
		if d.Rest(&d.C.Node, root, "messages events id"); root.Lookup("messages") != "" && root.Lookup("events") != "" {
			d.Notes.Loss(note.CodeExtension, note.Dropped, 0, "events, which tell how the messages came about", "events")
		}
	}
	for m := range list.Elements {
		d.message(m)
	}
	parts.Prompt(own, d.C)
	return d.C
}

// roleOf is the role of a message. The source of a message that is no user is an agent.
func roleOf(m conv.Raw) string {
	role := strings.ToLower(parts.Str(m, "content.role role Role.Label"))
	switch from := parts.Str(m, "source author"); {
	case role != "" || from == "user":
		return cmp.Or(role, from)
	case from != "":
		return "assistant"
	}
	return strings.TrimSuffix(strings.ToLower(parts.Str(m, "type")), "_execution_result")
}

// message makes messages of one: each result of a tool is one of its own.
func (d *decoder) message(m conv.Raw) {
	role := roleOf(m)
	content := parts.At(m, "content.parts content contents text parts items Items")
	first := len(d.C.Messages)
	d.Start(role, -1)
	if role == "tool" && content.Lookup("0.tool_call_result") == "" {
		d.Value(d.Result(parts.Str(m, "tool_call_id id"), parts.Str(m, "function toolName"), -1), content, -1)
	} else if strings.HasPrefix(string(content), "[") {
		for part := range content.Elements {
			d.part(part)
		}
	} else if content != "" {
		d.Value(d.To(), content, -1)
	}
	calls := parts.At(m, "tool_calls toolExecutionRequests")
	for call := range calls.Elements {
		d.call(call)
	}
	if len(d.C.Messages) == first {
		if role == "" || content == "" {
			role = "event"
		}
		d.Custom(role, m, false, -1)
		return
	}
	meta := conv.MetaOf(d.C.Messages[first])
	n := &meta.Node
	if a, ok := d.C.Messages[first].(*conv.AssistantMessage); ok {
		a.Model = parts.Str(m, "model modelVersion")
	}
	if role != "tool" || m.Lookup("tool_call_id") != "" { // or the id is that of the call
		meta.ID = parts.Str(m, "id")
	}
	d.Object(n, "content", m.Field("content"), "role parts")
	d.Object(n, "Role", m.Field("Role"), "Label")
	d.Rest(n, m, "role source author type Role content contents text parts items Items tool_calls toolExecutionRequests tool_call_id id function toolName model modelVersion")
}

func (d *decoder) call(call conv.Raw) {
	arguments := parts.At(call, "arguments args")
	if m := d.To(); m != nil {
		d.Call(m, parts.Str(call, "id"), parts.Str(call, "tool_name name function"), arguments, call, -1)
		d.Left(call, "id tool_name name function arguments args type")
	}
}

// read are the fields of a part that part reads.
const read = "tool_call functionCall function_call tool_call_result functionResponse function_response " +
	"type $type content_type text Text thought reasoning signature call_id id name arguments content is_error"

func (d *decoder) part(part conv.Raw) {
	call := parts.At(part, "tool_call functionCall function_call")
	result := parts.At(part, "tool_call_result functionResponse function_response")
	switch { // of AutoGen, a part is one itself
	case part.Lookup("call_id") != "":
		result = part
	case part.Lookup("arguments") != "":
		call = part
	}
	switch {
	case call != "":
		d.call(call)
	case result != "":
		value := parts.At(result, "result response content")
		m := d.Result(parts.Str(result, "id origin.id call_id"), parts.Str(result, "name origin.tool_name"), -1)
		failed := parts.At(result, "error is_error")
		m.IsError = failed == "true"
		d.Value(m, value, -1)
		d.Left(result, "id call_id name result response content error is_error origin")
		d.LeftIn(result, "origin", "id tool_name arguments")
	default:
		m, text := d.To(), parts.Str(part, "text Text")
		if m == nil {
			return
		}
		reasoning := parts.Str(part, "reasoning reasoning.reasoning_text")
		if part.Lookup("thought") == "true" {
			reasoning = text
		}
		switch {
		case reasoning != "":
			d.Thinking(m, reasoning, parts.Str(part, "signature"), part, -1)
			d.LeftIn(part, "reasoning", "reasoning_text")
		case strings.HasPrefix(string(part), `"`):
			d.Text(m, part.Text(), -1)
		case text != "":
			d.Text(m, text, -1)
		default:
			d.Unknown(m, cmp.Or(parts.Str(part, "type"), "part"), part, -1)
			return
		}
	}
	d.Left(part, read)
}
