package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestGoodBodiesAreAccepted(t *testing.T) {
	for _, c := range []struct{ why, format, body string }{
		{"one question", "openai-chat", `{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}`},
		{"two calls and their answers", "openai-chat", chatLoop},
		{"a call with null content", "openai-chat", strings.Replace(chatLoop, `"content":"I look."`, `"content":null`, 1)},
		{"several bodies", "openai-chat", `{"model":"m","messages":[{"role":"user","content":"a"}]}` + "\n" + `{"model":"m","messages":[{"role":"user","content":"b"}]}`},
		{"one question", "anthropic", `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}]}`},
		{"two calls and their answers", "anthropic", messagesLoop},
		{"an answer", "openai-chat-response", chatAnswer},
		{"an answer", "anthropic-response", messagesAnswer},
		{"an error", "anthropic-response", `{"type":"error","error":{"type":"overloaded_error","message":"later"}}`},
		{"a stream", "openai-chat-stream", chatStream},
		{"a stream", "anthropic-stream", messagesStream},
		{"a stream with CRLF and a ping", "anthropic-stream", strings.ReplaceAll("event: ping\ndata: {\"type\":\"ping\"}\n\n"+messagesStream, "\n", "\r\n")},
		{"one question", "gemini", `{"contents":[{"parts":[{"text":"hi"}]}]}`},
		{"two calls and their results", "gemini", contentLoop},
		{"names as the protocol has them", "gemini", `{"contents":[{"role":"user","parts":[{"inline_data":{"mime_type":"image/png","data":"AA"}}]}],"generation_config":{"top_p":0.5}}`},
		{"an answer", "gemini-response", contentAnswer},
		{"an error", "gemini-response", `{"error":{"code":503,"message":"later","status":"UNAVAILABLE"}}`},
		{"a stream", "gemini-stream", "data: " + contentAnswer + "\n\n"},
		{"one question", "openai-responses", `{"model":"m","input":"hi","stream":true}`},
		{"a history at the server", "openai-responses", `{"model":"m","previous_response_id":"resp_1","input":[{"type":"function_call_output","call_id":"c9","output":"4"}]}`},
		{"two calls and their outputs", "openai-responses", itemLoop},
		{"an answer", "openai-responses-response", itemAnswer},
		{"an error", "openai-responses-response", `{"error":{"message":"later","code":"rate_limit_exceeded"}}`},
		{"a stream", "openai-responses-stream", itemStream},
	} {
		if out, status := oracle(t, c.format, c.body); status != 0 {
			t.Errorf("%s, %s: exit %d\n%s", c.format, c.why, status, out)
		}
	}
}

// Each body is a valid one with one thing broken.
func TestBadBodiesAreRejected(t *testing.T) {
	for _, c := range []struct{ format, good, old, new, want string }{
		{"openai-chat", chatLoop, `"model":"m",`, ``, "/model: missing"},
		{"openai-chat", chatLoop, `"model":"m",`, `"model":"m","frobnicate":1,`, "/frobnicate: dropped by the SDK"},
		{"openai-chat", chatLoop, `"text":"Oslo?"`, `"text":"Oslo?","citations":[]`, "/messages/1/content/0/citations: dropped"},
		{"openai-chat", chatLoop, `{"role":"tool","tool_call_id":"c2","content":"4"},`, ``, `call "c2" has no answer before this`},
		{"openai-chat", chatLoop, `"tool_call_id":"c2"`, `"tool_call_id":"c3"`, `"c3" answers no open call`},
		{"openai-chat", chatLoop, `"name":"rain"`, `"name":"the rain"`, "no name of a function"},
		{"openai-chat", chatLoop, `"{\"at\":1}"`, `{"at":1}`, "must be a string"},
		{"openai-chat", chatLoop, `c1`, strings.Repeat("c", 65), "must have 1 to 64 characters"},
		{"openai-chat", chatLoop, `"content":"4"`, `"content":[{"type":"image_url","image_url":{"url":"data:,"}}]`, "no part of a tool message"},
		{"openai-chat", chatLoop, `data:image/png;base64,AAAA`, `data:image/png;base64,A?`, "a data URL without base64 data"},
		{"openai-chat", chatLoop, `"role":"system"`, `"role":"narrator"`, "no role here"},
		{"anthropic", messagesLoop, `"max_tokens":9,`, ``, "/max_tokens: must be a whole number"},
		{"anthropic", messagesLoop, `"input":{"at":1}`, `"input":"{}"`, "/input: must be an object"},
		{"anthropic", messagesLoop, `"max_tokens":9,`, `"max_tokens":9,"seed":1,`, "/seed: dropped by the SDK"},
		{"anthropic", messagesLoop, `"id":"u1"`, `"id":"u 1"`, "no id of a tool_use"},
		{"anthropic", messagesLoop, `{"type":"tool_result","tool_use_id":"u2","content":"4"},`, ``, `tool_use "u2" has no tool_result`},
		{"anthropic", messagesLoop, `"tool_use_id":"u2"`, `"tool_use_id":"u9"`, `"u9" answers no tool_use`},
		{"anthropic", messagesLoop, `{"type":"tool_result","tool_use_id":"u1"`, `{"type":"text","text":"so:"},{"type":"tool_result","tool_use_id":"u1"`, "after a block that is no tool_result"},
		{"anthropic", messagesLoop, `"text":"Thanks."`, `"text":""`, "empty text"},
		{"anthropic", messagesLoop, `"text":"Thanks."`, `"text":" \n"`, "nothing but white space"},
		{"anthropic", messagesLoop, `"signature":"c2ln"`, `"signature":""`, "/signature: missing"},
		{"anthropic", messagesLoop, `image/png`, `image/bmp`, "no image type"},
		{"anthropic", messagesLoop, `"input_schema":{"type":"object"}`, `"input_schema":{"type":"array"}`, "/input_schema/type"},
		{"anthropic", messagesLoop, `"system":"Short."`, `"system":[{"type":"text","text":""}]`, "/system/0: must be a text block"},
		{"gemini", contentLoop, `"role":"model"`, `"role":"assistant"`, "no role here"},
		{"gemini", contentLoop, `{"functionResponse":{"name":"rain","response":{"output":"4"}}}`, `{"text":"4"}`, "results [\"sun\"] for calls"},
		{"gemini", contentLoop, `"response":{"output":"4"}`, `"response":"4"`, "must be an object"},
		{"gemini", contentLoop, `"text":"Oslo?"`, `"text":"Oslo?","inlineData":{"mimeType":"image/png","data":"AAAA"}`, "several kinds of data"},
		{"gemini", contentLoop, `"contents":`, `"frobnicate":1,"contents":`, "the SDK cannot decode this"},
		{"gemini", contentLoop, `"name":"rain"`, `"name":"the rain"`, "no name of a function"},
		{"gemini", contentLoop, `"parameters":{"type":"object"}`, `"parameters":{"type":"object","additionalProperties":false}`, "the SDK cannot decode this"},
		{"gemini-response", contentAnswer, `"role":"model"`, `"role":"user"`, "has the role"},
		{"gemini-response", contentAnswer, `"candidates":`, `"choices":`, "the SDK cannot decode this"},
		{"gemini-stream", "data: " + contentAnswer + "\n\n", `,"finishReason":"STOP"`, ``, "no finishReason"},
		{"openai-responses", itemLoop, `"model":"m",`, ``, "/model: missing"},
		{"openai-responses", itemLoop, `"model":"m",`, `"model":"m","frobnicate":1,`, "/frobnicate: dropped by the SDK"},
		{"openai-responses", itemLoop, `"detail":"low"`, `"detail":"low","frobnicate":1`, "/input/1/content/1/frobnicate: dropped by the SDK"},
		{"openai-responses", itemLoop, `{"type":"function_call_output","call_id":"c2","output":"4"},`, ``, `call "c2" has no output`},
		{"openai-responses", itemLoop, `{"type":"function_call_output","call_id":"c2"`, `{"type":"function_call_output","call_id":"c3"`, `"c3" answers no open call of its kind`},
		{"openai-responses", itemLoop, `{"type":"custom_tool_call_output"`, `{"type":"function_call_output"`, `"c1" answers no open call of its kind`},
		{"openai-responses", itemLoop, `"call_id":"c1","name"`, `"call_id":"c2","name"`, `given twice: "c2"`},
		{"openai-responses", itemLoop, `"id":"fc_2"`, `"id":"2"`, "/id: must begin with fc"},
		{"openai-responses", itemLoop, `"name":"rain"`, `"name":"the rain"`, "no name of a function"},
		{"openai-responses", itemLoop, `"arguments":"{}"`, `"arguments":{}`, "/arguments: must be a string"},
		{"openai-responses", itemLoop, `"type":"output_text"`, `"type":"input_text"`, "no part here"},
		{"openai-responses", itemLoop, `"summary":[]`, `"summary":null`, "/summary: must be a list"},
		{"openai-responses", itemLoop, `"role":"developer"`, `"role":"narrator"`, "no role here"},
		{"openai-responses", itemLoop, `data:image/png;base64,AAAA`, `data:image/png;base64,A?`, "a data URL without base64 data"},
		{"openai-responses", itemLoop, `"parameters":{"type":"object"}`, `"parameters":{"type":"string"}`, "parameters/type"},
		{"openai-responses", itemLoop, `{"role":"user","content":"Thanks."}`, `{"type":"reasoning","id":"rs_9","summary":[]},{"role":"user","content":"Thanks."}`, "reasoning that led to nothing"},
		{"openai-responses", `{"model":"m","input":[{"role":"user","content":"hi"}]}`, `{"role":"user","content":"hi"}`, ``, "/input: empty"},
		{"openai-responses-response", itemAnswer, `"role":"assistant"`, `"role":"user"`, "/output/1/role"},
		{"openai-responses-response", itemAnswer, `"status":"completed","error"`, `"status":"done","error"`, "/status: unknown"},
		{"openai-responses-response", itemAnswer, `"status":"completed","error"`, `"status":"incomplete","error"`, "/incomplete_details: missing"},
		{"openai-responses-response", itemAnswer, `"text":"Hi"`, `"text":"Hi","index":0`, "/index: unknown to the SDK"},
		{"openai-responses-response", itemAnswer, `"annotations":[],`, ``, "/annotations: must be a list"},
		{"openai-responses-response", itemAnswer, `"id":"rs_1"`, `"id":"1"`, "must begin with rs"},
		{"openai-responses-stream", itemStream, `"sequence_number":4`, `"sequence_number":5`, "must be 4"},
		{"openai-responses-stream", itemStream, `"text":"Hi"`, `"text":"Ho"`, "not what its pieces add up to"},
		{"openai-responses-stream", itemStream, `"type":"response.output_item.done"`, `"type":"response.output_item.added"`, "cannot be added here"},
		{"openai-responses-stream", itemStream, `event: response.completed`, `event: response.done`, `named "response.done"`},
		{"openai-responses-stream", itemStream, `"delta":"Hi"`, `"delta":"Hi","frobnicate":1`, "frobnicate: unknown to the SDK"},
		{"openai-chat-response", chatAnswer, `"role":"assistant"`, `"role":"user"`, "message/role: must be assistant"},
		{"openai-chat-response", chatAnswer, `"finish_reason":"stop"`, `"finish_reason":"end_turn"`, "finish_reason: unknown"},
		{"openai-chat-response", chatAnswer, `"content":"Hi"`, `"content":"Hi","thinking":"…"`, "message/thinking: unknown to the SDK"},
		{"openai-chat-response", chatAnswer, `"prompt_tokens":1`, `"prompt_tokens":"one"`, "prompt_tokens: not of the SDK's type"},
		{"anthropic-response", messagesAnswer, `"usage":{"input_tokens":1,"output_tokens":2}`, `"usage":null`, "/usage: missing"},
		{"anthropic-response", messagesAnswer, `"text":"Hi"`, `"text":"Hi","index":0`, "/content/0/index: unknown to the SDK"},
		{"anthropic-response", messagesAnswer, `"type":"text"`, `"type":"song"`, "the SDK knows no such type"},
		{"anthropic-response", messagesAnswer, `"end_turn"`, `"tool_use"`, "tool_use without a tool_use block"},
		{"openai-chat-stream", chatStream, "data: [DONE]\n\n", "", "does not end in [DONE]"},
		{"openai-chat-stream", chatStream, `"id":"c1","type":"function","function":{"name":"wind",`, `"function":{`, "needs id and name"},
		{"openai-chat-stream", chatStream, `"arguments":"1}"`, `"arguments":"1"`, "arguments of call 0 are not JSON"},
		{"openai-chat-stream", chatStream, `"finish_reason":"tool_calls"`, `"finish_reason":null`, "no finish_reason"},
		{"openai-chat-stream", chatStream, "data: [DONE]\n\n", "data: [DONE]\n", "not finished by an empty line"},
		{"anthropic-stream", messagesStream, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", "", "does not end in message_stop"},
		{"anthropic-stream", messagesStream, "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n", "", "block 1 cannot start here"},
		{"anthropic-stream", messagesStream, "event: ping", "event: pong", `named "pong"`},
		{"anthropic-stream", messagesStream, `"partial_json":"1}"`, `"partial_json":"1"`, "the input of block 1 is not JSON"},
		{"anthropic-stream", messagesStream, `"text_delta","text"`, `"thinking_delta","thinking"`, "but block 0 is open"},
	} {
		bad := strings.ReplaceAll(c.good, c.old, c.new)
		if bad == c.good {
			t.Errorf("%s: nothing to replace: %s", c.format, c.old)
		}
		if out, status := oracle(t, c.format, bad); status != 1 || !strings.Contains(out, c.want) {
			t.Errorf("%s, %s for %s: exit %d, want %q in\n%s", c.format, c.new, c.old, status, c.want, out)
		}
	}
}

func TestNotJSON(t *testing.T) {
	for _, body := range []string{"", "{", "{}]"} {
		if _, status := oracle(t, "anthropic", body); status != 1 {
			t.Errorf("%q: exit %d", body, status)
		}
	}
}

func TestFiveCacheMarksAreTooMany(t *testing.T) {
	block := `{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}`
	for n, want := range map[int]int{4: 0, 5: 1} {
		body := `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[` + strings.Repeat(block+",", n-1) + block + `]}]}`
		if out, status := oracle(t, "anthropic", body); status != want {
			t.Errorf("%d marks: exit %d: %s", n, status, out)
		}
	}
}

func TestPartialDoesNotAskForModelAndMaxTokens(t *testing.T) {
	body := `{"messages":[{"role":"user","content":"hi"}]}`
	for _, format := range []string{"openai-chat", "anthropic"} {
		if out, status := oracle(t, "-partial", format, body); status != 0 {
			t.Errorf("%s: exit %d: %s", format, status, out)
		}
	}
}

func TestMisuse(t *testing.T) {
	for _, args := range [][]string{{}, {"anthropic"}, {"no-such-format", "x"}, {"-z"}, {"anthropic", "no-such-file"}} {
		if status := run(args, new(strings.Builder), new(strings.Builder)); status != 2 {
			t.Errorf("%q: exit %d", args, status)
		}
	}
}

// oracle judges a body, the last argument.
func oracle(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	last := len(args) - 1
	name := filepath.Join(t.TempDir(), "body")
	if err := os.WriteFile(name, []byte(args[last]), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout strings.Builder
	status = run(append(args[:last:last], name), &stdout, os.Stderr)
	return stdout.String(), status
}

const chatLoop = `{"model":"m","messages":[
	{"role":"system","content":"Short."},
	{"role":"user","content":[{"type":"text","text":"Oslo?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]},
	{"role":"assistant","content":"I look.","tool_calls":[
		{"id":"c1","type":"function","function":{"name":"wind","arguments":"{\"at\":1}"}},
		{"id":"c2","type":"function","function":{"name":"rain","arguments":""}}]},
	{"role":"tool","tool_call_id":"c2","content":"4"},
	{"role":"tool","tool_call_id":"c1","name":"wind","content":[{"type":"text","text":"3"}]},
	{"role":"user","content":"Thanks."}],
	"tools":[{"type":"function","function":{"name":"wind","parameters":{"type":"object"}}}],
	"tool_choice":{"type":"function","function":{"name":"wind"}}}`

const messagesLoop = `{"model":"m","max_tokens":9,"system":"Short.","messages":[
	{"role":"user","content":[{"type":"text","text":"Oslo?"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]},
	{"role":"assistant","content":[
		{"type":"thinking","thinking":"hm","signature":"c2ln"},
		{"type":"tool_use","id":"u1","name":"wind","input":{"at":1}},
		{"type":"tool_use","id":"u2","name":"rain","input":{}}]},
	{"role":"user","content":[
		{"type":"tool_result","tool_use_id":"u2","content":"4"},
		{"type":"tool_result","tool_use_id":"u1","content":[{"type":"text","text":"3"}]},
		{"type":"text","text":"Thanks."}]}],
	"tools":[{"name":"wind","input_schema":{"type":"object"}}]}`

const chatAnswer = `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[
	{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":null,"finish_reason":"stop"}],
	"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}`

const messagesAnswer = `{"id":"msg_1","type":"message","role":"assistant","model":"m",
	"content":[{"type":"text","text":"Hi"}],
	"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":2}}`

const chatStream = `data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"wind","arguments":"{\"at\":"}}]},"finish_reason":null}]}

data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":null}]}

data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]

`

const messagesStream = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

event: ping
data: {"type":"ping"}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"I look."}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"u1","name":"wind","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"at\":"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"1}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9}}

event: message_stop
data: {"type":"message_stop"}

`

const contentLoop = `{"contents":[{"role":"user","parts":[{"text":"Oslo?"}]},
	{"role":"model","parts":[{"functionCall":{"name":"sun","args":{}},"thoughtSignature":"c2ln"},{"functionCall":{"name":"rain","args":{"at":1}}}]},
	{"role":"user","parts":[{"functionResponse":{"name":"sun","response":{"output":"3"}}},{"functionResponse":{"name":"rain","response":{"output":"4"}}}]}],
	"tools":[{"functionDeclarations":[{"name":"sun","parameters":{"type":"object"}}]}]}`

const contentAnswer = `{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3}}`

const itemLoop = `{"model":"m","instructions":"Short.","input":[
	{"role":"developer","content":"In Nynorsk."},
	{"role":"user","content":[{"type":"input_text","text":"Oslo?"},{"type":"input_image","image_url":"data:image/png;base64,AAAA","detail":"low"}]},
	{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA"},
	{"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[{"type":"output_text","text":"I look.","annotations":[]}]},
	{"type":"custom_tool_call","call_id":"c1","name":"wind","input":"Oslo"},
	{"type":"function_call","id":"fc_2","call_id":"c2","name":"rain","arguments":"{}"},
	{"type":"function_call_output","call_id":"c2","output":"4"},
	{"type":"custom_tool_call_output","call_id":"c1","output":[{"type":"input_text","text":"3"}]},
	{"role":"user","content":"Thanks."}],
	"tools":[{"type":"function","name":"rain","parameters":{"type":"object"},"strict":false},{"type":"custom","name":"wind"}],
	"tool_choice":{"type":"function","name":"rain"}}`

const itemBody = `"id":"resp_1","object":"response","created_at":1,"model":"m","parallel_tool_calls":true,"tool_choice":"auto","tools":[]`

const itemMessage = `{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","annotations":[],"text":"Hi"}]}`

const itemAnswer = `{` + itemBody + `,"status":"completed","error":null,"incomplete_details":null,
	"output":[{"id":"rs_1","type":"reasoning","summary":[]},` + itemMessage + `],
	"usage":{"input_tokens":3,"input_tokens_details":{"cached_tokens":0},"output_tokens":2,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":5}}`

const itemStream = `event: response.created
data: {"type":"response.created","sequence_number":0,"response":{` + itemBody + `,"status":"in_progress","output":[]}}

event: response.output_item.added
data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}

event: response.output_text.delta
data: {"type":"response.output_text.delta","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hi","logprobs":[]}

event: response.output_text.done
data: {"type":"response.output_text.done","sequence_number":3,"item_id":"msg_1","output_index":0,"content_index":0,"text":"Hi","logprobs":[]}

event: response.output_item.done
data: {"type":"response.output_item.done","sequence_number":4,"output_index":0,"item":` + itemMessage + `}

event: response.completed
data: {"type":"response.completed","sequence_number":5,"response":{` + itemBody + `,"status":"completed","output":[` + itemMessage + `]}}

`
