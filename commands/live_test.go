package commands

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// On a pipe, what an event says is there before the next event comes: with
// the format named, and without.
func TestStreamsAreTranslatedAsTheyCome(t *testing.T) {
	stream, err := os.ReadFile("../testdata/replies/anthropic/text/stream.sse")
	if err != nil {
		t.Fatal(err)
	}
	events := bytes.SplitAfter(bytes.TrimSuffix(stream, []byte("\n\n")), []byte("\n\n"))
	for _, args := range [][]string{
		{"transform", "-f", "anthropic-stream", "-t", "openai-chat-stream"},
		{"transform", "-t", "openai-chat-stream"},
	} {
		p, _, stderr := testProgram(t)
		in, out := pipe(t), pipe(t)
		p.args, p.stdin, p.stdout = args, in.r, out.w
		ended := make(chan exitCode)
		go func() {
			code := p.run()
			out.w.Close()
			ended <- code
		}()
		buf := make([]byte, 64<<10)
		heard := 0
		for _, e := range events {
			if _, err := in.w.Write(e); err != nil {
				t.Fatal(err)
			}
			if i := bytes.Index(e, []byte(`"text_delta","text":"`)); i >= 0 {
				text, _, _ := strings.Cut(string(e[i+len(`"text_delta","text":"`):]), `"`)
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
		}
		in.w.Close()
		for {
			if _, err := out.r.Read(buf); err != nil {
				break
			}
		}
		if code := <-ended; code != exitOK || heard == 0 {
			t.Errorf("%v: exit code %d, %d pieces of text\n%s", args, code, heard, stderr())
		}
	}
}

type bothEnds struct{ r, w *os.File }

func pipe(t *testing.T) bothEnds {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return bothEnds{r, w}
}
