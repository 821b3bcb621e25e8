package orcontext_test

import (
	"fmt"

	"convo/conv"
	"convo/providers/orcontext"
)

// One message is spelled for or, for pi, and as in conversation.json. Pi calls the
// protocol api.
func Example() {
	m := &conv.AssistantMessage{
		Content:  []conv.AssistantContent{&conv.TextContent{Text: "450"}},
		Protocol: "openai-completions", Provider: "deepseek", Model: "deepseek-v4-flash",
		Usage:      &conv.Usage{Input: 11, Output: 2, TotalTokens: 13},
		StopReason: conv.StopNormal, Meta: conv.Meta{Timestamp: 1763718000000},
	}
	for _, d := range []conv.Dialect{orcontext.Or(), orcontext.Pi(), {}} {
		data, err := d.MarshalMessage(m)
		fmt.Println(string(data), err)
	}
	// Output:
	// {"role":"assistant","content":[{"type":"text","text":"450"}],"protocol":"openai-completions","provider":"deepseek","model":"deepseek-v4-flash","usage":{"input":11,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":13},"stopReason":"stop","timestamp":1763718000000} <nil>
	// {"role":"assistant","content":[{"type":"text","text":"450"}],"api":"openai-completions","provider":"deepseek","model":"deepseek-v4-flash","usage":{"input":11,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":13},"stopReason":"stop","timestamp":1763718000000} <nil>
	// {"role":"assistant","content":[{"type":"text","text":"450"}],"protocol":"openai-completions","provider":"deepseek","model":"deepseek-v4-flash","usage":{"input":11,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":13},"stopReason":"stop","timestamp":1763718000000} <nil>
}
