package openairesponses

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/sse"
	"convo/providers/internal/roomtest"

	"github.com/google/go-cmp/cmp"
)

// answered is the answer of a stream.
func answered(t *testing.T, r io.Reader) *conv.Conversation {
	t.Helper()
	var a conv.Assembler
	for e, err := range readEvents(r, nil) {
		if err != nil {
			t.Fatal(err)
		}
		a.Add(e)
	}
	return &conv.Conversation{Messages: []conv.Message{a.Message()}}
}

// emitted is a stream read and written event by event.
func emitted(t *testing.T, data []byte) []byte {
	t.Helper()
	w := rawjson.NewWriter(nil)
	e := emit(w)
	for v, err := range readEvents(bytes.NewReader(data), nil) {
		if err != nil {
			t.Fatal(err)
		}
		before := len(w.Bytes())
		e.Event(v)
		if out := string(w.Bytes()[before:]); out != "" && (!strings.HasPrefix(out, "event: ") || !strings.HasSuffix(out, "\n\n")) {
			t.Errorf("no whole frame: %q", out)
		}
	}
	e.Close()
	return w.Bytes()
}

func TestStreamsInAnyChunking(t *testing.T) {
	roomtest.Inputs(t, formatNamed(t, "openai-responses-stream"), func(t *testing.T, data []byte) {
		want := roomtest.Native(answered(t, bytes.NewReader(data)))
		if d := cmp.Diff(want, roomtest.Native(answered(t, iotest.OneByteReader(bytes.NewReader(data))))); d != "" {
			t.Errorf("byte by byte (-want +got):\n%s", d)
		}
		body := emitted(t, data)
		if d := cmp.Diff(want, roomtest.Native(answered(t, bytes.NewReader(body)))); d != "" {
			t.Errorf("event by event it is another message (-read +again):\n%s\n%s", d, body)
		}
	})
}

// What is written is in order: numbered events, each item added once and done
// once, each part within its item, pieces that add up to what their end says,
// and at the end the items as they were done.
func TestWrittenStreamsAreInOrder(t *testing.T) {
	roomtest.Inputs(t, formatNamed(t, "openai-responses-stream"), func(t *testing.T, data []byte) { checkOrder(t, emitted(t, data)) })
}

func checkOrder(t *testing.T, stream []byte) {
	t.Helper()
	said := map[string]string{}
	var added, done []conv.Raw
	ended := false
	n := 0
	for e, err := range sse.EventsOrLines(bytes.NewReader(stream), nil) {
		if err != nil {
			t.Fatal(err)
		}
		raw := conv.Raw(e.Data)
		kind, index := raw.Lookup("type").Text(), string(raw.Lookup("output_index"))
		at := fmt.Sprintf("event %d, %s", n, kind)
		if string(raw.Lookup("sequence_number")) != fmt.Sprint(n) {
			t.Errorf("%s: number %s", at, raw.Lookup("sequence_number"))
		}
		if n++; ended {
			t.Errorf("%s behind the end", at)
		}
		i, _ := conv.Number(index).Int()
		key := index + kind[:strings.LastIndexByte(kind, '.')] + string(raw.Lookup("content_index")) + string(raw.Lookup("summary_index"))
		switch {
		case kind == "response.output_item.added":
			if int(i) != len(added) {
				t.Errorf("%s: item %s is the %dth", at, index, len(added))
			}
			added, done = append(added, raw.Lookup("item")), append(done, "")
		case kind == "response.output_item.done":
			if int(i) >= len(added) || done[i] != "" {
				t.Fatalf("%s: item %s was not added, or is done twice", at, index)
			}
			done[i] = raw.Lookup("item")
			if done[i].Lookup("id") != added[i].Lookup("id") {
				t.Errorf("%s: item %s has another id than before", at, index)
			}
		case strings.HasSuffix(kind, ".delta"):
			said[key] += raw.Lookup("delta").Text()
			if int(i) >= len(added) || done[i] != "" {
				t.Errorf("%s: item %s is not open", at, index)
			}
		case strings.HasSuffix(kind, "_text.done") || strings.HasSuffix(kind, "arguments.done") || strings.HasSuffix(kind, "input.done"):
			for _, member := range []conv.Raw{raw.Lookup("text"), raw.Lookup("arguments"), raw.Lookup("input")} {
				if member != "" && member.Text() != said[key] {
					t.Errorf("%s: %s is not %q", at, member, said[key])
				}
			}
		case kind == "response.completed" || kind == "response.incomplete" || kind == "response.failed":
			ended = true
			if all := slices.Collect(raw.Lookup("response.output").Elements); !slices.Equal(all, done) {
				t.Errorf("%s: the output is not what was done:\n%s\n%s", at, all, done)
			}
		}
	}
	if !ended {
		t.Error("no end")
	}
}

// An answer cut off anywhere keeps what came and never claims to be whole.
func TestCutStreamIsInterrupted(t *testing.T) {
	data := roomtest.Read(t, "../../testdata/replies/openai-responses/reasoning-message-and-calls/stream.sse")
	end := bytes.LastIndex(data, []byte("event: response.completed"))
	for cut := bytes.Index(data, []byte("\n\n")) + 2; cut < end+100; cut += 7 {
		m := answered(t, bytes.NewReader(data[:cut])).Messages[0].(*conv.AssistantMessage)
		if m.StopReason != conv.StopAborted || m.StopDetail == nil || m.StopDetail.Kind != conv.KindInterrupted {
			t.Fatalf("cut at %d: stop %q", cut, m.StopReason)
		}
		checkOrder(t, emitted(t, data[:cut]))
	}
}

// A stream whose writer is never told of an end is incomplete.
func TestEmitIsCutOff(t *testing.T) {
	w := rawjson.NewWriter(nil)
	e := emit(w)
	e.Event(conv.Event{Type: conv.EventStart, Message: &conv.AssistantMessage{ResponseID: "r"}})
	e.Event(conv.Event{Type: conv.EventTextDelta, Delta: "half"})
	e.Close()
	checkOrder(t, w.Bytes())
	m := answered(t, bytes.NewReader(w.Bytes())).Messages[0].(*conv.AssistantMessage)
	if m.StopReason != conv.StopAborted || m.StopDetail.Kind != conv.KindInterrupted || m.Text() != "half" || m.ResponseID != "r" {
		t.Errorf("%+v", m)
	}
}

// Calls whose pieces interleave are items side by side.
func TestEmitKeepsCallsApart(t *testing.T) {
	w := rawjson.NewWriter(nil)
	e := emit(w)
	for _, v := range []conv.Event{
		{Type: conv.EventStart, Message: &conv.AssistantMessage{}},
		{Type: conv.EventTextStart, Index: 0},
		{Type: conv.EventToolCallStart, Index: 1, Block: &conv.ToolCall{ID: "a", Name: "tide"}},
		{Type: conv.EventToolCallStart, Index: 2, Block: &conv.ToolCall{ID: "b", Name: "tide"}},
		{Type: conv.EventToolCallDelta, Index: 2, Delta: `{"n":`},
		{Type: conv.EventTextDelta, Index: 0, Delta: "wait"},
		{Type: conv.EventToolCallDelta, Index: 1, Delta: `{"m":1}`},
		{Type: conv.EventToolCallDelta, Index: 2, Delta: `2}`},
		{Type: conv.EventToolCallEnd, Index: 2},
		{Type: conv.EventTextEnd, Index: 0},
		{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopToolUse}},
	} {
		e.Event(v)
	}
	checkOrder(t, w.Bytes())
	m := answered(t, bytes.NewReader(w.Bytes())).Messages[0].(*conv.AssistantMessage)
	calls := m.ToolCalls()
	if m.Text() != "wait" || len(calls) != 2 || calls[0].Arguments != `{"m":1}` || calls[1].Arguments != `{"n":2}` {
		t.Errorf("%+v", m)
	}
}

// A connection that breaks leaves what came before it.
func TestABrokenConnection(t *testing.T) {
	data := roomtest.Read(t, "../../testdata/replies/openai-responses/text/stream.sse")
	r := io.MultiReader(bytes.NewReader(data[:len(data)/2]), iotest.ErrReader(io.ErrUnexpectedEOF))
	m := answered(t, r).Messages[0].(*conv.AssistantMessage)
	if m.StopReason != conv.StopAborted || m.ErrorMessage != "unexpected EOF" {
		t.Errorf("%s, %q", m.StopReason, m.ErrorMessage)
	}
}

func TestWhatIsNoStream(t *testing.T) {
	for body, want := range map[string]string{
		"":                                   "no events",
		"data: {}\n\n":                       "no event is of this format",
		"data: {\"type\":\"response.x\"\n\n": "event 1: offset 20: unexpected end of JSON",
		"data: {\"type\":\"ping\"}\n\n":      "no event is of this format",
		"data: [1]\n\ndata: {}\n\n":          "event 1: offset 0: want an object, got an array",
		"data: {\"type\":\"response.completed\"}\n\ndata: {}\n\n": "event 1: the last event has no response",
	} {
		_, err := roomtest.Decoded(formatNamed(t, "openai-responses-stream"), []byte(body), nil)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", body, err, want)
		}
	}
}

// Two streams one behind the other are two answers.
func TestTwoStreams(t *testing.T) {
	data := roomtest.Read(t, "../../testdata/replies/openai-responses/text/stream.sse")
	n := 0
	for c, err := range record.DecodeStream(readEvents)(append(bytes.Clone(data), data...), nil) {
		if n++; err != nil || c.Messages[0].(*conv.AssistantMessage).Text() != "High water is at 04:12." {
			t.Errorf("answer %d: %v", n, err)
		}
	}
	if n != 2 {
		t.Errorf("%d answers", n)
	}
}
