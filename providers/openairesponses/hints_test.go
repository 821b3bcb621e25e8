package openairesponses

import (
	"strings"
	"testing"

	"convo/providers/internal/roomtest"
)

// A stream tells the phase of an item when it ends. Then the hint that the next text
// with its id begins an item is no longer needed, and is not kept.
func TestItemsThatBecomeDifferentNeedNoHint(t *testing.T) {
	survives(t,
		`{"type":"response.created","response":{"id":"resp_1","object":"response","created_at":1767225600,"status":"in_progress","model":"m","output":[]}}`,
		`{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"I look at the tide."}`,
		`{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"It is high."}`,
		`{"type":"response.output_item.done","output_index":1,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","phase":"commentary","content":[{"type":"output_text","annotations":[],"text":"I look at the tide."}]}}`,
		`{"type":"response.completed","response":{"id":"resp_1","object":"response","created_at":1767225600,"status":"completed","model":"m","output":[]}}`,
	)
}

// What the end of an answer says oddly is dropped if its start has said it.
func TestTheEndSaysNothingOddOfTheStart(t *testing.T) {
	for _, created := range []string{`""`, `[]`, `1.5`} {
		survives(t,
			`{"type":"response.created","response":{"id":"resp_1","object":"response","created_at":1767225600,"status":"in_progress","model":"m","output":[]}}`,
			`{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"At noon."}`,
			`{"type":"response.completed","response":{"id":"resp_1","object":"response","created_at":`+created+`,"status":"completed","model":"m","output":[]}}`,
		)
	}
}

func survives(t *testing.T, events ...string) {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == "openai-responses-stream" {
			roomtest.Survives(t, &f, []byte("data: "+strings.Join(events, "\n\ndata: ")+"\n\n"))
		}
	}
}
