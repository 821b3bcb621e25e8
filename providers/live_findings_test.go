package providers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What mutations found stays mended.
func TestLiveFindings(t *testing.T) {
	for _, c := range []struct{ hazard, from, stream string }{
		{
			"a text and a refusal that come twice, without a block between them", "openai-responses-stream",
			responsesItem(0, `{"type":"output_text","text":"a"},{"type":"refusal","refusal":"b"}`) +
				responsesItem(1, `{"type":"output_text","text":"a"},{"type":"refusal","refusal":"b"}`) +
				`data: {"type":"response.completed","response":{"status":"completed"}}` + "\n\n",
		},
		{
			"a text that begins while a call after the first text is open", "anthropic-stream",
			anthropicMessage(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}`,
				`{"type":"content_block_stop","index":0}`,
				`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`,
				`{"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}`,
				`{"type":"content_block_stop","index":2}`,
				`{"type":"content_block_stop","index":1}`),
		},
		{
			"reasoning that begins with a signature and gets more of it", "anthropic-stream",
			anthropicMessage(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":"another"}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a"}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBCgIYAhIM1gbcDa9GJwZA2b3h"}}`,
				`{"type":"content_block_stop","index":0}`),
		},
		{
			"reasoning that begins with words and is signed at its end", "anthropic-stream",
			anthropicMessage(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"a","signature":""}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"b"}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBCgIYAhIM1gbcDa9GJwZA2b3h"}}`,
				`{"type":"content_block_stop","index":0}`),
		},
	} {
		for _, fault := range liveFaults(lookup(t, c.from), []byte(c.stream), rand.New(rand.NewPCG(0, 0))) {
			t.Errorf("%s: %s", c.hazard, fault)
		}
	}
}

// responsesItem is the end of an item that was never added.
func responsesItem(index int, parts string) string {
	return fmt.Sprintf(`data: {"type":"response.output_item.done","output_index":%d,"item":{"id":"m","type":"message","role":"assistant","status":"completed","content":[%s]}}`, index, parts) + "\n\n"
}

// anthropicMessage is a stream of one message.
func anthropicMessage(events ...string) string {
	start := `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude","content":[]}}`
	end := `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`
	return "data: " + strings.Join(slices.Concat([]string{start}, events, []string{end, `{"type":"message_stop"}`}), "\n\ndata: ") + "\n\n"
}
