package record

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
)

// Blocks that come side by side leave one behind the other, whole.
func TestOneBlock(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"0 text_start, 0 text_delta, 0 text_end", "0 text_start, 0 text_delta, 0 text_end"},
		{"0 text_start, 1 toolcall_start, 0 text_delta, 1 toolcall_delta, 0 text_end, 1 toolcall_end", "0 text_start, 0 text_delta, 0 text_end, 1 toolcall_start, 1 toolcall_delta, 1 toolcall_end"},
		{"0 text_start, 2 block, 1 thinking_start, 1 thinking_end, 0 text_end", "0 text_start, 0 text_end, 2 block, 1 thinking_start, 1 thinking_end"},
		{"0 thinking_delta, 0 thinking_end", "0 thinking_start, 0 thinking_delta, 0 thinking_end"},
		{"0 text_end", ""},
		{"0 text_start, 0 text_start", "0 text_start, 0 text_end, 0 text_start, 0 text_end"},
		{"0 text_start, 1 text_start, 2 toolcall_delta", "0 text_start, 0 text_end, 1 text_start, 1 text_end, 2 toolcall_start, 2 toolcall_delta, 2 text_end"},
	} {
		var got []string
		say := func(e conv.Event) { got = append(got, fmt.Sprint(e.Index, " ", e.Type)) }
		o := &OneBlock{OnStart: say, OnDelta: say, OnEnd: say, OnWhole: say}
		for step := range strings.SplitSeq(test.in, ", ") {
			var e conv.Event
			if _, err := fmt.Sscan(step, &e.Index, &e.Type); err != nil {
				t.Fatal(err)
			}
			o.Event(e)
		}
		o.End()
		if s := strings.Join(got, ", "); s != test.want || o.IsOpen() {
			t.Errorf("%s:\n got %s\nwant %s", test.in, s, test.want)
		}
	}
}
