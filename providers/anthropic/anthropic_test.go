package anthropic

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"convo/conv"
	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

const testdata = "../../testdata/"

func format(t testing.TB, name string) *conv.Format {
	t.Helper()
	all := Formats()
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	t.Fatalf("no format %s", name)
	return nil
}

// read decodes the one conversation in data.
func read(t testing.TB, f *conv.Format, data []byte) *conv.Conversation {
	t.Helper()
	for c, err := range f.Decode(data, nil) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, data)
		}
		return c
	}
	t.Fatalf("%s: no conversation", f.Name)
	return nil
}

// native is a conversation as text that is equal for equal conversations.
func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.WriteNative(w, c)
	return strings.ReplaceAll(string(w.Bytes()), `,"`, ",\n\"")
}

func write(f *conv.Format, c *conv.Conversation) []byte {
	w := rawjson.NewWriter(nil)
	f.Write(w, c)
	return bytes.Clone(w.Bytes())
}

// comesBack checks that what the format read it writes again, fit or not,
// without a loss.
func comesBack(t *testing.T, f *conv.Format, input []byte) {
	t.Helper()
	c := read(t, f, input)
	notes := &conv.Notes{}
	fit := conv.Fit(c, f, notes)
	if d := cmp.Diff(native(c), native(fit)); d != "" {
		t.Errorf("Fit changes it:\n%s", d)
	}
	if notes.Losses() > 0 {
		t.Errorf("losses: %v", notes.List())
	}
	body := write(f, fit)
	if d := cmp.Diff(native(c), native(read(t, f, body))); d != "" {
		t.Errorf("read again it differs:\n%s\n%s", body, d)
	}
	if f.Unit == conv.DocumentUnit {
		if d := differences(t, input, body); d != "" {
			t.Errorf("the API sees something else:\n%s\n%s", d, body)
		}
	}
}

func inputs(t testing.TB, name string) map[string][]byte {
	t.Helper()
	files, _ := filepath.Glob(testdata + "formats/" + name + "/*/input.*")
	if len(files) == 0 {
		t.Fatalf("no goldens of %s", name)
	}
	all := map[string][]byte{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(filepath.Dir(file))] = b
	}
	return all
}

func TestGoldensComeBack(t *testing.T) {
	for _, f := range Formats() {
		for name, input := range inputs(t, f.Name) {
			t.Run(f.Name+"/"+name, func(t *testing.T) { comesBack(t, &f, input) })
		}
	}
}

func TestGoldensAreDetected(t *testing.T) {
	for _, f := range Formats() {
		for name, input := range inputs(t, f.Name) {
			for _, g := range Formats() {
				if got, want := g.Detect(conv.NewProbe(input)), f.Name == g.Name; got != want {
					t.Errorf("%s of %s: %s says %t", name, f.Name, g.Name, got)
				}
			}
		}
	}
}

// Every conversation of the corpus, fit to a format, comes back from it.
func TestFitConversationsComeBack(t *testing.T) {
	files, _ := filepath.Glob(testdata + "conversations/*.json")
	if len(files) == 0 {
		t.Fatal("no conversations")
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := conv.DecodeNative(b, nil)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, f := range Formats() {
			t.Run(f.Name+"/"+filepath.Base(file), func(t *testing.T) {
				fit := conv.Fit(c, &f, nil)
				body := write(&f, fit)
				if d := cmp.Diff(native(fit), native(read(t, &f, body))); d != "" {
					t.Errorf("%s\n%s", body, d)
				}
			})
		}
	}
}

// Recorded data is no part of the project: CONVO_CORPUS names its folder.
func TestRecordedBodiesComeBack(t *testing.T) {
	corpus := os.Getenv("CONVO_CORPUS")
	if corpus == "" {
		t.Skip("CONVO_CORPUS names no folder")
	}
	for _, room := range []string{"anthropic", "anthropic-hosted"} {
		for kind, name := range map[string]string{"request": "anthropic", "response": "anthropic-response", "stream": "anthropic-stream"} {
			files, _ := filepath.Glob(filepath.Join(corpus, room, kind, "*"))
			if len(files) == 0 {
				t.Errorf("no %s of %s", kind, room)
			}
			for _, file := range files {
				input, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				t.Run(room+"/"+kind+"/"+filepath.Base(file), func(t *testing.T) {
					f := format(t, name)
					comesBack(t, f, input)
					if !f.Detect(conv.NewProbe(input)) {
						t.Error("not detected")
					}
				})
			}
		}
	}
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

func one(m *conv.AssistantMessage) *conv.Conversation {
	return &conv.Conversation{Messages: []conv.Message{m}}
}

func TestStreamReadsTheSameInAnyChunking(t *testing.T) {
	for name, input := range inputs(t, "anthropic-stream") {
		whole, bytewise := events(t, input, false), events(t, input, true)
		if d := cmp.Diff(native(one(whole)), native(one(bytewise))); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

// What a stream says event by event, emitted again, is the same answer.
func TestEventsEmittedAgainAreTheSameAnswer(t *testing.T) {
	for name, input := range inputs(t, "anthropic-stream") {
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
		if d := cmp.Diff(native(one(events(t, input, false))), native(one(again))); d != "" {
			t.Errorf("%s:\n%s\n%s", name, w.Bytes(), d)
		}
	}
}

// An answer cut off anywhere keeps what came and never claims to be whole.
func TestCutStreamIsInterrupted(t *testing.T) {
	for name, input := range inputs(t, "anthropic-stream") {
		end := bytes.LastIndex(input, []byte("event: message_stop"))
		if end < 0 {
			continue
		}
		for cut := bytes.Index(input, []byte("\n\n")) + 2; cut > 1 && cut < end; {
			m := events(t, input[:cut], false)
			if m.StopReason != conv.StopAborted || m.StopDetail == nil || m.StopDetail.Kind != conv.KindInterrupted {
				t.Errorf("%s cut at %d: stop %q", name, cut, m.StopReason)
			}
			next := bytes.Index(input[cut:], []byte("\n\n"))
			if next < 0 {
				break
			}
			cut += next + 2
		}
	}
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
	a := read(t, format(t, "anthropic"), []byte(`{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}]}]}`))
	b := read(t, format(t, "anthropic"), []byte(`{"messages":[{"content":[{"source":{"url":"https://example.com/a.png", "type" : "url"}, "type":"image"}],"role":"user"}]}`))
	if d := cmp.Diff(native(a), native(b)); d != "" {
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
			if f.Detect(conv.NewProbe([]byte(body))) {
				t.Errorf("%s claims %s", f.Name, body)
			}
		}
	}
}

// sorted is native without an order of keys: residue comes back in any.
func sorted(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.WriteNative(w, c)
	d := json.NewDecoder(bytes.NewReader(w.Bytes()))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err.Error()
	}
	b, _ := json.MarshalIndent(v, "", " ")
	return string(b)
}

func fuzz(f *testing.F, name string) {
	for _, input := range inputs(f, name) {
		f.Add(input)
	}
	f.Add([]byte(`{"type":"content_block_start","content_block":{"type":"tool_use"}}`))
	form := format(f, name)
	f.Fuzz(func(t *testing.T, data []byte) {
		for c, err := range form.Decode(data, nil) {
			if err != nil {
				continue
			}
			fit := conv.Fit(c, form, nil)
			body := write(form, fit)
			if d := cmp.Diff(sorted(fit), sorted(read(t, form, body))); d != "" {
				t.Errorf("%s\n%s", body, d)
			}
		}
	})
}

func FuzzDecodeRequest(f *testing.F)  { fuzz(f, "anthropic") }
func FuzzDecodeResponse(f *testing.F) { fuzz(f, "anthropic-response") }
func FuzzDecodeStream(f *testing.F)   { fuzz(f, "anthropic-stream") }

func TestStreamedIsAtRest(t *testing.T) {
	dirs, _ := filepath.Glob(testdata + "replies/anthropic/*")
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
		want, got := native(read(t, format(t, "anthropic-response"), rest)), native(read(t, format(t, "anthropic-stream"), stream))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", dir, d)
		}
	}
}
