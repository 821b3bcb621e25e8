package screen

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// shownAt is how convo show writes a conversation on a terminal of some columns.
func shownAt(t *testing.T, c *conv.Conversation, width int, tools string) string {
	t.Helper()
	var b bytes.Buffer
	out := (&terminal.Stream{Terminal: true}).Like(&b)
	s := &show{p: &frame.Program{}, out: &frame.Product{Writer: out}, stream: out, width: width, tools: tools, thinking: tools, notes: tools == "full", at: -1}
	if err := s.conversation(c); err != nil {
		t.Fatal(err)
	}
	if err := out.End(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var oneEscape = regexp.MustCompile(`^\\u[0-9a-f]{4}$`)

// widthFault is what is wrong with a text on a terminal of some columns, "" if nothing
// is. Only a line of one character, or of its escape or tab, may be wider.
func widthFault(shown string, width int) string {
	if !utf8.ValidString(shown) {
		return "half a character"
	}
	for line := range strings.Lines(shown) {
		line = strings.TrimSuffix(line, "\n")
		word := strings.TrimLeft(line, " │")
		if terminal.Breadth(line) > width && utf8.RuneCountInString(word) > 1 && !oneEscape.MatchString(word) {
			return "a line that is wider: " + line
		}
	}
	return ""
}

// On a terminal of any width, each conversation is shown in lines that fit, without
// half a character.
func TestEveryWidth(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/formats/*/*/conversation.json")
	if err != nil || len(files) < 500 {
		t.Fatal(len(files), err)
	}
	native := format.Native()
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for c, err := range native.Decode(data, &note.Notes{}) {
			if err != nil {
				t.Fatal(file, err)
			}
			for width := 1; width <= 200; width++ {
				if testing.Short() && (width+i)%8 != 0 {
					continue
				}
				for _, tools := range []string{"short", "full"} {
					if fault := widthFault(shownAt(t, c, width, tools), width); fault != "" {
						t.Fatalf("%s: %d columns, %s: %s", file, width, tools, fault)
					}
				}
			}
		}
	}
}
