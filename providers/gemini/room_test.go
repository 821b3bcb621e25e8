package gemini

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"convo/conv"
	"convo/conv/format"
	"convo/providers/internal/roomtest"

	"github.com/google/go-cmp/cmp"
)

func formatNamed(t testing.TB, name string) *format.Format {
	t.Helper()
	return roomtest.Format(t, Formats(), name)
}

// A stream that arrives a byte at a time is the same stream.
func TestStreamsInAnyChunking(t *testing.T) {
	f := formatNamed(t, "gemini-stream")
	roomtest.Inputs(t, f, func(t *testing.T, data []byte) {
		var c *conv.Conversation
		for got, err := range format.Assemble(f.Events(iotest.OneByteReader(bytes.NewReader(data)), nil)) {
			if err != nil {
				t.Fatal(err)
			}
			c = got
		}
		if d := roomtest.Diff(roomtest.Native(roomtest.Decode(t, f, data)), roomtest.Native(c)); d != "" {
			t.Error(d)
		}
	})
}

// A stream that is cut at any place is an error, or an answer that says that
// it was cut, unless what says that it is whole came before.
func TestStreamsCutAnywhere(t *testing.T) {
	f := formatNamed(t, "gemini-stream")
	roomtest.Inputs(t, f, func(t *testing.T, data []byte) {
		end := bytes.LastIndexAny(data, "}")
		for n := range data[:end] {
			c, err := roomtest.Decoded(f, data[:n], nil)
			if err != nil {
				continue
			}
			m := c.Messages[0].(*conv.AssistantMessage)
			if m.StopReason != conv.StopAborted && !bytes.Contains(data[:n], []byte("finishReason")) && !bytes.Contains(data[:n], []byte("blockReason")) {
				t.Fatalf("cut at %d it ends in %q", n, m.StopReason)
			}
		}
	})
}

// The values of a stream need not come one behind the other in one body.
func TestSeveralAnswersInAStream(t *testing.T) {
	f := formatNamed(t, "gemini-stream")
	one, err := os.ReadFile("../../testdata/formats/gemini-stream/text/input.sse")
	if err != nil {
		t.Fatal(err)
	}
	two := bytes.ReplaceAll(one, []byte("tIdE-1_x"), []byte("tIdE-2_x"))
	var ids []string
	for c, err := range f.Decode(append(slices.Clone(one), two...), nil) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.Messages[0].(*conv.AssistantMessage).ResponseID)
	}
	if d := cmp.Diff([]string{"tIdE-1_x", "tIdE-2_x"}, ids); d != "" {
		t.Error(d)
	}
}

// A body that lacks contents, as a program stores it before the first message, is
// its instruction.
func TestASystemInstructionAlone(t *testing.T) {
	for _, key := range []string{"systemInstruction", "system_instruction"} {
		body := []byte(`{"` + key + `":{"parts":[{"text":"Be brief."}]}}`)
		f := roomtest.Format(t, Formats(), "gemini")
		if f.Detect(format.NewProbe(body)) == format.No {
			t.Errorf("%s is not recognised", body)
		}
		if c := roomtest.Decode(t, f, body); c.SystemPrompt != "Be brief." || len(c.Messages) != 0 {
			t.Errorf("%s: %+v", body, c)
		}
	}
}

// What is malformed is an error that says where.
func TestMalformed(t *testing.T) {
	for _, c := range []struct{ format, body, want string }{
		{"gemini", `{"contents":[{"parts":[{"functionResponse":{"name":"a","response":"text"}}]}]}`, `want a response that is an object, got a string`},
		{"gemini", `{"contents":[{"parts":[{"functionResponse":{"name":"a","response":[1]}}]}]}`, `want a response that is an object, got an array`},
		{"gemini", `{"contents":[{"role":7,"parts":[]}]}`, `want a role as a string, got a number`},
		{"gemini", `{"contents":[{"parts":["text"]}]}`, `want a part, got a string`},
		{"gemini", `{"contents":["text"]}`, `want a content, got a string`},
		{"gemini", `{"contents":"text"}`, `want an array, got a string`},
		{"gemini", `{"contents":[{"parts":[{"text":5}]}]}`, `want a string, got a number`},
		{"gemini", `{"generationConfig":{}}`, `no contents`},
		{"gemini", `{"contents":[],"tools":["googleSearch"]}`, `want a tool, got a string`},
		{"gemini", `{"contents":[`, `unexpected end of JSON`},
		{"gemini-response", `[]`, `want an answer, got an array`},
		{"gemini-response", `{"candidates":[7]}`, `want a candidate, got a number`},
		{"gemini-response", `{"usageMetadata":{"promptTokenCount":1.5}}`, `promptTokenCount: want a whole number, got 1.5`},
		{"gemini-response", `{"error":"no"}`, `want an error, got a string`},
		{"gemini-stream", `data: {"candidates":[{"content":{"parts":[{"text":5}]}}]}` + "\n\n", `chunk 1: offset 44: want a string, got a number`},
		{"gemini-stream", `[]`, `no chunks`},
		{"gemini-stream", `[{"a":1}]`, `no chunk is of this format`},
		{"gemini-stream", ``, `no chunks`},
	} {
		_, err := roomtest.Decoded(formatNamed(t, c.format), []byte(c.body), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.body, err, c.want)
		}
	}
}
