package pipe

import (
	"io"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv/rawjson"
)

// What tells a format is found after an image of some megabytes, in a file and
// in a pipe, and no more of a pipe is waited for than the first value.
func TestRecogniseAfterALargeImage(t *testing.T) {
	image := strings.Repeat("iVBORw0KGgoAAAAN", 200_000)
	for format, input := range map[string]string{
		"anthropic":               `{"messages":[{"content":[{"type":"image","source":{"type":"base64","data":"` + image + `","media_type":"image/png"}}],"role":"user"}],"max_tokens":9,"model":"m"}`,
		"openai-chat":             `{"messages":[{"content":[{"image_url":{"url":"data:image/png;base64,` + image + `"},"type":"image_url"}],"role":"user"}],"model":"m"}`,
		"gemini":                  `{"generationConfig":{"maxOutputTokens":9},"contents":[{"parts":[{"inlineData":{"data":"` + image + `","mimeType":"image/png"}}],"role":"user"}]}`,
		"ag-ui":                   `{"messages":[{"content":[{"source":{"value":"` + image + `","type":"data","mimeType":"image/png"},"type":"image"}],"role":"user","id":"u1"}],"threadId":"t","runId":"r"}`,
		"openai-responses-stream": "data: {\"response\":{\"instructions\":\"" + image + "\"},\"type\":\"response.created\"}\n\n",
	} {
		p, _, _ := frametest.Program(t)
		r, w := io.Pipe()
		go func() { _, _ = io.WriteString(w, input+"\n") }() // and then nothing, for ever
		for how, frames := range map[string]*rawjson.Frames{
			"file": rawjson.NewFrames(strings.NewReader(input), int64(len(input))),
			"pipe": rawjson.NewFrames(r, 0),
		} {
			s, err := Recognise(p, &frame.Input{Name: "a", Frames: frames}, nil)
			if err != nil || s.From.Name != format {
				t.Errorf("%s in a %s: %v, %v", format, how, s, err)
			}
		}
	}
}
