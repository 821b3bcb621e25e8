package main

import (
	"os"
	"path/filepath"
	"time"
)

// startRuns is how often a short run is repeated for its median.
const startRuns = 101

// start compares short runs with an empty Go program.
func (b *bench) start() error {
	empty, err := b.emptyProgram()
	if err != nil {
		return err
	}
	small, err := b.corpus("small", 0.05)
	if err != nil {
		return err
	}
	runs := startRuns
	if b.quick {
		runs = 1
	}
	times, err := medians(
		runs,
		program{args: []string{empty}},
		program{args: []string{b.convo, "--version"}},
		b.convert(1, "", small),
	)
	if err != nil {
		return err
	}
	b.note("start: an empty Go program", "%.2f ms", milliseconds(times[0].cpu))
	b.atMost("start: --version, against that", cpuRatio(times[1], times[0]), 1.65, "%.2f×")
	b.atMost("start: one conversation of 50 kB, against that", cpuRatio(times[2], times[0]), 2.3, "%.2f×")
	return nil
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// emptyProgram builds a program that starts as fast as possible.
func (b *bench) emptyProgram() (string, error) {
	dir := filepath.Join(b.dir, "empty")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "empty")
	_, err := measure(program{args: []string{"go", "build", "-ldflags", "-s -w", "-o", binary, source}})
	return binary, err
}
