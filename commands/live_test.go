package commands

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/commands/internal/terminal"
)

// On a pipe, what an event says is there before the next event comes: with
// the format named, and without; as server-sent events, and as an array.
func TestStreamsAreTranslatedAsTheyCome(t *testing.T) {
	for _, stream := range []struct{ name, file, end, text string }{
		{"anthropic-stream", "replies/anthropic/text/stream.sse", "\n\n", `"text_delta","text":"`},
		{"openai-responses-stream", "replies/openai-responses/text/stream.sse", "\n\n", `"content_index":0,"delta":"`},
		{"gemini-stream", "replies/gemini/text/stream.sse", "\n\n", `{"text": "`},
		{"gemini-stream", "formats/gemini-stream/array/input.json", "\n  }", `"text": "`},
	} {
		data, err := os.ReadFile("../testdata/" + stream.file)
		if err != nil {
			t.Fatal(err)
		}
		events := bytes.SplitAfter(data, []byte(stream.end))
		translatedAsItComes(t, events, stream.text, "transform", "-f", stream.name, "-t", "openai-chat-stream")
		translatedAsItComes(t, events, stream.text, "transform", "-t", "openai-chat-stream")
	}
}

// translatedAsItComes writes events one by one and waits for the text that
// stands in each behind the marker.
func translatedAsItComes(t *testing.T, events [][]byte, marker string, args ...string) {
	t.Helper()
	p, _, stderr := frametest.Program(t)
	equip(p)
	in, out := pipeEnds(t), pipeEnds(t)
	p.Args, p.Stdin, p.Stdout = args, in.r, terminal.NewStream(out.w, false)
	ended := make(chan frame.ExitCode)
	go func() {
		code := p.Run()
		out.w.Close()
		ended <- code
	}()
	buf := make([]byte, 64<<10)
	heard := 0
	for _, e := range events {
		if _, err := in.w.Write(e); err != nil {
			t.Fatal(err)
		}
		_, text, ok := strings.Cut(string(e), marker)
		if !ok {
			continue
		}
		text, _, _ = strings.Cut(text, `"`)
		// Blocks for good if the text waits for the next event.
		for got := ""; !strings.Contains(got, text); {
			n, err := out.r.Read(buf)
			if err != nil {
				t.Fatalf("%v before %q came\n%s", err, text, stderr())
			}
			got += string(buf[:n])
		}
		heard++
	}
	in.w.Close()
	for {
		if _, err := out.r.Read(buf); err != nil {
			break
		}
	}
	if code := <-ended; code != frame.ExitOK || heard == 0 {
		t.Errorf("%v: exit code %d, %d pieces of text\n%s", args, code, heard, stderr())
	}
}

type bothEnds struct{ r, w *os.File }

func pipeEnds(t *testing.T) bothEnds {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return bothEnds{r, w}
}
