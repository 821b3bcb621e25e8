package openwebui

import (
	"cmp"
	"html"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// assistant reads an answer. Results of tools part it into several.
func (r *reading) assistant() {
	first := len(r.c.Messages)
	if len(r.output) > len("[]") {
		for item := range r.output.Elements {
			r.item(item)
		}
	} else {
		for phase := range r.list.Elements {
			r.phase(phase)
		}
		r.details(r.content)
	}
	if r.failed != "" && r.failed != "null" && r.failed != "false" {
		if r.answer == nil {
			r.says(nil)
		}
		r.answer.StopReason = conv.StopError
		said := r.failed.Lookup("content").Text()
		r.answer.ErrorMessage = cmp.Or(said, r.failed.Text(), string(r.failed))
		if said != "" {
			parts.LeftIn(own, &r.answer.Node, "error", r.failed, "content")
		}
	}
	if n := len(r.c.Messages); n > first && strings.HasPrefix(string(r.usage), "{") {
		conv.MetaOf(r.c.Messages[n-1]).Extensions.Set(family, "usage", r.usage)
	}
}

// says adds a block to the answer; nil adds none.
func (r *reading) says(b conv.AssistantContent) {
	if r.answer == nil {
		r.answer = &conv.AssistantMessage{Model: r.model}
		r.add(r.answer)
	}
	if b != nil {
		conv.NodeOf(b).SetOffset(r.nodes[r.at].Offset)
		r.answer.Content = append(r.answer.Content, b)
	}
}

// item reads an item of the output.
func (r *reading) item(item conv.Raw) {
	switch kind := item.Lookup("type").Text(); kind {
	case "message":
		if s := text(item.Lookup("content")); s != "" {
			t := &conv.TextContent{Text: s}
			r.says(t)
			r.left(&t.Node, item)
		}
	case "reasoning":
		if s := cmp.Or(text(item.Lookup("content")), text(item.Lookup("summary"))); s != "" {
			t := &conv.ThinkingContent{Thinking: s}
			r.says(t)
			r.left(&t.Node, item)
		}
	case "function_call":
		t := r.call(item.Lookup("call_id").Text(), item.Lookup("name").Text(), item.Lookup("arguments").Text())
		r.left(&t.Node, item)
	case "function_call_output":
		m := r.result(item.Lookup("call_id").Text(), text(item.Lookup("output")))
		r.left(&m.Node, item)
	default:
		r.Notes.Unknown(r.nodes[r.at].Offset, "item", kind)
		r.says(&conv.Opaque{Family: family, Raw: item})
	}
}

// phase reads a part of an answer of Qwen Chat.
func (r *reading) phase(part conv.Raw) {
	said := part.Lookup("content").Text()
	switch kind := part.Lookup("phase").Text(); {
	case kind == "think":
		t := &conv.ThinkingContent{Thinking: said}
		r.says(t)
		parts.Left(own, &t.Node, part, "content phase status role")
	case kind == "answer":
		if said == r.content { // it says the same again
			r.content = ""
		}
		t := &conv.TextContent{Text: said}
		r.says(t)
		parts.Left(own, &t.Node, part, "content phase status role")
	default:
		r.Notes.Unknown(r.nodes[r.at].Offset, "phase", kind)
		r.says(&conv.Opaque{Family: family, Raw: part})
	}
}

// left keeps what is left of an item and of its parts.
func (r *reading) left(n *conv.Node, item conv.Raw) {
	parts.Left(own, n, item, "type id status role content summary call_id name arguments output")
	for _, key := range []string{"content", "summary", "output"} {
		parts.LeftOf(own, n, key, item.Lookup(key), "type text")
	}
}

func (r *reading) call(id, name, arguments string) *conv.ToolCall {
	t := &conv.ToolCall{ID: id, Name: name}
	if raw, ok := isObject(arguments); ok {
		t.Arguments = raw
	} else if t.Arguments = "{}"; arguments != "" {
		t.Arguments = `{"input":` + rawjson.Quoted(arguments) + "}"
	}
	if r.names == nil {
		r.names = map[string]string{}
	}
	r.names[id] = name
	r.says(t)
	r.answer.StopReason = conv.StopToolUse
	return t
}

func (r *reading) result(id, output string) *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{ToolCallID: id, ToolName: r.names[id]}
	if output != "" {
		m.Content = []conv.ToolResultContent{&conv.TextContent{Text: output}}
	}
	r.add(m)
	r.answer = nil
	return m
}

// details reads a text with elements <details> of reasoning and of calls.
func (r *reading) details(s string) {
	for n := 1; ; n++ {
		at := strings.Index(s, `<details type="`)
		end := -1
		if at >= 0 {
			end = strings.Index(s[at:], "</details>")
		}
		if end < 0 {
			break
		}
		head, body, ok := strings.Cut(s[at:at+end], ">")
		kind := attribute(head, "type")
		if !ok || kind != "reasoning" && kind != "tool_calls" {
			break
		}
		r.plain(s[:at])
		s = s[at+end+len("</details>"):]
		if kind == "reasoning" {
			t := &conv.ThinkingContent{Thinking: unquoted(body)}
			r.says(t)
			if took := attribute(head, "duration"); took != "" {
				own.Set(&t.Node, "duration", rawjson.Quoted(took))
			}
			continue
		}
		id := cmp.Or(attribute(head, "id"), r.nodes[r.at].ID+"-"+strconv.Itoa(n))
		r.call(id, attribute(head, "name"), attribute(head, "arguments"))
		if attribute(head, "done") == "true" {
			r.result(id, attribute(head, "result"))
		}
	}
	r.plain(s)
}

// plain adds a text without what only parts it from an element.
func (r *reading) plain(s string) {
	if s != r.content {
		s = strings.Trim(s, "\n")
	}
	if s != "" {
		r.says(&conv.TextContent{Text: s})
	}
}

// attribute is the value of an attribute. A value that is a JSON string is unpacked:
// that is how results and arguments are written.
func attribute(head, name string) string {
	_, rest, _ := strings.Cut(head, " "+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	value = html.UnescapeString(value)
	if len(value) > 1 && value[0] == '"' {
		c := rawjson.NewCursor([]byte(value))
		if s := c.Str(); c.End() == nil {
			return s
		}
	}
	return value
}

// unquoted is the text of an element of reasoning, whose lines are quoted.
func unquoted(body string) string {
	if _, after, ok := strings.Cut(body, "</summary>"); ok {
		body = after
	}
	lines := strings.Split(html.UnescapeString(strings.Trim(body, "\n")), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
	}
	return strings.Join(lines, "\n")
}
