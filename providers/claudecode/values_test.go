package claudecode_test

import (
	"strings"
	"testing"

	"convo/conv/note"
	"convo/providers/claudecode"
	"convo/providers/internal/roomtest"
)

// Lines that are no objects come back as they are. Many of them are one message: a
// message for each would take a hundred times the memory of the line.
func TestLinesThatAreNoObjects(t *testing.T) {
	const user = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"When?"}}` + "\n"
	for _, test := range []struct {
		name, file string
		messages   int
	}{
		{"one", user + "42\n", 2},
		{"a list", user + "[1,2]\n", 2},
		{"a run", user + "42\n\"x\"\n[1]\nnull\n", 2},
		{"two runs", "1\n2\n" + user + "3\n4\n", 3},
		{"many", user + strings.Repeat("42\n", 10_000), 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := roomtest.Format(t, claudecode.Formats(), "claude-code")
			var notes note.Notes
			c, err := roomtest.Decoded(f, []byte(test.file), &notes)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Messages) != test.messages {
				t.Errorf("%d messages, want %d", len(c.Messages), test.messages)
			}
			if got := string(roomtest.Written(f, c)); got != test.file {
				t.Errorf("%.300s\nwant\n%.300s", got, test.file)
			}
			lines := strings.Count(test.file, "\n") - 1
			if list := notes.List(); len(list) != 1 || list[0].Count != lines {
				t.Errorf("%v, want one note of %d lines", list, lines)
			}
		})
	}
}
