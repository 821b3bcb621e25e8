package agui_test

import (
	"os"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/agui"
)

// events is the format of runs.
func events() format.Format {
	for _, f := range agui.Formats() {
		if f.Name == "ag-ui-events" {
			return f
		}
	}
	panic("no ag-ui-events")
}

// An answer is one message; its reasoning has messages of its own.
func Example_emit() {
	w := rawjson.NewWriter(os.Stdout)
	out := events().Emit(w)
	for _, e := range []conv.Event{
		{Type: conv.EventStart, Message: &conv.AssistantMessage{ResponseID: "msg_7"}},
		{Type: conv.EventThinkingStart},
		{Type: conv.EventThinkingDelta, Delta: "Look it up.", Signature: "c2ln"},
		{Type: conv.EventThinkingEnd},
		{Type: conv.EventToolCallStart, Index: 1, Block: &conv.ToolCall{ID: "call_1", Name: "search"}},
		{Type: conv.EventToolCallDelta, Index: 1, Delta: `{"q":"moss"}`},
		{Type: conv.EventToolCallEnd, Index: 1},
		{Type: conv.EventThinkingStart, Index: 2},
		{Type: conv.EventThinkingDelta, Index: 2, Delta: "And say so."},
		{Type: conv.EventThinkingEnd, Index: 2},
		{Type: conv.EventTextDelta, Index: 3, Delta: "I look."},
		{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopToolUse, Usage: &conv.Usage{Input: 5, CacheRead: 7, Output: 3}}},
	} {
		out.Event(e)
	}
	out.Close()
	w.Flush()
	// Output:
	// data: {"type":"RUN_STARTED","threadId":"thread","runId":"msg_7"}
	//
	// data: {"type":"REASONING_START","messageId":"msg_7-reasoning-1"}
	//
	// data: {"type":"REASONING_MESSAGE_START","messageId":"msg_7-reasoning-1","role":"reasoning"}
	//
	// data: {"type":"REASONING_MESSAGE_CONTENT","messageId":"msg_7-reasoning-1","delta":"Look it up."}
	//
	// data: {"type":"REASONING_MESSAGE_END","messageId":"msg_7-reasoning-1"}
	//
	// data: {"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"msg_7-reasoning-1","encryptedValue":"c2ln"}
	//
	// data: {"type":"REASONING_END","messageId":"msg_7-reasoning-1"}
	//
	// data: {"type":"TOOL_CALL_START","toolCallId":"call_1","toolCallName":"search","parentMessageId":"msg_7"}
	//
	// data: {"type":"TOOL_CALL_ARGS","toolCallId":"call_1","delta":"{\"q\":\"moss\"}"}
	//
	// data: {"type":"TOOL_CALL_END","toolCallId":"call_1"}
	//
	// data: {"type":"REASONING_START","messageId":"msg_7-reasoning-2"}
	//
	// data: {"type":"REASONING_MESSAGE_START","messageId":"msg_7-reasoning-2","role":"reasoning"}
	//
	// data: {"type":"REASONING_MESSAGE_CONTENT","messageId":"msg_7-reasoning-2","delta":"And say so."}
	//
	// data: {"type":"REASONING_MESSAGE_END","messageId":"msg_7-reasoning-2"}
	//
	// data: {"type":"REASONING_END","messageId":"msg_7-reasoning-2"}
	//
	// data: {"type":"TEXT_MESSAGE_START","messageId":"msg_7","role":"assistant"}
	//
	// data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_7","delta":"I look."}
	//
	// data: {"type":"TEXT_MESSAGE_END","messageId":"msg_7"}
	//
	// data: {"type":"RUN_FINISHED","threadId":"thread","runId":"msg_7","outcome":{"type":"success"},"usage":[{"inputTokens":12,"outputTokens":3,"totalTokens":15,"cachedInputTokens":7}]}
}
