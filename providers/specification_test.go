package providers_test

import (
	"testing"

	"convo/conv"
)

// specified is each shape that the specifications of Tau's and or's messages
// name, with their values: the smallest documents that show them.
var specified = []struct{ format, about, text string }{
	{"tau", "user text", `[{"role":"user","contents":[{"type":"text","content":"hello"}]}]`},
	{"tau", "empty text", `[{"role":"user","contents":[{"type":"text","content":""}]}]`},
	{"tau", "images with text", `[{"role":"user","contents":[{"type":"text","content":"describe this"},{"type":"image","images":["iVBORw0KGgo=","/9j/4AAQ"]}]}]`},
	{"tau", "image URL", `[{"role":"user","contents":[{"type":"image","images":["https://example.org/a.png"]}]}]`},
	{"tau", "no images", `[{"role":"user","contents":[{"type":"image","images":[]}]}]`},
	{"tau", "audio with text", `[{"role":"user","contents":[{"type":"text","content":"Transcribe this"},{"type":"audio","audio":["SUQzBAAA"]}]}]`},
	{"tau", "audio of a file", `[{"role":"user","contents":[{"type":"audio","audio":["file:clip.mp3"]}]}]`},
	{"tau", "thinking", `[{"role":"assistant","contents":[{"type":"thinking","content":"","signature":""}],"error":""}]`},
	{"tau", "signed thinking", `[{"role":"assistant","contents":[{"type":"thinking","content":"Hm.","signature":"c2ln"}],"error":""}]`},
	{"tau", "tool call", `[{"role":"assistant","contents":[{"type":"tool_call","id":"c","name":"ls","kind":"read","args":{}}],"error":""}]`},
	{"tau", "tool result", `[{"role":"tool","contents":[{"type":"tool_result","id":"","content":"","is_error":false,"metadata":{},"terminate":false}]}]`},
	{"tau", "terminating result", `[{"role":"tool","contents":[{"type":"tool_result","id":"c","content":"ok","is_error":true,"metadata":{"a":1},"terminate":true}]}]`},
	{"tau", "results of a batch", `[{"role":"tool","contents":[{"type":"tool_result","id":"1","content":"a","is_error":false,"metadata":{},"terminate":false},{"type":"tool_result","id":"2","content":"b","is_error":false,"metadata":{},"terminate":false}]}]`},
	{"tau", "system text", `[{"role":"system","contents":[{"type":"text","content":"You are a helpful assistant."}]}]`},
	{"tau", "custom", `[{"role":"custom","custom_type":"banner","contents":[{"type":"text","content":"x"}],"id":"6f1c1c52-0000-4000-8000-000000000001","timestamp":1772352000.25}]`},
	{"tau", "summaries", `[{"role":"compaction_summary","summary":"s"},{"role":"branch_summary","summary":"b"}]`},
	{"tau", "usage", `[{"role":"assistant","contents":[],"usage":{"input_tokens":0,"output_tokens":0,"cache_read_tokens":0,"cache_write_tokens":0,"cost":{"input":0.0,"output":0.0,"cache_read":0.0,"cache_write":0.0,"total":0.0}},"stop_reason":"stop","error":""}]`},
	{"or", "prompt with system", `{"systemPrompt":"Be concise.","messages":[{"role":"user","content":[{"type":"text","text":"Explain..."}]}]}`},
	{"or", "user image", `{"messages":[{"role":"user","content":[{"type":"text","text":"Describe the problem shown in this screenshot."},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}]}`},
	{"or", "tool result", `{"messages":[{"role":"toolResult","toolCallId":"call","toolName":"name","content":[{"type":"text","text":"result text"}],"isError":false}]}`},
	{"or", "switched models", `{"messages":[{"role":"user","content":[{"type":"text","text":"Compute 25 * 18 and explain the steps."}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"450"}],"protocol":"openai-completions","provider":"deepseek","model":"deepseek-v4-flash","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"stop","timestamp":0},` +
		`{"role":"user","content":[{"type":"text","text":"Check the calculation above for mistakes."}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"Right."}],"protocol":"anthropic-messages","provider":"minimax-cn","model":"MiniMax-M2.7","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"stop","timestamp":0}]}`},
	{"or", "custom notice", `{"messages":[{"role":"custom","customType":"notice","data":{"text":"session resumed"}}]}`},
}

// Each shape is read, comes back from its own format without a loss, and
// converts to every format.
func TestSpecifiedShapes(t *testing.T) {
	for _, s := range specified {
		t.Run(s.format+"/"+s.about, func(t *testing.T) {
			own := lookup(t, s.format)
			c := decoded(t, own, []byte(s.text), nil)
			notes := &conv.Notes{}
			back := decoded(t, own, written(own, conv.Fit(c, own, notes)), nil)
			if native(back) != native(c) || notes.Losses() > 0 {
				t.Errorf("it does not come back, %v:\n%s", notes.List(), diff(native(c), native(back)))
			}
			formats(t, func(t *testing.T, f *conv.Format) {
				fit := conv.Fit(conv.Adapt(c, f, nil), f, nil)
				if got := decoded(t, f, written(f, fit), nil); native(got) != native(fit) {
					t.Errorf("it is not read as it was written:\n%s", diff(native(fit), native(got)))
				}
			})
		})
	}
}
