package main

import "fmt"

// work measures what is done with conversations besides converting them,
// against merely checking the JSON.
func (b *bench) work() {
	for _, c := range []struct {
		name string
		bar  float64
		args []string
	}{
		{"validate", 0.25, []string{"validate", "--for", "openai-chat", "-t", "json"}},
		{"cost", 0.35, []string{"cost", "-t", "json", "--unknown", "zero"}},
		{"cost --estimate", 0.2, []string{"cost", "--estimate", "-t", "json", "--unknown", "zero"}},
		{"transform --trim 10k", 0.2, []string{"transform", "-q", "-t", "openai-chat", "--trim", "10k", "--on-error", "skip"}},
		{"transform --redact", 0.2, []string{"transform", "-q", "-t", "openai-chat", "--redact", "secrets,paths,emails"}},
		{"transform -t markdown", 0.2, []string{"transform", "-q", "-t", "markdown"}},
	} {
		for _, kind := range []string{"mixed", "agent"} {
			file := b.corpus(kind, b.size/2)
			run := b.one(append(c.args, "-f", "openai-chat", file)...)
			run.passes = findings
			valid := checks(file)
			runs := medians(b.rounds, run, valid)
			what := fmt.Sprintf("%s, %s: against gjson.ValidBytes (%.0f MB/s)", c.name, kind, b.size/2/runs[0].cpu.Seconds())
			b.atLeast(what, cpuRatio(runs[1], runs[0]), c.bar, "%.2f×")
		}
	}
	b.workMemory()
}

// findings are exit codes of a run that did its work and found something, or skipped
// what could not be made to fit.
var findings = []int{4, 5, 8, 13}

// workMemory measures the peak of commands that only report.
func (b *bench) workMemory() {
	file := b.corpus("mixed", b.lines)
	for _, args := range [][]string{
		{"validate", "--for", "openai-chat", "-t", "json"},
		{"cost", "-t", "json", "--unknown", "zero"},
	} {
		u := measure(program{args: append(append([]string{b.convo}, args...), "-f", "openai-chat", file), passes: findings})
		b.atMost(fmt.Sprintf("memory: %s, %.0f MB of JSON Lines", args[0], b.lines), float64(u.peak)/mebi, 64, "%.0f MiB")
	}
}
