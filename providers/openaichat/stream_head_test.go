package openaichat

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/note"
	"github.com/google/go-cmp/cmp"
)

// A chunk whose head is not read again gives what it gives if it is read: a space
// after the chunk makes the reader read all of it.
func TestRepeatedHeads(t *testing.T) {
	files, err := filepath.Glob("../../testdata/formats/openai-chat-stream/*/input.*")
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	streams := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		streams[file] = string(data)
	}
	delta := `"choices":[{"index":0,"delta":{"content":"a"}}]`
	for name, chunk := range map[string]string{
		"two ids":             `{"id":"1",` + delta + `}|{"id":"2",` + delta + `}|{"id":"2",` + delta + `}|{"id":"2",` + delta + `}`,
		"two models":          `{"model":"1",` + delta + `}|{"model":"2",` + delta + `}|{"model":"2",` + delta + `}`,
		"a repeated field":    `{"id":"1","id":"1",` + delta + `}|{"id":"1","id":"1",` + delta + `}`,
		"choices twice":       `{"id":"1",` + delta + `,` + delta + `}|{"id":"1",` + delta + `,` + delta + `}`,
		"an unknown field":    `{"x":1,` + delta + `}|{"x":1,` + delta + `}`,
		"usage in the head":   `{"usage":{"prompt_tokens":2,"completion_tokens":1},` + delta + `}|{"usage":{"prompt_tokens":2,"completion_tokens":1},` + delta + `}`,
		"usage at the end":    `{"id":"1",` + delta + `}|{"id":"1",` + delta + `,"usage":{"prompt_tokens":2,"completion_tokens":1}}|{"id":"1",` + delta + `}`,
		"an error at the end": `{"id":"1",` + delta + `}|{"id":"1",` + delta + `,"error":{"message":"no"}}`,
		"a null":              `{"id":"1","system_fingerprint":null,` + delta + `}|{"id":"1","system_fingerprint":null,` + delta + `}|{"id":"1","system_fingerprint":"f",` + delta + `}`,
		"another answer":      `{"id":"1",` + delta + `}|[DONE]|{"id":"1",` + delta + `}`,
		"half a chunk":        `{"id":"1",` + delta + `}|{"id":"1","choices":[{"index":0,"delta":{"content":"b"`,
		"no choices":          `{"id":"1",` + delta + `}|{"id":"1","choices":null}|{"id":"1",` + delta + `}`,
	} {
		streams[name] = "data: " + strings.ReplaceAll(chunk, "|", "\n\ndata: ") + "\n\n"
	}
	all := cmp.Exporter(func(reflect.Type) bool { return true })
	for name, stream := range streams {
		quick, slow := heardOf(stream), heardOf(spaced(stream))
		if d := cmp.Diff(slow, quick, all); d != "" {
			t.Errorf("%s: (-read whole +read quickly)\n%s", name, d)
		}
	}
}

// spaced adds a space to each event's data.
func spaced(stream string) string {
	var b strings.Builder
	for line := range strings.Lines(stream) {
		text := strings.TrimRight(line, "\r\n")
		b.WriteString(text)
		if strings.HasSuffix(text, "}") {
			b.WriteString(" \n") // the blank line that some leave out
		}
		b.WriteString(line[len(text):])
	}
	return b.String()
}

// streamHeard is what a stream was taken for.
type streamHeard struct {
	Events []conv.Event
	Errors []string
	Notes  []note.Note
}

func heardOf(stream string) (h streamHeard) {
	notes := &note.Notes{}
	for e, err := range readEvents(strings.NewReader(stream), notes) {
		if err != nil {
			h.Errors = append(h.Errors, err.Error())
			continue
		}
		h.Events = append(h.Events, e)
	}
	h.Notes = notes.List()
	return h
}
