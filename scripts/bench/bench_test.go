package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInitTimeAddsUpTheTrace(t *testing.T) {
	trace := "init internal/bytealg @0.004 ms, 0.25 ms clock, 0 bytes, 0 allocs\n" +
		"some other line, 9 ms, 9 ms clock\n" +
		"init runtime @0.06 ms, 0.5 ms clock, 0 bytes, 0 allocs\n"
	if got := initTime(trace); got != 0.75 {
		t.Errorf("%v ms", got)
	}
}

func TestHelpersReadLinesOfAnyLength(t *testing.T) {
	long := `{"messages":[{"role":"user","content":"` + strings.Repeat("x", 3<<20) + `"}]}`
	for name := range helpers {
		for content, want := range map[string]int{
			`{"messages":[]}` + "\n" + long + "\n" + `{}`: 0,
			long + "\n" + long[:len(long)-1] + "\n":       1,
			"{}\n[1,2\n":                                  1,
		} {
			file := filepath.Join(t.TempDir(), "lines")
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := help(name, file); got != want {
				t.Errorf("%s: exit %d, want %d", name, got, want)
			}
		}
	}
}

func TestARowPassesOnTheRightSideOfItsBar(t *testing.T) {
	b := &bench{}
	b.atLeast("speed", 0.35, 0.35, "%.2f×")
	b.atLeast("speed", 0.34, 0.35, "%.2f×")
	b.atMost("size", 14, 14, "%.0f MB")
	b.atMost("size", 15, 14, "%.0f MB")
	var verdicts []string
	for _, r := range b.rows {
		verdicts = append(verdicts, r.verdict)
	}
	if got := strings.Join(verdicts, " "); got != "pass below pass below" {
		t.Error(got)
	}
}
