package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3/responses"
)

func judgeResponsesRequest(body []byte, partial bool) (found findings) {
	v := parse(body)
	whole, ok := v.(object)
	if !ok {
		found.add("/", "must be an object")
		return found
	}
	input, isList := whole["input"].([]any)
	rest := maps.Clone(whole)
	if isList {
		rest["input"] = "" // the SDK's list gives up on all items because of one: they are checked below
	}
	found = slices.DeleteFunc(echoValue(rest, &responses.ResponseNewParams{}), func(x finding) bool {
		return x.at == "/stream" || x.at == "/tool_choice/name"
	})
	found.addIf(!partial && str(whole["model"]) == "" && whole["prompt"] == nil, "/model", "missing")
	found.responsesInput(whole, input, isList)
	found.responsesTools(list(whole["tools"]))
	return found
}

// responsesInput checks the history, which may be on the server.
func (f *findings) responsesInput(whole object, input []any, isList bool) {
	elsewhere := whole["previous_response_id"] != nil || whole["conversation"] != nil || whole["prompt"] != nil
	f.addIf(!isList && !isString(whole["input"]) && (!elsewhere || whole["input"] != nil), "/input", "must be a string or a list")
	f.addIf(isList && len(input) == 0 && !elsewhere, "/input", "empty")
	for i, item := range input {
		at := under("/input", i)
		f.below(at, slices.DeleteFunc(echoValue(typed(item), &responses.ResponseInputItemUnionParam{}), func(x finding) bool {
			return itemTakenAnyway(item, x)
		}))
		f.responsesItem(at, item)
	}
	f.responsesPairs(input, elsewhere)
	f.ledReasoning(input)
}

// typed adds the type to an item: a message may leave it out.
func typed(item any) any {
	o, ok := item.(object)
	if !ok || o["type"] != nil || !isString(o["role"]) {
		return item
	}
	out := maps.Clone(o)
	out["type"] = "message"
	return out
}

// itemTakenAnyway knows what the server accepts although the SDK's union
// changes it: an assistant message in the short form loses the fields of the
// long one and the names of empty lists.
func itemTakenAnyway(item any, x finding) bool {
	if strings.HasPrefix(x.what, "added by the SDK") {
		return true
	}
	role := str(member(item, "role"))
	if role != "" && (x.at == "/id" || x.at == "/status" || x.at == "/phase") {
		return true
	}
	return role == "assistant" && (strings.HasSuffix(x.at, "/annotations") || strings.HasSuffix(x.at, "/logprobs"))
}

// echoValue is echo for a decoded value.
func echoValue(v, into any) (found findings) {
	b, err := json.Marshal(v)
	if err != nil {
		found.add("/", "%v", err)
		return found
	}
	return echo(b, into)
}

// itemIDs are the prefixes of item ids.
var itemIDs = map[string]string{"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc"}

// responsesParts are the parts of contents that each role may have.
var responsesParts = map[string]string{
	"system": "input_text", "developer": "input_text", "assistant": "output_text refusal",
	"user": "input_text input_image input_file",
}

func (f *findings) responsesItem(at string, item any) {
	kind, role, id := str(member(item, "type")), str(member(item, "role")), str(member(item, "id"))
	kind = cmp.Or(kind, "message")
	prefix := itemIDs[kind]
	f.addIf(id != "" && !strings.HasPrefix(id, prefix) && (kind != "message" || role == "assistant"), under(at, "id"), "must begin with %s: %q", prefix, id)
	switch kind {
	case "message":
		f.addIf(responsesParts[role] == "", under(at, "role"), "no role here: %s", show(member(item, "role")))
		f.responsesContent(under(at, "content"), responsesParts[role], member(item, "content"))
	case "function_call":
		f.functionName(at, item)
		f.strings(at, item, "arguments")
	case "function_call_output", "custom_tool_call_output":
		f.responsesContent(under(at, "output"), responsesParts["user"], member(item, "output"))
	case "reasoning":
		f.list(at, item, "summary")
	}
}

func (f *findings) responsesContent(at, kinds string, content any) {
	parts, isList := content.([]any)
	f.addIf(!isList && !isString(content), at, "must be a string or a list, is %s", show(content))
	for i, part := range parts {
		at := under(at, i)
		kind := str(member(part, "type"))
		f.addIf(kind == "" || !strings.Contains(" "+kinds+" ", " "+kind+" "), under(at, "type"), "no part here: %q", kind)
		switch kind {
		case "input_image":
			if member(part, "file_id") == nil {
				f.dataURL(under(at, "image_url"), str(member(part, "image_url")))
			}
		case "input_file":
			if data := str(member(part, "file_data")); strings.HasPrefix(data, "data:") {
				f.dataURL(under(at, "file_data"), data)
			}
		}
	}
}

// responsesPairs checks that each call has one output after it, and each output
// a call of its kind before it.
func (f *findings) responsesPairs(input []any, elsewhere bool) {
	open, known := map[string]string{}, map[string]bool{}
	for i, item := range input {
		kind, id := str(member(item, "type")), str(member(item, "call_id"))
		at := under(under("/input", i), "call_id")
		switch kind {
		case "function_call", "custom_tool_call":
			f.addIf(id == "" || len(id) > 64, at, "must have 1 to 64 characters: %q", id)
			f.addIf(known[id], at, "given twice: %q", id)
			open[id], known[id] = kind, true
		case "function_call_output", "custom_tool_call_output":
			f.addIf(open[id]+"_output" != kind && (!elsewhere || known[id]), at, "%q answers no open call of its kind", id)
			delete(open, id)
		}
	}
	for id := range open {
		f.add("/input", "call %q has no output", id)
	}
}

// ledReasoning checks that reasoning with an id comes before what it led to.
func (f *findings) ledReasoning(input []any) {
	for i, item := range input {
		if member(item, "type") != "reasoning" || str(member(item, "id")) == "" {
			continue
		}
		next := slices.IndexFunc(input[i:], func(x any) bool { return member(x, "type") != "reasoning" })
		if next < 0 {
			f.add(under("/input", i), "reasoning that led to nothing")
			continue
		}
		role, kind := str(member(input[i+next], "role")), str(member(input[i+next], "type"))
		f.addIf(role != "" && role != "assistant" || strings.HasSuffix(kind, "_output"), under("/input", i), "reasoning that led to nothing")
	}
}

func (f *findings) responsesTools(tools []any) {
	for i, tool := range tools {
		at := under("/tools", i)
		if member(tool, "type") != "function" {
			continue
		}
		f.functionName(at, tool)
		p := member(tool, "parameters")
		f.addIf(p != nil && member(p, "type") != "object", under(at, "parameters/type"), "must be object")
	}
}
