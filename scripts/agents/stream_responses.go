package main

import (
	"fmt"
	"maps"
	"slices"
)

// responses is an answer as the events of OpenAI's Responses API.
func (a answer) responses() []any {
	fresh, cached, written := a.tokens()
	output := a.output()
	response := object{
		"id": fmt.Sprintf("resp_%04d", a.number), "object": "response", "created_at": 1, "model": a.model, "status": "completed",
		"output": output, "error": nil, "incomplete_details": nil, "parallel_tool_calls": true, "tool_choice": "auto",
		"tools": []any{}, "metadata": object{},
		"usage": object{
			"input_tokens": fresh + cached, "input_tokens_details": object{"cached_tokens": cached}, "output_tokens": written,
			"output_tokens_details": object{"reasoning_tokens": 4}, "total_tokens": fresh + cached + written,
		},
	}
	started := with(response, object{"status": "in_progress", "output": []any{}, "usage": nil})
	list := []any{object{"type": "response.created", "response": started}}
	for i, o := range output {
		item := o.(object)
		empty := map[any]object{"message": {"content": []any{}}, "function_call": {"arguments": ""}, "reasoning": {"summary": []any{}}}[item["type"]]
		list = append(list, object{"type": "response.output_item.added", "output_index": i, "item": with(item, empty)})
		list = append(list, a.deltas(item, i)...)
		list = append(list, object{"type": "response.output_item.done", "output_index": i, "item": item})
	}
	list = append(list, object{"type": "response.completed", "response": response})
	for i := range list {
		list[i].(object)["sequence_number"] = i
	}
	return list
}

// output is the items of an answer.
func (a answer) output() []any {
	var items []any
	if a.thinking != "" {
		items = append(items, object{
			"id": fmt.Sprintf("rs_%04d", a.number), "type": "reasoning", "encrypted_content": "ZW5jcnlwdGVkLXRpZGVz",
			"summary": []any{object{"type": "summary_text", "text": a.thinking}},
		})
	}
	items = append(items, object{
		"id": fmt.Sprintf("msg_%04d", a.number), "type": "message", "role": "assistant", "status": "completed",
		"content": []any{object{"type": "output_text", "text": a.text, "annotations": []any{}}},
	})
	for i, c := range a.calls {
		o := object{
			"id": fmt.Sprintf("fc_%04d_%d", a.number, i), "type": "function_call", "call_id": c.id,
			"name": c.name, "arguments": c.args, "status": "completed",
		}
		if c.namespace != "" {
			o["namespace"] = c.namespace
		}
		items = append(items, o)
	}
	return items
}

// deltas are the events between the start and the end of an item.
func (a answer) deltas(item object, index int) []any {
	if item["type"] != "message" {
		return nil
	}
	at := object{"item_id": item["id"], "output_index": index, "content_index": 0}
	list := []any{with(at, object{"type": "response.content_part.added", "part": object{"type": "output_text", "text": "", "annotations": []any{}}})}
	for _, half := range halves(a.text) {
		list = append(list, with(at, object{"type": "response.output_text.delta", "delta": half}))
	}
	return append(list,
		with(at, object{"type": "response.output_text.done", "text": a.text}),
		with(at, object{"type": "response.content_part.done", "part": slices.Clone(item["content"].([]any))[0]}))
}

// with is a copy of an object with other fields.
func with(o object, other object) object {
	out := maps.Clone(o)
	maps.Copy(out, other)
	return out
}
