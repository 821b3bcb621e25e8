package openaichat

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/roomtest"

	"github.com/google/go-cmp/cmp"
)

// events lists a stream's events as text.
func events(t *testing.T, r io.Reader) []string {
	t.Helper()
	var all []string
	for e, err := range readEvents(r, nil) {
		if err != nil {
			return append(all, "failed: "+err.Error())
		}
		s := fmt.Sprintf("%s %d", e.Type, e.Index)
		switch {
		case e.Message != nil:
			s = fmt.Sprintf("%s %s%s", e.Type, e.Message.StopReason, e.Message.ErrorMessage)
		case e.Block != nil:
			s += " " + e.Block.BlockType()
			if call, ok := e.Block.(*conv.ToolCall); ok {
				s += " " + call.ID + " " + call.Name
			}
		case e.Delta != "":
			s += " " + e.Delta
		}
		all = append(all, strings.TrimSpace(s))
	}
	return all
}

func chunks(deltas ...string) string {
	var b strings.Builder
	for _, d := range deltas {
		switch {
		case strings.HasPrefix(d, "!"):
			fmt.Fprintf(&b, "data: %s\n\n", d[1:])
		case strings.HasPrefix(d, "="):
			fmt.Fprintf(&b, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"%s"}]}`+"\n\n", d[1:])
		default:
			fmt.Fprintf(&b, `data: {"choices":[{"index":0,"delta":{%s},"finish_reason":null}]}`+"\n\n", d)
		}
	}
	return b.String()
}

func TestEventsOfAStream(t *testing.T) {
	for _, c := range []struct {
		about, stream string
		want          []string
	}{
		{
			"text", chunks(`"role":"assistant","content":""`, `"content":"a"`, `"content":"b"`, "=stop", "![DONE]"),
			[]string{"start", "text_start 0 text", "text_delta 0 a", "text_delta 0 b", "text_end 0", "done stop"},
		},
		{
			"reasoning, text, call", chunks(`"reasoning_content":"r"`, `"content":"t"`, `"tool_calls":[{"index":0,"id":"c","function":{"name":"n","arguments":""}}]`, `"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]`, "=tool_calls", "![DONE]"),
			[]string{
				"start", "thinking_start 0 thinking", "thinking_delta 0 r", "thinking_end 0", "text_start 1 text", "text_delta 1 t", "text_end 1",
				"toolcall_start 2 toolCall c n", "toolcall_delta 2 {}", "toolcall_end 2", "done toolUse",
			},
		},
		{
			"calls interleaved", chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{"}},{"index":1,"id":"b","function":{"name":"y","arguments":"{"}}]`, `"tool_calls":[{"index":0,"function":{"arguments":"}"}}]`, `"tool_calls":[{"index":1,"function":{"arguments":"}"}}]`, "=tool_calls"),
			[]string{"start", "toolcall_start 0 toolCall a x", "toolcall_delta 0 {", "toolcall_start 1 toolCall b y", "toolcall_delta 1 {", "toolcall_delta 0 }", "toolcall_delta 1 }", "toolcall_end 0", "toolcall_end 1", "done toolUse"},
		},
		{
			"a call whose id repeats", chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{"}}]`, `"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"}"}}]`, "=tool_calls"),
			[]string{"start", "toolcall_start 0 toolCall a x", "toolcall_delta 0 {", "toolcall_delta 0 }", "toolcall_end 0", "done toolUse"},
		},
		{
			"a call without an index goes on", chunks(`"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{"}}]`, `"tool_calls":[{"function":{"arguments":"}"}}]`, `"tool_calls":[{"id":"b","function":{"name":"x","arguments":"{}"}}]`, "=tool_calls"),
			[]string{"start", "toolcall_start 0 toolCall a x", "toolcall_delta 0 {", "toolcall_delta 0 }", "toolcall_start 1 toolCall b x", "toolcall_delta 1 {}", "toolcall_end 0", "toolcall_end 1", "done toolUse"},
		},
		{
			"a call without an id", chunks(`"tool_calls":[{"index":0,"function":{"name":"x","arguments":"{}"}}]`, "=tool_calls"),
			[]string{"start", "toolcall_start 0 toolCall  x", "toolcall_delta 0 {}", "toolcall_end 0", "done toolUse"},
		},
		{
			"text goes on behind reasoning", chunks(`"content":"a"`, `"reasoning":"r"`, `"content":"b"`, "=stop"),
			[]string{"start", "text_start 0 text", "text_delta 0 a", "text_end 0", "thinking_start 1 thinking", "thinking_delta 1 r", "thinking_end 1", "text_start 2 text", "text_delta 2 b", "text_end 2", "done stop"},
		},
		{"a refusal", chunks(`"refusal":"no"`, "=stop"), []string{"start", "text_start 0 text", "text_delta 0 no", "text_end 0", "done stop"}},
		{
			"an error in the middle", chunks(`"content":"a"`, `!{"error":{"message":"overloaded"}}`),
			[]string{"start", "text_start 0 text", "text_delta 0 a", "text_end 0", "error erroroverloaded"},
		},
		{"cut off", chunks(`"content":"a"`), []string{"start", "text_start 0 text", "text_delta 0 a", "text_end 0", "error aborted"}},
		{
			"cut inside a chunk", chunks(`"content":"a"`) + `data: {"choices":[{"delta":{"con`,
			[]string{"start", "text_start 0 text", "text_delta 0 a", "text_end 0", "error aborted"},
		},
		{
			"broken inside", chunks(`"content":"a"`, `!{"choices":[{`, `"content":"b"`),
			[]string{"start", "text_start 0 text", "text_delta 0 a", "failed: offset 13: unexpected end of JSON"},
		},
		{
			"another answer without [DONE] between them",
			`data: {"id":"a","choices":[{"index":0,"delta":{"role":"assistant","content":"a"},"finish_reason":"stop"}]}` + "\n\n" +
				`data: {"id":"b","choices":[{"index":0,"delta":{"role":"assistant","content":"b"},"finish_reason":"stop"}]}` + "\n\n",
			[]string{
				"start", "text_start 0 text", "text_delta 0 a", "text_end 0", "done stop",
				"start", "text_start 0 text", "text_delta 0 b", "text_end 0", "done stop",
			},
		},
		{
			"another answer behind [DONE]", chunks(`"content":"a"`, "=stop", "![DONE]", `"content":"b"`, "=stop", "![DONE]"),
			[]string{
				"start", "text_start 0 text", "text_delta 0 a", "text_end 0", "done stop",
				"start", "text_start 0 text", "text_delta 0 b", "text_end 0", "done stop",
			},
		},
	} {
		if d := cmp.Diff(c.want, events(t, strings.NewReader(c.stream))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.about, d)
		}
	}
}

// If the connection breaks, what came before is kept.
func TestABrokenConnection(t *testing.T) {
	r := io.MultiReader(strings.NewReader(chunks(`"content":"a"`)), iotest.ErrReader(io.ErrUnexpectedEOF))
	got := events(t, r)
	if last := got[len(got)-1]; last != "error errorunexpected EOF" {
		t.Error(got)
	}
	if got := events(t, iotest.ErrReader(io.ErrUnexpectedEOF)); len(got) != 1 || got[0] != "failed: unexpected EOF" {
		t.Error(got)
	}
}

// A consumer that stops is not called again.
func TestEventsMayBeLeft(t *testing.T) {
	n := 0
	for range readEvents(strings.NewReader(chunks(`"content":"a","reasoning":"b"`, "=stop")), nil) {
		if n++; n == 2 {
			break
		}
	}
}

// Any chunking gives the same events. Written again, they are a stream of the
// same message.
func TestStreamsInAnyChunking(t *testing.T) {
	f := formatNamed(t, "openai-chat-stream")
	roomtest.Inputs(t, f, func(t *testing.T, data []byte) {
		want := events(t, strings.NewReader(string(data)))
		got := events(t, iotest.OneByteReader(strings.NewReader(string(data))))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("byte by byte (-want +got):\n%s", d)
		}
		w := rawjson.NewWriter(nil)
		e := f.Emit(w)
		for v, err := range f.Events(strings.NewReader(string(data)), nil) {
			if err != nil {
				t.Fatal(err)
			}
			before := len(w.Bytes())
			e.Event(v)
			if out := string(w.Bytes()[before:]); out != "" && (!strings.HasPrefix(out, "data: ") || !strings.HasSuffix(out, "\n\n")) {
				t.Errorf("no whole frame: %q", out)
			}
		}
		e.Close()
		if d := roomtest.Diff(roomtest.Native(roomtest.Decode(t, f, data)), roomtest.Native(roomtest.Decode(t, f, w.Bytes()))); d != "" {
			t.Errorf("event by event it is another message (-read +again):\n%s\n%s", d, w.Bytes())
		}
	})
}

// Events that another protocol's reader sent may stop without an end.
func TestEmitIsCutOff(t *testing.T) {
	w := rawjson.NewWriter(nil)
	e := emit(w)
	e.Event(conv.Event{Type: conv.EventStart})
	e.Event(conv.Event{Type: conv.EventTextStart})
	e.Event(conv.Event{Type: conv.EventTextDelta, Delta: "half"})
	e.Close()
	m := roomtest.Decode(t, formatNamed(t, "openai-chat-stream"), w.Bytes()).Messages[0].(*conv.AssistantMessage)
	if m.StopReason != conv.StopAborted || m.StopDetail.Kind != conv.KindInterrupted || m.Content[0].(*conv.TextContent).Text != "half" {
		t.Errorf("%+v", m)
	}
}

// Fields inside a call's function that come late are written live, too, also if
// each piece has another one.
func TestLateFieldsInsideACall(t *testing.T) {
	for outer, begin := range map[string]string{
		"function": `"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"n","arguments":"{}","early":1}}]`,
		"custom":   `"tool_calls":[{"index":0,"id":"c","type":"custom","custom":{"name":"n","input":"x","early":1}}]`,
	} {
		late := func(field string) string { return `"tool_calls":[{"index":0,"` + outer + `":{` + field + `}}]` }
		stream := chunks(begin, late(`"one":1`), late(`"two":2`), "=tool_calls", "![DONE]")
		w := rawjson.NewWriter(nil)
		out := emit(w)
		for e, err := range readEvents(strings.NewReader(stream), nil) {
			if err != nil {
				t.Fatal(err)
			}
			out.Event(e)
		}
		out.Close()
		for _, text := range []string{stream, string(w.Bytes())} {
			c := roomtest.Decode(t, formatNamed(t, "openai-chat-stream"), []byte(text))
			want := `{"early":1,"one":1,"two":2}`
			if got := conv.NodeOf(c.Messages[0].(*conv.AssistantMessage).Content[0]).Extensions.Get(family, outer); string(got) != want {
				t.Errorf("got %s, want %s of\n%s", got, want, text)
			}
		}
	}
}

// Unknown fields inside a call take memory in proportion, in one piece or in
// many: to build what is inside anew for each piece takes the square of it. The
// time of such streams is a row of make bench.
func TestFieldsInsideACallAreLinear(t *testing.T) {
	begin := `"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"n","arguments":"{}"`
	for about, stream := range map[string]func(n int) string{
		"one piece": func(n int) string {
			var fields strings.Builder
			for i := range n {
				fmt.Fprintf(&fields, `,"k%d":1`, i)
			}
			return chunks(begin+fields.String()+"}}]", "=tool_calls")
		},
		"many pieces": func(n int) string {
			var pieces strings.Builder
			for i := range n {
				fmt.Fprintf(&pieces, `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"k%d":1}}]}}]}`+"\n\n", i)
			}
			return chunks(begin+"}}]") + pieces.String() + chunks("=tool_calls")
		},
	} {
		few, many := allocated(t, stream(1_000)), allocated(t, stream(8_000))
		if many > 2*8*few {
			t.Errorf("%s: %d bytes for a thousand fields, %d for eight thousand", about, few, many)
		}
	}
}

// allocated is how many bytes of memory reading a stream asks for.
func allocated(t *testing.T, stream string) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, err := range readEvents(strings.NewReader(stream), nil) {
		if err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
