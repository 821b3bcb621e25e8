package chatml

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// header is the first line of a turn.
type header struct{ role, name string }

// roleOf is the role that a header names, "" for one that nobody knows.
func roleOf(word string) conv.Role {
	switch word {
	case "system", "developer", "user", "assistant":
		return conv.Role(word)
	case "tool":
		return conv.RoleToolResult
	}
	return ""
}

// parseHeader reads a role that convo knows, and the name of who speaks.
func parseHeader(line string) (h header, ok bool) {
	words := strings.Fields(line)
	if len(words) == 2 && strings.HasPrefix(words[1], "name=") {
		h.name = words[1][len("name="):]
	} else if len(words) != 1 {
		return h, false
	}
	h.role = words[0]
	return h, roleOf(h.role) != "" && (len(words) == 1 || isName(h.name))
}

func (h header) String() string {
	if h.name == "" {
		return h.role
	}
	return h.role + " name=" + h.name
}

// isName reports whether a name can stand in a header.
func isName(name string) bool {
	return name != "" && len(strings.Fields(name)) == 1 && strings.TrimSpace(name) == name && !marked.HasToken(name)
}

// parseAnswer reads reasoning, a text and calls; each may be missing.
func parseAnswer(text string) (blocks []conv.AssistantContent) {
	if inside, ok := strings.CutPrefix(text, thinkBegin); ok {
		if thought, rest, ok := strings.Cut(inside, thinkEnd); ok {
			if thought = strings.TrimSuffix(strings.TrimPrefix(thought, "\n"), "\n"); strings.TrimSpace(thought) != "" {
				blocks = append(blocks, &conv.ThinkingContent{Thinking: thought})
			}
			if text, ok = strings.CutPrefix(rest, "\n\n"); !ok {
				text = strings.TrimLeft(rest, "\n")
			}
		}
	}
	text, calls := training.CutCalls(text)
	if text != "" {
		blocks = append(blocks, &conv.TextContent{Text: text})
	}
	return append(blocks, calls...)
}

// spelled is what parseAnswer reads.
func spelled(blocks []conv.AssistantContent) string {
	var s strings.Builder
	var last conv.Block
	for _, b := range blocks {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			s.WriteString(thinkBegin + "\n" + b.Thinking + "\n" + thinkEnd + "\n\n")
		case *conv.TextContent:
			s.WriteString(b.Text)
		case *conv.ToolCall:
			if _, thought := last.(*conv.ThinkingContent); last != nil && !thought {
				s.WriteString("\n")
			}
			s.WriteString(training.CallBegin + "\n" + marked.InJSON(training.FormatCalls([]*conv.ToolCall{b})) + "\n" + training.CallEnd)
		}
		last = b
	}
	return s.String()
}

// response is a piece of training.Responses, the first one of its turn or not.
func response(text string, first bool) string {
	text = training.ResultBegin + "\n" + text + "\n" + training.ResultEnd
	if !first {
		text = "\n" + text
	}
	return text
}

// The words of Qwen around the tools, which end the system prompt.
const (
	toolsBegin = "# Tools\n\nYou may call one or more functions to assist with the user query.\n\n" +
		"You are provided with function signatures within <tools></tools> XML tags:\n<tools>"
	toolsEnd = "\n</tools>\n\nFor each function call, return a json object with function name and arguments within " +
		"<tool_call></tool_call> XML tags:\n<tool_call>\n" + `{"name": <function-name>, "arguments": <args-json-object>}` + "\n</tool_call>"
)

// parsePrompt cuts the tools off the end of a system prompt.
func parsePrompt(text string) (prompt string, tools []conv.ToolDefinition) {
	head, ok := strings.CutSuffix(text, toolsEnd)
	at := strings.LastIndex(head, toolsBegin)
	if !ok || at < 0 {
		return text, nil
	}
	var list []conv.Raw
	c := rawjson.NewCursor([]byte(head[at+len(toolsBegin):]))
	for c.Kind() == rawjson.Object {
		list = append(list, c.Raw())
	}
	tools, ok = training.ParseTools(own, rawjson.ArrayOf(list))
	if !ok || c.End() != nil || len(tools) == 0 {
		return text, nil
	}
	prompt = head[:at]
	return strings.TrimSuffix(prompt, "\n\n"), tools
}

// formatPrompt is what parsePrompt reads.
func formatPrompt(prompt string, tools []conv.ToolDefinition) string {
	if len(tools) == 0 {
		return prompt
	}
	w := rawjson.NewWriter(nil)
	for i := range tools {
		w.Text("\n")
		w.BeginObject()
		w.Field("type", "function")
		w.Key("function")
		training.WriteTool(w, own, &tools[i])
		w.EndObject()
	}
	if prompt != "" {
		prompt += "\n\n"
	}
	return prompt + toolsBegin + marked.InJSON(string(w.Bytes())) + toolsEnd
}
