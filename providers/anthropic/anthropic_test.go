package anthropic

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/internal/roomtest"

	"github.com/google/go-cmp/cmp"
)

func formatNamed(t testing.TB, name string) *format.Format {
	t.Helper()
	return roomtest.Format(t, Formats(), name)
}

// events reads a stream through a reader that may be slow.
func events(t *testing.T, input []byte, slow bool) *conv.AssistantMessage {
	t.Helper()
	in := bytes.NewReader(input)
	var a conv.Assembler
	stream := readEvents(in, nil)
	if slow {
		stream = readEvents(iotest.OneByteReader(in), nil)
	}
	for e, err := range stream {
		if err != nil {
			t.Fatal(err)
		}
		a.Add(e)
	}
	return a.Message()
}

// said is an answer as text that is equal for equal answers.
func said(m *conv.AssistantMessage) string {
	return roomtest.Native(&conv.Conversation{Messages: []conv.Message{m}})
}

func TestStreamReadsTheSameInAnyChunking(t *testing.T) {
	roomtest.Inputs(t, formatNamed(t, "anthropic-stream"), func(t *testing.T, input []byte) {
		whole, bytewise := events(t, input, false), events(t, input, true)
		if d := roomtest.Diff(said(whole), said(bytewise)); d != "" {
			t.Error(d)
		}
	})
}

// What a stream says event by event, emitted again, is the same answer.
func TestEventsEmittedAgainAreTheSameAnswer(t *testing.T) {
	roomtest.Inputs(t, formatNamed(t, "anthropic-stream"), func(t *testing.T, input []byte) {
		w := rawjson.NewWriter(nil)
		out := emit(w)
		for e, err := range readEvents(bytes.NewReader(input), nil) {
			if err != nil {
				t.Fatal(err)
			}
			out.Event(e)
		}
		out.Close()
		again := events(t, w.Bytes(), false)
		if d := roomtest.Diff(said(events(t, input, false)), said(again)); d != "" {
			t.Errorf("%s\n%s", w.Bytes(), d)
		}
	})
}

// An answer cut off anywhere keeps what came and never claims to be whole.
func TestCutStreamIsInterrupted(t *testing.T) {
	roomtest.Inputs(t, formatNamed(t, "anthropic-stream"), func(t *testing.T, input []byte) {
		end := bytes.LastIndex(input, []byte("event: message_stop"))
		if end < 0 {
			return
		}
		for cut := bytes.Index(input, []byte("\n\n")) + 2; cut > 1 && cut < end; {
			m := events(t, input[:cut], false)
			if m.StopReason != conv.StopAborted || m.StopDetail == nil || m.StopDetail.Kind != conv.KindInterrupted {
				t.Errorf("cut at %d: stop %q", cut, m.StopReason)
			}
			next := bytes.Index(input[cut:], []byte("\n\n"))
			if next < 0 {
				break
			}
			cut += next + 2
		}
	})
}

// Blocks whose events interleave are written one after the other.
func TestEmitWritesOneBlockAtATime(t *testing.T) {
	w := rawjson.NewWriter(nil)
	out := emit(w)
	call := func(id string) *conv.ToolCall { return &conv.ToolCall{ID: id, Name: "tide"} }
	for _, e := range []conv.Event{
		{Type: conv.EventStart, Message: &conv.AssistantMessage{ResponseID: "r"}},
		{Type: conv.EventToolCallStart, Index: 0, Block: call("a")},
		{Type: conv.EventToolCallStart, Index: 1, Block: call("b")},
		{Type: conv.EventToolCallDelta, Index: 1, Delta: `{"n":`},
		{Type: conv.EventToolCallDelta, Index: 0, Delta: `{"m":1}`},
		{Type: conv.EventToolCallDelta, Index: 1, Delta: `2}`},
		{Type: conv.EventToolCallEnd, Index: 1},
		{Type: conv.EventToolCallEnd, Index: 0},
		{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopToolUse}},
	} {
		out.Event(e)
	}
	var order []string
	for _, line := range strings.Split(string(w.Bytes()), "\n") {
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			raw := conv.Raw(data)
			order = append(order, raw.Lookup("type").Text()+string(raw.Lookup("index")))
		}
	}
	want := "message_start content_block_start0 content_block_delta0 content_block_stop0 " +
		"content_block_start1 content_block_delta1 content_block_delta1 content_block_stop1 message_delta message_stop"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMalformedIsAnErrorWithAPlace(t *testing.T) {
	for body, want := range map[string]string{
		`{}`:                              "offset 0: no messages",
		`{"messages":{}}`:                 "offset 12: want an array, got an object",
		`{"messages":["hi"]}`:             "offset 13: want a message, got a string",
		`{"messages":[{"content":"hi"}]}`: "offset 13: a message without a role",
		`{"messages":[{"role":7,"content":"hi"}]}`:                       "offset 13: a message without a role",
		`{"messages":[{"role":"user"}]}`:                                 "offset 13: message without content",
		`{"messages":[{"role":"user","content":7}]}`:                     "offset 38: want content as a string or an array, got a number",
		`{"messages":[{"ro`:                                              "offset 17: unexpected end of JSON",
		`{"messages":[{"role":"user","content":[{}]}]}`:                  "offset 39: content block without a type",
		`{"messages":[{"role":"user","content":[{"type":"text"}]}]}`:     "offset 39: text block without text",
		`{"messages":[{"role":"user","role":"assistant","content":""}]}`: `offset 35: repeated tag: "assistant" after "user"`,
		`{"messages":[`: "offset 13: unexpected end of JSON",
	} {
		for c, err := range decodeRequest([]byte(body), nil) {
			if err == nil || err.Error() != want {
				t.Errorf("%s: %v, %v, want %s", body, c, err, want)
			}
		}
	}
}

// A type or role may come after what it is about.
func TestKeysComeInAnyOrder(t *testing.T) {
	a := roomtest.Decode(t, formatNamed(t, "anthropic"), []byte(`{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}]}]}`))
	b := roomtest.Decode(t, formatNamed(t, "anthropic"), []byte(`{"messages":[{"content":[{"source":{"url":"https://example.com/a.png", "type" : "url"}, "type":"image"}],"role":"user"}]}`))
	if d := roomtest.Diff(roomtest.Native(a), roomtest.Native(b)); d != "" {
		t.Error(d)
	}
}

func TestOthersAreNotClaimed(t *testing.T) {
	for _, body := range []string{
		`{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}]}`,
		`{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"u"}}]}]}`,
		`{"messages":[{"role":"user","content":[{"text":"hi"}]}],"system":[{"text":"Be brief."}]}`,
		`{"messages":[{"role":"user","content":"hi"}],"max_completion_tokens":5}`,
		`{"convo":1,"messages":[{"role":"user","content":"hi"}]}`,
		`{"type":"message","id":"a1","message":{"role":"user","content":"hi"}}`,
		`{"id":"r","object":"chat.completion","choices":[]}`,
	} {
		for _, f := range Formats() {
			if f.Detect(format.NewProbe([]byte(body))) != format.No {
				t.Errorf("%s claims %s", f.Name, body)
			}
		}
	}
}

func TestStreamedIsAtRest(t *testing.T) {
	dirs, _ := filepath.Glob("../../testdata/replies/anthropic/*")
	if len(dirs) == 0 {
		t.Fatal("no replies")
	}
	for _, dir := range dirs {
		rest, err := os.ReadFile(dir + "/response.json")
		if err != nil {
			t.Fatal(err)
		}
		stream, err := os.ReadFile(dir + "/stream.sse")
		if err != nil {
			t.Fatal(err)
		}
		want, got := roomtest.Native(roomtest.Decode(t, formatNamed(t, "anthropic-response"), rest)), roomtest.Native(roomtest.Decode(t, formatNamed(t, "anthropic-stream"), stream))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", dir, d)
		}
	}
}
