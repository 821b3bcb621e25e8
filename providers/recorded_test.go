//go:build corpus

package providers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv/format"
	"convo/providers"
	"convo/providers/internal/roomtest"
)

// recorded are the folders with bodies that servers took or sent, or programs
// wrote, and their formats.
var recorded = []struct{ folder, format string }{
	{"openai-chat/request", "openai-chat"},
	{"openai-chat/response", "openai-chat-response"},
	{"openai-chat/stream", "openai-chat-stream"},
	{"openai-compat/request", "openai-chat"},
	{"openai-compat/response", "openai-chat-response"},
	{"openai-compat/stream", "openai-chat-stream"},
	{"openai-responses/request", "openai-responses"},
	{"openai-responses/response", "openai-responses-response"},
	{"openai-responses/stream", "openai-responses-stream"},
	{"anthropic/request", "anthropic"},
	{"anthropic/response", "anthropic-response"},
	{"anthropic/stream", "anthropic-stream"},
	{"anthropic-hosted/request", "anthropic"},
	{"anthropic-hosted/response", "anthropic-response"},
	{"anthropic-hosted/stream", "anthropic-stream"},
	{"gemini/request", "gemini"},
	{"gemini/response", "gemini-response"},
	{"gemini/stream", "gemini-stream"},
	{"pi-session/transcript", "pi-session"},
}

// TestRecordedBodies checks the laws over bodies outside the project.
// CONVO_CORPUS names their folder. Its table LICENCES.tsv has a file in the
// first column and the status of the answer in the sixth.
func TestRecordedBodies(t *testing.T) {
	root := os.Getenv("CONVO_CORPUS")
	refused := map[string]bool{}
	for line := range strings.Lines(string(read(t, filepath.Join(root, "LICENCES.tsv")))) {
		if column := strings.Split(line, "\t"); len(column) > 5 {
			refused[column[0]] = column[5] != "200"
		}
	}
	for _, r := range recorded {
		f, err := providers.Lookup(r.format)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(root, r.folder, "*"))
		if len(files) == 0 {
			t.Errorf("nothing in %s", r.folder)
		}
		for _, file := range files {
			name := r.folder + "/" + filepath.Base(file)
			if strings.HasSuffix(r.folder, "/request") && refused[name] {
				continue
			}
			t.Run(name, func(t *testing.T) {
				input := read(t, file)
				if f.Detect(format.NewProbe(input)) == format.No {
					t.Error("not detected")
				}
				roomtest.ComesBack(t, f, input)
				if f.Unit != format.SessionUnit {
					mutatedComesBack(t, f, file, input, 6)
				}
			})
		}
	}
}
