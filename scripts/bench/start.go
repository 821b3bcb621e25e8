package main

import (
	"os"
	"path/filepath"
	"time"

	"convo/scripts/must"
)

// startRuns is how often a short run is repeated for its median.
const startRuns = 101

// start compares short runs with an empty Go program.
func (b *bench) start() {
	empty := b.emptyProgram()
	small := b.corpus("small", 0.05)
	runs := startRuns
	if b.quick {
		runs = 1
	}
	times := medians(
		runs,
		program{args: []string{empty}},
		program{args: []string{b.convo, "--version"}},
		b.convert(1, "", small),
	)
	b.note("start: an empty Go program", "%.2f ms", milliseconds(times[0].cpu))
	b.atMost("start: --version, against that", cpuRatio(times[1], times[0]), 1.65, "%.2f×")
	b.atMost("start: one conversation of 50 kB, against that", cpuRatio(times[2], times[0]), 2.3, "%.2f×")
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// emptyProgram builds a program that starts as fast as possible.
func (b *bench) emptyProgram() string {
	dir := filepath.Join(b.dir, "empty")
	must.Do(os.Mkdir(dir, 0o755))
	source := filepath.Join(dir, "main.go")
	must.Do(os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600))
	binary := filepath.Join(dir, "empty")
	measure(program{args: []string{"go", "build", "-ldflags", "-s -w", "-o", binary, source}})
	return binary
}
