package frame

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linesOf are the values of an input.
func linesOf(t *testing.T, in *Input) (all []string) {
	t.Helper()
	for {
		b, err := in.Frames.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		for v := range b.Values() {
			all = append(all, strings.TrimRight(string(v.Data), "\r\n"))
		}
	}
}

// The parts of a file, put together, are the file: each line is in one of them, whole,
// and in its place. No part needs to know of another.
func TestShardsAreTheWhole(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 200_000) + `"}`
	for name, text := range map[string]string{
		"lines":               "{\"a\":1}\n{\"b\":22}\n{\"c\":333}\n{\"d\":4}\n",
		"no last line end":    "{\"a\":1}\n{\"b\":22}\n{\"c\":333}",
		"CRLF":                "{\"a\":1}\r\n{\"b\":22}\r\n{\"c\":333}\r\n",
		"empty lines":         "\n\n{\"a\":1}\n\n\n{\"b\":22}\n \n",
		"empty lines alone":   "\n\n\n\n",
		"one line":            "{\"a\":1}\n",
		"one, no line end":    "{\"a\":1}",
		"broken lines":        "{\"a\":\n}\n{\"b\":22}\n\x00\n",
		"byte order mark":     "\ufeff{\"a\":1}\n{\"b\":22}\n",
		"characters in parts": "{\"ä\":\"€\"}\n{\"𝄞\":\"\u2028\"}\n",
		"long lines":          "{\"a\":1}\n" + long + "\n" + long + "\n{\"b\":22}\n",
	} {
		file := filepath.Join(t.TempDir(), "a.jsonl")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		part := func(s Shard) []string {
			p := &Program{Shard: s}
			in, err := p.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if err := p.TakeShard(in, ""); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return linesOf(t, in)
		}
		whole := part(Shard{1, 1})
		for _, n := range []int64{2, 3, 4, 5, 7, 11, 16, 50, 300} {
			var all []string
			for i := range n {
				all = append(all, part(Shard{i + 1, n})...)
			}
			if !slices.Equal(all, whole) {
				t.Errorf("%s, %d parts: %d lines, not %d", name, n, len(all), len(whole))
			}
		}
		want := slices.DeleteFunc(strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
		if len(whole) != len(want) {
			t.Errorf("%s: %d lines, want %d", name, len(whole), len(want))
		}
	}
}

// A part reads its own bytes and the line at each end, not what is before it.
func TestShardReadsItsOwn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(file, []byte(strings.Repeat("{\"a\":1}\n", 100_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	lines := 0
	for i := range int64(10) {
		p := &Program{Shard: Shard{i + 1, 10}}
		in, err := p.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.TakeShard(in, ""); err != nil {
			t.Fatal(err)
		}
		n := len(linesOf(t, in))
		if n < 9_999 || n > 10_001 {
			t.Errorf("part %d has %d lines of 100000", i+1, n)
		}
		lines += n
		in.Close()
	}
	if lines != 100_000 {
		t.Errorf("%d lines", lines)
	}
}
