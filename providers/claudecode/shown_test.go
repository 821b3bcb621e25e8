package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"convo/conv"
	"convo/conv/note"
)

const streamedHelper = `{"type":"system","subtype":"init","cwd":"/home/ann/tides","tools":["Bash","Agent"],"mcp_servers":[],"model":"claude-opus-4-8","permissionMode":"default","claude_code_version":"2.1.197","session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000001-0000-4000-b000-000000000000"}
{"type":"assistant","message":{"model":"claude-opus-4-8","id":"msg_1","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_a","name":"Agent","input":{"prompt":"Read the table."}}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":20,"cache_creation_input_tokens":0,"cache_read_input_tokens":5,"output_tokens":9,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000002-0000-4000-b000-000000000000"}
{"type":"user","message":{"role":"user","content":"Read the table."},"parent_tool_use_id":"toolu_a","session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000003-0000-4000-b000-000000000000"}
{"type":"assistant","message":{"model":"claude-opus-4-8","id":"msg_2","type":"message","role":"assistant","content":[{"type":"tool_use","id":"toolu_h","name":"Bash","input":{"command":"cat table"}}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":11,"cache_creation_input_tokens":0,"cache_read_input_tokens":5,"output_tokens":5,"service_tier":"standard"}},"parent_tool_use_id":"toolu_a","session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000004-0000-4000-b000-000000000000"}
{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_h","type":"tool_result","content":"noon","is_error":false}]},"parent_tool_use_id":"toolu_a","session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000005-0000-4000-b000-000000000000"}
{"type":"assistant","message":{"model":"claude-opus-4-8","id":"msg_3","type":"message","role":"assistant","content":[{"type":"text","text":"It says noon."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":0,"cache_read_input_tokens":5,"output_tokens":4,"service_tier":"standard"}},"parent_tool_use_id":"toolu_a","session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000006-0000-4000-b000-000000000000"}
{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_a","type":"tool_result","content":[{"type":"text","text":"It says noon."}],"is_error":false}]},"parent_tool_use_id":null,"session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000007-0000-4000-b000-000000000000"}
{"type":"assistant","message":{"model":"claude-opus-4-8","id":"msg_4","type":"message","role":"assistant","content":[{"type":"text","text":"At noon."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":20,"cache_creation_input_tokens":0,"cache_read_input_tokens":5,"output_tokens":3,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000008-0000-4000-b000-000000000000"}
{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":3,"total_cost_usd":0.02,"usage":{"input_tokens":63,"cache_creation_input_tokens":0,"cache_read_input_tokens":5,"output_tokens":21,"service_tier":"standard"},"errors":["Reached maximum number of turns"],"session_id":"5e0c4f0a-1b7d-4c1e-9a55-0f6a7b2c3d4e","uuid":"00000009-0000-4000-b000-000000000000"}
`

// What a run shows of a helper is a conversation of its own, which names the call
// that started it.
func TestHelperInAStream(t *testing.T) {
	var all []*conv.Conversation
	for c, err := range decodeStream([]byte(streamedHelper), &note.Notes{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if len(all) != 2 || texts(all[0]) != "|It says noon.|At noon." || texts(all[1]) != "Read the table.||noon|It says noon." {
		t.Fatalf("%d conversations: %q", len(all), texts(all[0]))
	}
	if p := all[1].Session.Parent; p.Session != all[0].ID || p.ToolCallID != "toolu_a" || all[1].ID != "" {
		t.Errorf("helper %q of %+v", all[1].ID, p)
	}
}

// An answer that comes in pieces and as lines is one answer. Its usage is that of
// its end, and counts once.
func TestPartialMessagesCountOnce(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "formats", streamFamily, "partial-messages", "input.jsonl")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var answers []*conv.AssistantMessage
	for c, err := range decodeStream(data, &note.Notes{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range c.Messages {
			if a, ok := m.(*conv.AssistantMessage); ok {
				answers = append(answers, a)
			}
		}
	}
	if len(answers) != 1 || answers[0].Text() != "At noon." || answers[0].Usage.Output != 9 || answers[0].StopReason != conv.StopNormal {
		t.Errorf("%d answers: %+v", len(answers), answers)
	}
}
