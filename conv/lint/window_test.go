package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/tokens"
)

// The fast count is never less than the careful estimate.
func TestTokensAtMost(t *testing.T) {
	files, err := filepath.Glob("../../testdata/conversations/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := conv.Native.Decode(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if most, n := tokens.Count(c, bytesOf), tokens.Estimate(c); most < n {
			t.Errorf("%s: %d tokens at most, but about %d", file, most, n)
		}
	}
}

// A quarter over the window is an error. Less may be an error of the estimate.
// No room for an answer is a warning.
func TestOverWindow(t *testing.T) {
	native := format.Native()
	goal := Destination{Format: &native, Target: &format.TargetModel{Model: "m", Window: 1000, Room: 800}}
	for words, want := range map[int]string{700: "", 900: contextFull, 1200: contextFull, 1300: contextOverflow} {
		c := conv.NewConversation(conv.UserText(strings.Repeat("sea ", words)))
		got := ""
		for _, f := range Validate(c, goal) {
			got += f.Rule.ID
		}
		if got != want {
			t.Errorf("%d words, about %d tokens: %q, want %q", words, tokens.Estimate(c), got, want)
		}
	}
}
