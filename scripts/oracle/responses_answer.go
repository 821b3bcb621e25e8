package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3/responses"
)

// responsesDialects are fields of answers that the servers send and the SDK's
// types lack.
var responsesDialects = []string{"obfuscation", "billing", "content_filters", "presence_penalty", "frequency_penalty", "tool_usage", "store"}

// responsesStates are the states of a response.
var responsesStates = []string{"completed", "failed", "in_progress", "cancelled", "queued", "incomplete"}

func judgeResponsesResponse(body []byte, _ bool) findings {
	v := parse(body)
	if member(v, "object") == nil && member(v, "error") != nil {
		return nil
	}
	found := decode(body, &responses.Response{}).without(responsesDialects...)
	found.response("", v)
	return found
}

// response checks what every response has.
func (f *findings) response(at string, v any) {
	f.addIf(member(v, "object") != "response", under(at, "object"), "must be response")
	f.present(at, v, "id", "created_at", "model", "tools", "tool_choice", "parallel_tool_calls")
	status := str(member(v, "status"))
	f.addIf(!slices.Contains(responsesStates, status), under(at, "status"), "unknown: %q", status)
	f.addIf(status == "failed" && member(v, "error") == nil, under(at, "error"), "missing of what failed")
	f.addIf(status == "incomplete" && member(v, "incomplete_details") == nil, under(at, "incomplete_details"), "missing of what is incomplete")
	for i, item := range f.list(at, v, "output") {
		f.responsesOutput(under(under(at, "output"), i), item)
	}
}

func (f *findings) responsesOutput(at string, item any) {
	kind := str(member(item, "type"))
	prefix := itemIDs[kind]
	f.addIf(prefix != "" && !strings.HasPrefix(str(member(item, "id")), prefix), under(at, "id"), "must begin with %s: %s", prefix, show(member(item, "id")))
	switch kind {
	case "":
		f.add(under(at, "type"), "missing")
	case "message":
		f.addIf(member(item, "role") != "assistant", under(at, "role"), "must be assistant")
		for i, part := range f.list(at, item, "content") {
			f.responsesOutputPart(under(under(at, "content"), i), part)
		}
	case "function_call":
		f.strings(at, item, "call_id", "name", "arguments")
	case "custom_tool_call":
		f.strings(at, item, "call_id", "name", "input")
	case "reasoning":
		f.list(at, item, "summary")
	}
}

func (f *findings) responsesOutputPart(at string, part any) {
	switch kind := str(member(part, "type")); kind {
	case "output_text":
		f.strings(at, part, "text")
		f.list(at, part, "annotations")
	case "refusal":
		f.strings(at, part, "refusal")
	default:
		f.add(under(at, "type"), "no part of an answer: %q", kind)
	}
}

func judgeResponsesStream(stream []byte, _ bool) findings {
	all, found := events(stream)
	s := itemOrder{said: map[string]string{}}
	for i, e := range all {
		at := fmt.Sprintf("event %d", i+1)
		if e.data == "[DONE]" && i == len(all)-1 {
			continue
		}
		v := parse([]byte(e.data))
		kind := str(member(v, "type"))
		found.addIf(e.name != "" && e.name != kind, at, "named %q, but its type is %q", e.name, kind)
		n, ok := whole(member(v, "sequence_number"))
		found.addIf(!ok || n != int64(i), at+"/sequence_number", "must be %d: %s", i, show(member(v, "sequence_number")))
		problem := s.next(kind, v)
		found.addIf(problem != "", at, "%s", problem)
		if kind != "error" {
			found.below(at, decode([]byte(e.data), &responses.ResponseStreamEventUnion{}).without(responsesDialects...))
		}
		if r := member(v, "response"); r != nil {
			found.response(at+"/response", r)
		}
	}
	found.addIf(!s.ended, "/", "no last event")
	return found
}

// itemOrder follows the events of one response: its items are added and done
// once each, and their texts add up to the final response.
type itemOrder struct {
	begun, ended bool
	open         []int64           // open items
	count        int64             // added items
	done         []any             // items as their done events have them
	said         map[string]string // by kind, item and part
}

// next takes an event and reports what is wrong with its place.
func (o *itemOrder) next(kind string, v any) string {
	item, _ := whole(member(v, "output_index"))
	switch kind {
	case "response.created":
		if o.begun {
			return "it has begun"
		}
		o.begun = true
		return ""
	case "response.completed", "response.incomplete", "response.failed":
		o.ended = true
		return o.end(list(member(v, "response", "output")))
	case "error":
		o.ended = true
		return ""
	case "response.queued", "response.in_progress":
		return ""
	case "response.output_item.added":
		if item != o.count {
			return fmt.Sprintf("item %d cannot be added here", item)
		}
		o.count++
		o.open = append(o.open, item)
		return ""
	}
	if !o.begun || o.ended || !slices.Contains(o.open, item) {
		return fmt.Sprintf("%s of item %d, which is not open", kind, item)
	}
	if kind == "response.output_item.done" {
		o.open = slices.DeleteFunc(o.open, func(i int64) bool { return i == item })
		o.done = append(o.done, member(v, "item"))
		return ""
	}
	return o.piece(kind, item, v)
}

// piece takes an event of a part of an item.
func (o *itemOrder) piece(kind string, item int64, v any) string {
	what, step := kind[:strings.LastIndex(kind, ".")+1], kind[strings.LastIndex(kind, ".")+1:]
	key := fmt.Sprint(what, item, "/", cmp.Or(member(v, "content_index"), member(v, "summary_index")))
	switch step {
	case "delta":
		o.said[key] += str(member(v, "delta"))
	case "done":
		for _, name := range []string{"text", "arguments", "input", "refusal"} {
			if s, ok := member(v, name).(string); ok && s != o.said[key] {
				return "not what its pieces add up to"
			}
		}
	}
	return ""
}

// end compares the items of the response with the finished ones.
func (o *itemOrder) end(output []any) string {
	if len(o.open) > 0 {
		return fmt.Sprintf("item %d is still open", o.open[0])
	}
	if len(output) != len(o.done) {
		return fmt.Sprintf("%d items, but %d were done", len(output), len(o.done))
	}
	return ""
}
