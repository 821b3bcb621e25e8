package main

import (
	"bytes"
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
	small, err := b.conversation()
	if err != nil {
		return err
	}
	times, err := medians(
		startRuns,
		program{args: []string{empty}},
		program{args: []string{b.convo, "--version"}},
		b.convert(1, "", small),
	)
	if err != nil {
		return err
	}
	b.note("an empty Go program", "%.2f ms", milliseconds(times[0]))
	b.atMost("start-up (--version), against that", times[1].Seconds()/times[0].Seconds(), 2.0, "%.2f×")
	b.atMost("one conversation of 50 kB in a fresh process, against that", times[2].Seconds()/times[0].Seconds(), 2.2, "%.2f×")
	return b.latency()
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

// conversation returns a file with the generated conversation nearest to 50 kB.
func (b *bench) conversation() (string, error) {
	file, err := b.corpus("agent", 2)
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	best := []byte(nil)
	for line := range bytes.Lines(data) {
		if best == nil || distance(line) < distance(best) {
			best = line
		}
	}
	small := filepath.Join(b.dir, "small.json")
	return small, os.WriteFile(small, best, 0o600)
}

func distance(line []byte) int { return max(len(line)-50_000, 50_000-len(line)) }
