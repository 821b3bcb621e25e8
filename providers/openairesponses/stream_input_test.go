package openairesponses

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

const freeTextStream = `data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","model":"m","output":[]}}

data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"ctc_1","type":"custom_tool_call","status":"in_progress","call_id":"call_1","name":"shell","input":""}}

data: {"type":"response.custom_tool_call_input.delta","sequence_number":2,"item_id":"ctc_1","output_index":0,"delta":"ls \"a"}

data: {"type":"response.custom_tool_call_input.delta","sequence_number":3,"item_id":"ctc_1","output_index":0,"delta":" b\"\n"}

`

// Each piece of a free text is told as it comes, as arguments that add up to
// an object of it, even if the stream is cut.
func TestFreeTextComesInPieces(t *testing.T) {
	var told []string
	for e, err := range readEvents(strings.NewReader(freeTextStream), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == conv.EventToolCallDelta {
			told = append(told, e.Delta)
		}
	}
	if got := strings.Join(told, "|"); got != `{"input":"ls \"a| b\"\n|"}` {
		t.Error(got)
	}
	m := answered(t, strings.NewReader(freeTextStream)).Messages[0].(*conv.AssistantMessage)
	call := m.ToolCalls()[0]
	if input, ok := call.Input(); !ok || input.Text() != "ls \"a b\"\n" || call.Kind != format.CustomCall {
		t.Errorf("%+v", call)
	}
	if body := string(emitted(t, []byte(freeTextStream))); !strings.Contains(body, `"delta":"ls \"a"`) || !strings.Contains(body, `"delta":" b\"\n"`) {
		t.Error(body)
	}
}

// Arguments that are broken off anywhere, even inside a character, are told
// as far as they are whole.
func TestFreeTextFromPiecesOfArguments(t *testing.T) {
	const text, arguments = "a\"\\é\n😀x", `{"input":"a\"\\é\u000a\ud83d\ude00x"}`
	for _, size := range []int{1, 2, 3, 5, 7, 100} {
		w := rawjson.NewWriter(nil)
		e := emit(w)
		e.Event(conv.Event{Type: conv.EventToolCallStart, Block: &conv.ToolCall{ID: "c", Name: "shell", Kind: format.CustomCall}})
		for rest := arguments; rest != ""; {
			n := min(size, len(rest))
			e.Event(conv.Event{Type: conv.EventToolCallDelta, Delta: rest[:n]})
			rest = rest[n:]
		}
		if early := strings.Count(string(w.Bytes()), "custom_tool_call_input.delta"); early == 0 {
			t.Errorf("by %d: nothing was told before the end", size)
		}
		e.Event(conv.Event{Type: conv.EventToolCallEnd})
		e.Event(conv.Event{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopToolUse}})
		e.Close()
		var said string
		for _, line := range strings.Split(string(w.Bytes()), "\n") {
			data, isData := strings.CutPrefix(line, "data: ")
			if v := conv.Raw(data); isData && v.Lookup("type").Text() == "response.custom_tool_call_input.delta" {
				said += v.Lookup("delta").Text()
			}
		}
		if said != text {
			t.Errorf("by %d: said %q", size, said)
		}
		if !strings.Contains(string(w.Bytes()), `"response.custom_tool_call_input.done"`) {
			t.Errorf("by %d: no end", size)
		}
	}
}
