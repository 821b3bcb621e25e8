package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/openai/openai-go/v3"
)

// event is one event of a stream.
type event struct{ name, data string }

// events splits a stream as the WHATWG specification defines it.
func events(stream []byte) (all []event, found findings) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(stream), "\ufeff"))
	var current event
	var data []string
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		field, rest, _ := strings.Cut(line, ":")
		rest = strings.TrimPrefix(rest, " ")
		switch {
		case line == "":
			if data != nil {
				current.data = strings.Join(data, "\n")
				all = append(all, current)
			}
			current, data = event{}, nil
		case field == "data":
			data = append(data, rest)
		case field == "event":
			current.name = rest
		case field != "" && field != "id" && field != "retry":
			found.add(fmt.Sprintf("line %d", i+1), "no line of an event stream")
		}
	}
	found.addIf(data != nil, "/", "the last event is not finished by an empty line")
	return all, found
}

func judgeChatStream(stream []byte, _ bool) findings {
	all, found := events(stream)
	sum := openai.ChatCompletionAccumulator{}
	done, finished := false, false
	known := map[string]bool{}
	for i, e := range all {
		at := fmt.Sprintf("event %d", i+1)
		found.addIf(done, at, "after [DONE]")
		if e.data == "[DONE]" {
			done = true
			continue
		}
		v := parse([]byte(e.data))
		if member(v, "error") != nil {
			return found
		}
		var chunk openai.ChatCompletionChunk
		found.below(at, decode([]byte(e.data), &chunk).without(append(chatDialects, "obfuscation")...))
		found.addIf(member(v, "object") != "chat.completion.chunk", at+"/object", "must be chat.completion.chunk")
		found.addIf(!sum.AddChunk(chunk), at, "the SDK cannot add this up")
		for _, choice := range list(member(v, "choices")) {
			found.callPieces(at, choice, known)
			finished = finished || member(choice, "finish_reason") != nil
		}
	}
	found.addIf(!finished, "/", "no finish_reason")
	found.addIf(!done, "/", "does not end in [DONE]")
	found.chatSum(sum)
	return found
}

// callPieces checks that the first piece of a call has its id and name.
func (f *findings) callPieces(at string, choice any, known map[string]bool) {
	for _, piece := range list(member(choice, "delta", "tool_calls")) {
		index, ok := whole(member(piece, "index"))
		f.addIf(!ok, at, "a piece of a call without index")
		key := fmt.Sprint(member(choice, "index"), "/", index)
		f.addIf(!known[key] && (str(member(piece, "id")) == "" || str(member(piece, "function", "name")) == "" && member(piece, "custom") == nil), at, "the first piece of call %d needs id and name", index)
		known[key] = true
	}
}

// chatSum checks what the pieces add up to.
func (f *findings) chatSum(sum openai.ChatCompletionAccumulator) {
	for _, choice := range sum.Choices {
		for i, call := range choice.Message.ToolCalls {
			args := call.Function.Arguments
			f.addIf(args != "" && choice.FinishReason == "tool_calls" && !json.Valid([]byte(args)), "/", "the arguments of call %d are not JSON: %.60q", i, args)
		}
	}
}

func judgeMessagesStream(stream []byte, _ bool) findings {
	all, found := events(stream)
	order := blockOrder{open: -1}
	var sum anthropic.BetaMessage
	for i, e := range all {
		at := fmt.Sprintf("event %d", i+1)
		v := parse([]byte(e.data))
		kind := str(member(v, "type"))
		found.addIf(e.name != kind, at, "named %q, but its type is %q", e.name, kind)
		switch kind {
		case "error":
			return found
		case "ping":
			continue
		}
		if problem := order.next(kind, v); problem != "" {
			found.add(at, "%s", problem)
			continue
		}
		var beta anthropic.BetaRawMessageStreamEventUnion
		found.below(at, better(decode([]byte(e.data), &anthropic.MessageStreamEventUnion{}), decode([]byte(e.data), &beta)))
		err := sum.Accumulate(beta)
		found.addIf(err != nil, at, "the SDK cannot add this up: %v", err)
	}
	found.addIf(order.state != "message_stop", "/", "does not end in message_stop")
	return found
}

// blockOrder follows the events of one message: one start, blocks one after
// another, the delta of the message, the stop.
type blockOrder struct {
	state string // the last event about the whole message
	open  int64  // the open block, or -1
	kind  string // its type
	count int64
	input string
}

// blockOf maps deltas to the type of their block.
var blockOf = map[string]string{"text_delta": "text", "citations_delta": "text", "thinking_delta": "thinking", "signature_delta": "thinking"}

// next takes an event and reports what is wrong with its place.
func (o *blockOrder) next(kind string, v any) string {
	index, _ := whole(member(v, "index"))
	switch kind {
	case "message_start":
		return o.move("", kind)
	case "message_delta":
		if o.state == kind {
			return ""
		}
		return o.move("message_start", kind)
	case "message_stop":
		return o.move("message_delta", kind)
	case "content_block_start":
		if o.state != "message_start" || o.open >= 0 || index != o.count {
			return fmt.Sprintf("block %d cannot start here", index)
		}
		o.open, o.kind, o.input = index, str(member(v, "content_block", "type")), ""
		o.count++
	case "content_block_delta":
		delta := member(v, "delta")
		want := blockOf[str(member(delta, "type"))]
		if index != o.open || want != "" && want != o.kind {
			return fmt.Sprintf("a %v for block %d, but block %d is open and is %q", member(delta, "type"), index, o.open, o.kind)
		}
		o.input += str(member(delta, "partial_json"))
	case "content_block_stop":
		if index != o.open {
			return fmt.Sprintf("block %d stops, but is not open", index)
		}
		o.open = -1
		if o.input != "" && !json.Valid([]byte(o.input)) {
			return fmt.Sprintf("the input of block %d is not JSON: %.60q", index, o.input)
		}
	default:
		return fmt.Sprintf("no event of this API: %q", kind)
	}
	return ""
}

func (o *blockOrder) move(from, to string) string {
	if o.state != from || o.open >= 0 {
		return to + " cannot come here"
	}
	o.state = to
	return ""
}
