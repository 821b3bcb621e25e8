package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"convo/scripts/must"
)

// parse reads a request that came to a path of the server. It fails for paths
// of no protocol.
func parse(path string, body []byte) (r *request, err error) {
	path, _, _ = strings.Cut(path, "?")
	read := map[string]func([]byte) *request{
		"/messages": parseAnthropic, "/responses": parseResponses, "/chat/completions": parseChat,
		":generateContent": parseGemini, ":streamGenerateContent": parseGemini,
	}
	for end, parse := range read {
		if strings.HasSuffix(path, end) {
			err = must.Try(func() { r = parse(body) })
			if err == nil && r.protocol == "gemini" {
				r.stream = strings.Contains(path, ":stream")
				_, model, _ := strings.Cut(path, "/models/")
				r.model, _, _ = strings.Cut(model, ":")
			}
			return r, err
		}
	}
	return nil, fmt.Errorf("%s belongs to no protocol", path)
}

// schema is a JSON Schema of an object, as far as it is of interest.
type schema struct {
	Properties map[string]json.RawMessage `json:"properties"`
}

func (s schema) tool() tool {
	t := tool{params: map[string]bool{}}
	for name := range s.Properties {
		t.params[name] = true
	}
	return t
}

func parseAnthropic(body []byte) *request {
	var j struct {
		Model    string
		Stream   bool
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Tools []struct {
			Name   string
			Schema schema `json:"input_schema"`
		}
	}
	must.Do(json.Unmarshal(body, &j))
	r := &request{protocol: "anthropic", model: j.Model, stream: j.Stream, tools: map[string]tool{}}
	for _, t := range j.Tools {
		r.tools[t.Name] = t.Schema.tool()
	}
	for _, m := range j.Messages {
		for _, p := range parts(m.Content) {
			switch p.Type {
			case "thinking":
				r.items = append(r.items, item{kind: reasoning, text: p.Thinking})
			case "tool_use":
				r.items = append(r.items, item{kind: call, text: p.Name, args: canonical(p.Input), id: p.ID})
			case "tool_result":
				r.items = append(r.items, content(parts(p.Content), item{kind: result, id: p.ToolUseID})...)
			default:
				r.items = append(r.items, content([]part{p}, item{kind: roleKind(m.Role)})...)
			}
		}
	}
	return r
}

// roleKind is the kind of the texts of a role.
func roleKind(role string) kind {
	switch role {
	case "assistant", "model":
		return assistant
	case "system", "developer":
		return system
	}
	return user
}

func parseChat(body []byte) *request {
	var j struct {
		Model    string
		Stream   bool
		Messages []struct {
			Role       string
			Content    json.RawMessage
			Reasoning  string `json:"reasoning_content"`
			ToolCallID string `json:"tool_call_id"`
			ToolCalls  []struct {
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Tools []struct {
			Function struct {
				Name       string
				Parameters schema
			}
		}
		Format struct{ Type string } `json:"response_format"`
	}
	must.Do(json.Unmarshal(body, &j))
	r := &request{protocol: "chat", model: j.Model, stream: j.Stream, json: strings.HasPrefix(j.Format.Type, "json"), tools: map[string]tool{}}
	for _, t := range j.Tools {
		r.tools[t.Function.Name] = t.Function.Parameters.tool()
	}
	for _, m := range j.Messages {
		if m.Reasoning != "" {
			r.items = append(r.items, item{kind: reasoning, text: m.Reasoning})
		}
		of := item{kind: roleKind(m.Role)}
		if m.Role == "tool" {
			of = item{kind: result, id: m.ToolCallID}
		}
		r.items = append(r.items, content(parts(m.Content), of)...)
		for _, c := range m.ToolCalls {
			r.items = append(r.items, item{kind: call, text: c.Function.Name, args: canonical([]byte(c.Function.Arguments)), id: c.ID})
		}
	}
	return r
}

// input is an item of the Responses API.
type input struct {
	Type, Role, Name, Arguments, Input string
	Content                            json.RawMessage
	CallID                             string `json:"call_id"`
	Output                             json.RawMessage
	Action                             json.RawMessage
	Summary                            []part
}

func (in input) items() []item {
	switch in.Type {
	case "", "message":
		return content(parts(in.Content), item{kind: roleKind(in.Role)})
	case "reasoning":
		var items []item
		for _, s := range in.Summary {
			items = append(items, item{kind: reasoning, text: s.Text})
		}
		return items
	case "function_call":
		return []item{{kind: call, text: in.Name, args: canonical([]byte(in.Arguments)), id: in.CallID}}
	case "custom_tool_call":
		return []item{{kind: call, text: in.Name, args: in.Input, id: in.CallID}}
	case "local_shell_call":
		return []item{{kind: call, text: "local_shell", args: canonical(in.Action), id: in.CallID}}
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		return content(parts(in.Output), item{kind: result, id: in.CallID})
	}
	return nil
}

func parseResponses(body []byte) *request {
	type function struct {
		Type, Name string
		Parameters schema
	}
	var j struct {
		Model  string
		Stream bool
		Input  json.RawMessage
		Tools  []struct {
			function
			Tools []function
		}
	}
	must.Do(json.Unmarshal(body, &j))
	r := &request{protocol: "responses", model: j.Model, stream: j.Stream, tools: map[string]tool{}}
	for _, t := range j.Tools {
		if t.Type != "namespace" {
			r.tools[t.Name] = t.Parameters.tool()
			continue
		}
		for _, f := range t.Tools {
			one := f.Parameters.tool()
			one.namespace = t.Name
			r.tools[f.Name] = one
		}
	}
	var text string
	if json.Unmarshal(j.Input, &text) == nil {
		r.items = []item{{kind: user, text: text}}
		return r
	}
	var list []input
	must.Do(json.Unmarshal(j.Input, &list))
	for _, in := range list {
		r.items = append(r.items, in.items()...)
	}
	return r
}
