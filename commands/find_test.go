package commands

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pieces are searched at once, and what they hold is shown in order.
func TestFindKeepsTheOrder(t *testing.T) {
	var lines, want strings.Builder
	file := filepath.Join(t.TempDir(), "many.jsonl")
	for i := range 20_000 {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"question %d%s"}]}]}`+"\n", i, strings.Repeat(" again", i%50))
		fmt.Fprintf(&want, "%d/0:user:question %d\n", i+1, i)
	}
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	have := shownOnTerminal(t, false, "find", "-o", "question [0-9]+", file)
	if have != want.String() {
		t.Errorf("%d bytes, not %d", len(have), want.Len())
	}
}
