package main

import (
	"encoding/json"
	"fmt"
)

// rest returns an answer as the JSON body of a protocol, for requests that want
// no stream.
func (a answer) rest(protocol string) []byte {
	raw, err := json.Marshal(map[string]func() object{
		"anthropic": a.anthropicRest, "responses": a.responsesRest, "gemini": a.geminiRest, "chat": a.chatRest,
	}[protocol]())
	if err != nil {
		panic(err)
	}
	return raw
}

func (a answer) anthropicRest() object {
	list := a.anthropic()
	message := list[0].(object)["message"].(object)
	blocks := []any{object{"type": "text", "text": a.text}}
	for _, c := range a.calls {
		blocks = append(blocks, object{"type": "tool_use", "id": "toolu_" + c.id, "name": c.name, "input": json.RawMessage(c.args)})
	}
	return with(message, object{"content": blocks, "stop_reason": list[len(list)-2].(object)["delta"].(object)["stop_reason"]})
}

func (a answer) responsesRest() object {
	list := a.responses()
	return list[len(list)-1].(object)["response"].(object)
}

func (a answer) geminiRest() object {
	list := a.gemini()
	last := list[len(list)-1].(object)
	candidate := last["candidates"].([]any)[0].(object)
	content := candidate["content"].(object)
	content["parts"] = append([]any{object{"text": a.text}}, content["parts"].([]any)...)
	return last
}

func (a answer) chatRest() object {
	message := object{"role": "assistant", "content": a.text}
	stop := "stop"
	for i, c := range a.calls {
		stop = "tool_calls"
		calls, _ := message["tool_calls"].([]any)
		message["tool_calls"] = append(calls, object{
			"id": c.id, "type": "function", "index": i, "function": object{"name": c.name, "arguments": c.args},
		})
	}
	list := a.chat()
	return object{
		"id": fmt.Sprintf("chatcmpl-%d", a.number), "object": "chat.completion", "created": 1, "model": a.model,
		"choices": []any{object{"index": 0, "message": message, "finish_reason": stop}},
		"usage":   list[len(list)-2].(object)["usage"],
	}
}
