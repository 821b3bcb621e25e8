package main

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"convo/scripts/must"
)

// sizes measures the binary, its package initialization and its number of
// modules.
func (b *bench) sizes() {
	info := must.Get(os.Stat(b.convo))
	b.atMost("size: stripped binary", float64(info.Size())/1e6, 20, "%.1f MB")

	best := 0.0
	for range 9 {
		cmd := exec.Command(b.convo, "--version")
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		trace := &bytes.Buffer{}
		cmd.Stderr = trace
		must.Do(cmd.Run())
		if total := initTime(trace.String()); best == 0 || total < best {
			best = total
		}
	}
	b.atMost("size: package init, best of 9", best, 1.5, "%.2f ms")

	modules := &bytes.Buffer{}
	measure(program{args: []string{"go", "list", "-m", "all"}, stdout: modules})
	b.atMost("size: modules in the graph", float64(bytes.Count(modules.Bytes(), []byte("\n"))), 40, "%.0f")
}

// initTime adds up the lines of a trace: init PACKAGE @T ms, D ms clock, …
func initTime(trace string) (total float64) {
	for line := range strings.Lines(trace) {
		_, rest, ok := strings.Cut(line, " ms, ")
		if !ok || !strings.HasPrefix(line, "init ") {
			continue
		}
		d, _, _ := strings.Cut(rest, " ms clock")
		if ms, err := strconv.ParseFloat(d, 64); err == nil {
			total += ms
		}
	}
	return total
}
