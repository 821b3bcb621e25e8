package cohere

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// decodeOlder reads a request or an answer of version 1.
func decodeOlder(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(before, data, notes)
	if at := d.Offset(); d.WantOneOf("a request or an answer of Cohere", "message", "text") {
		history := d.Ahead("chat_history")
		switch raw := d.Raw(); {
		case d.Err() != nil:
		case raw.Lookup("message") != "":
			d.older(raw, at, history)
		default:
			d.olderAnswer(raw, at, history)
		}
	}
	return d.One(d.C)
}

// older reads a request of version 1.
func (d *decoder) older(raw conv.Raw, at, history int) {
	d.request(raw, at, "message chat_history preamble tool_results")
	for i, tool := range slices.Collect(raw.Lookup("tools").Elements) {
		d.olderTool(&d.C.Tools[i], tool)
	}
	d.C.SystemPrompt = parts.Str(raw, "preamble")
	d.Each(history, "messages", d.turn)
	if text := parts.Str(raw, "message"); text != "" {
		d.Text(d.Open("user", at), text, at)
	}
	d.results(raw.Lookup("tool_results"), at)
}

// kinds are JSON Schema's words for types of Python.
const kinds = "str=string string=string int=integer integer=integer float=number number=number bool=boolean boolean=boolean list=array dict=object"

// olderTool makes a schema of the parameters of a tool, and keeps these.
func (d *decoder) olderTool(t *conv.ToolDefinition, tool conv.Raw) {
	definitions := tool.Lookup("parameter_definitions")
	d.Rest(&t.Node, tool, "name description")
	if definitions == "" || definitions[0] != '{' {
		return
	}
	var properties []rawjson.Member
	var required []string
	for name, v := range definitions.Fields {
		var schema []rawjson.Member
		kind, _, _ := strings.Cut(strings.ToLower(parts.Str(v, "type")), "[")
		for pair := range strings.FieldsSeq(kinds) {
			if of, is, _ := strings.Cut(pair, "="); of == kind {
				schema = append(schema, rawjson.Member{Key: "type", Value: rawjson.Quoted(is)})
			}
		}
		if said := v.Lookup("description"); said != "" {
			schema = append(schema, rawjson.Member{Key: "description", Value: said})
		}
		if v.Lookup("required") == "true" {
			required = append(required, name)
		}
		properties = append(properties, rawjson.Member{Key: name, Value: rawjson.ObjectOf(schema)})
	}
	schema := []rawjson.Member{{Key: "type", Value: `"object"`}, {Key: "properties", Value: rawjson.ObjectOf(properties)}}
	if required != nil {
		schema = append(schema, rawjson.Member{Key: "required", Value: rawjson.StringsOf(required)})
	}
	t.Parameters = rawjson.ObjectOf(schema)
}

// turn reads a message of the history.
func (d *decoder) turn(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	role := strings.ToLower(parts.Str(raw, "role"))
	if role == "tool" {
		d.results(raw.Lookup("tool_results"), at)
		d.Lose(raw, at, "role tool_results")
		return
	}
	m := d.Open(strings.Replace(role, "chatbot", "assistant", 1), at)
	if m == nil {
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	d.Rest(&conv.MetaOf(m).Node, raw, "role message tool_calls")
	d.Text(m, parts.Str(raw, "message"), at)
	d.said = parts.At(raw, "tool_calls")
	d.olderCalls(m, raw.Lookup("tool_calls"), at)
}

func (d *decoder) olderCalls(m conv.Message, list conv.Raw, at int) {
	var calls []*conv.ToolCall
	for call := range list.Elements {
		t := d.Call(m, "", parts.Str(call, "name"), call.Lookup("parameters"), call, at)
		d.Rest(&t.Node, call, "name parameters generation_id")
		calls = append(calls, t)
	}
	d.calls.Number(calls)
}

// results reads what tools returned. Each names the call.
func (d *decoder) results(list conv.Raw, at int) {
	for result := range list.Elements {
		name := parts.Str(result, "call.name")
		m := d.Result(d.calls.Pair(name), name, at)
		d.Rest(&m.Node, result, "call outputs")
		d.Object(&m.Node, "call", result.Lookup("call"), "name generation_id")
		d.Value(m, result.Lookup("outputs"), at)
	}
}

// olderAnswer reads an answer of version 1, with the history that led to it.
func (d *decoder) olderAnswer(raw conv.Raw, at, history int) {
	d.Each(history, "messages", d.turn)
	text, calls := parts.Str(raw, "text"), parts.At(raw, "tool_calls")
	var m *conv.AssistantMessage
	if n := len(d.C.Messages); n > 0 {
		m, _ = d.C.Messages[n-1].(*conv.AssistantMessage)
	}
	if m == nil || m.Text() != text || d.said != calls { // else the history has the answer, too
		m = &conv.AssistantMessage{}
		d.Add(m, at)
		d.Text(m, text, at)
		d.olderCalls(m, calls, at)
	}
	m.Provider, m.ResponseID = family, parts.Str(raw, "generation_id")
	d.end(m, raw, "text generation_id chat_history tool_calls finish_reason meta", parts.Str(raw, "finish_reason"), raw.Lookup("meta"))
	if m.HasCalls() && m.StopReason == conv.StopNormal {
		m.StopReason = conv.StopToolUse
	}
}
