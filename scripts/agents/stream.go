package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// object is a JSON object that the server writes.
type object = map[string]any

// events writes objects as server-sent events, named if they have a type.
func events(named bool, list []any) []string {
	var out []string
	for _, e := range list {
		raw, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		name := ""
		if o, ok := e.(object); ok && named {
			name = fmt.Sprintf("event: %s\n", o["type"])
		}
		if text, ok := e.(string); ok {
			raw = []byte(text)
		}
		out = append(out, name+"data: "+string(raw)+"\n\n")
	}
	return out
}

// halves cuts a text in two, so that a stream has more than one delta.
func halves(text string) []string {
	if i := strings.IndexByte(text, ' '); i > 0 {
		return []string{text[:i], text[i:]}
	}
	return []string{text}
}

// tokens are the counts of an answer: what was read without the cache, what came
// from the cache, what was written.
func (a answer) tokens() (fresh, cached, written int) {
	if a.full {
		return 998000, 5, 9
	}
	return 20 + a.number, 5, 9
}

// stream returns an answer as the events of a protocol. An answer that hangs has
// no events after half of its text.
func (a answer) stream(protocol string) []string {
	switch protocol {
	case "anthropic":
		return a.cut(events(true, a.anthropic()))
	case "responses":
		return a.cut(events(true, a.responses()))
	case "gemini":
		return a.cut(events(false, a.gemini()))
	}
	return a.cut(events(false, a.chat()))
}

// cut keeps the events up to the first half of the text.
func (a answer) cut(list []string) []string {
	if !a.hang {
		return list
	}
	for i, e := range list {
		if strings.Contains(e, `"`+halves(a.text)[0]+`"`) {
			return list[:i+1]
		}
	}
	return list[:1]
}

func (a answer) anthropic() []any {
	fresh, cached, written := a.tokens()
	usage := object{"input_tokens": fresh, "cache_creation_input_tokens": 0, "cache_read_input_tokens": cached, "output_tokens": 1}
	list := []any{object{"type": "message_start", "message": object{
		"id": fmt.Sprintf("msg_%04d", a.number), "type": "message", "role": "assistant", "model": a.model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": usage,
	}}}
	index := 0
	block := func(start object, deltas ...object) {
		list = append(list, object{"type": "content_block_start", "index": index, "content_block": start})
		for _, d := range deltas {
			list = append(list, object{"type": "content_block_delta", "index": index, "delta": d})
		}
		list = append(list, object{"type": "content_block_stop", "index": index})
		index++
	}
	if a.thinking != "" {
		block(object{"type": "thinking", "thinking": "", "signature": ""},
			object{"type": "thinking_delta", "thinking": a.thinking}, object{"type": "signature_delta", "signature": "c2lnbmF0dXJlLW9mLXRpZGVz"})
	}
	var deltas []object
	for _, half := range halves(a.text) {
		deltas = append(deltas, object{"type": "text_delta", "text": half})
	}
	block(object{"type": "text", "text": ""}, deltas...)
	stop := "end_turn"
	for _, c := range a.calls {
		stop = "tool_use"
		block(object{"type": "tool_use", "id": "toolu_" + c.id, "name": c.name, "input": object{}}, object{"type": "input_json_delta", "partial_json": c.args})
	}
	return append(list,
		object{"type": "message_delta", "delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": written}},
		object{"type": "message_stop"})
}

func (a answer) chat() []any {
	fresh, cached, written := a.tokens()
	chunk := func(choices ...any) object {
		return object{"id": fmt.Sprintf("chatcmpl-%d", a.number), "object": "chat.completion.chunk", "created": 1, "model": a.model, "choices": choices}
	}
	delta := func(d object) object { return chunk(object{"index": 0, "delta": d, "finish_reason": nil}) }
	var list []any
	if a.thinking != "" {
		list = append(list, delta(object{"role": "assistant", "reasoning_content": a.thinking}))
	}
	for _, half := range halves(a.text) {
		list = append(list, delta(object{"role": "assistant", "content": half}))
	}
	stop := "stop"
	for i, c := range a.calls {
		stop = "tool_calls"
		list = append(list, delta(object{"tool_calls": []any{object{
			"index": i, "id": c.id, "type": "function", "function": object{"name": c.name, "arguments": c.args},
		}}}))
	}
	counts := chunk()
	counts["choices"] = []any{}
	counts["usage"] = object{
		"prompt_tokens": fresh + cached, "completion_tokens": written, "total_tokens": fresh + cached + written,
		"prompt_tokens_details": object{"cached_tokens": cached}, "completion_tokens_details": object{"reasoning_tokens": 4},
	}
	return append(list, chunk(object{"index": 0, "delta": object{}, "finish_reason": stop}), counts, "[DONE]")
}

func (a answer) gemini() []any {
	fresh, cached, written := a.tokens()
	chunk := func(stop any, parts ...any) object {
		return object{
			"candidates":   []any{object{"index": 0, "content": object{"role": "model", "parts": parts}, "finishReason": stop}},
			"modelVersion": a.model, "responseId": fmt.Sprintf("r%d", a.number),
			"usageMetadata": object{
				"promptTokenCount": fresh + cached, "cachedContentTokenCount": cached, "candidatesTokenCount": written - 4,
				"thoughtsTokenCount": 4, "totalTokenCount": fresh + cached + written,
			},
		}
	}
	var list []any
	if a.thinking != "" {
		list = append(list, chunk(nil, object{"text": a.thinking, "thought": true}))
	}
	for _, half := range halves(a.text) {
		list = append(list, chunk(nil, object{"text": half}))
	}
	var calls []any
	for _, c := range a.calls {
		calls = append(calls, object{
			"functionCall":     object{"id": c.id, "name": c.name, "args": json.RawMessage(c.args)},
			"thoughtSignature": "c2lnbmF0dXJlLW9mLXRpZGVz",
		})
	}
	if calls == nil {
		calls = []any{object{"text": ""}}
	}
	return append(list, chunk("STOP", calls...))
}
