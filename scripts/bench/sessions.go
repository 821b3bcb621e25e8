package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"convo/scripts/must"
)

// sessionFiles is how many sessions of an agent are read, sessionSize the size of
// each, and largeSession that of a large one, in MB.
const (
	sessionFiles = 8
	sessionSize  = 4.0
	largeSession = 30.0
)

// reading is what is done with sessions.
var reading = []struct {
	name string
	args []string
}{
	{"to anthropic", []string{"transform", "-q", "-c", "-j", "1", "-t", "anthropic"}},
	{"to convo", []string{"transform", "-q", "-c", "-j", "1", "-t", "convo"}},
	{"cost", []string{"cost", "-t", "json", "--unknown", "zero"}},
}

// sessions measures reading the sessions of agents, against merely checking the
// JSON, and the memory besides the file.
func (b *bench) sessions() {
	for _, agent := range []string{"claude-code", "codex", "gemini-cli", "pi-session", "opencode"} {
		var files []string
		for i := range sessionFiles {
			file := b.sessionOf(agent, i+1, sessionSize)
			files = append(files, file)
		}
		large := b.sessionOf(agent, 1, largeSession)
		for _, r := range reading {
			b.readSessions(agent+", "+r.name, append(r.args, "-f", agent), files, large)
		}
	}
}

func (b *bench) sessionOf(agent string, seed int, size float64) string {
	size = b.small(size)
	return b.generated(fmt.Sprintf("%s-%d-%g", agent, seed, size), "-seed", fmt.Sprint(seed), "-size", fmt.Sprint(size), agent)
}

// readSessions adds the rows of reading files, and of the memory for a large one.
func (b *bench) readSessions(what string, args, files []string, large string) {
	all := b.joined(files)
	valid := checks(all)
	runs := medians(b.rounds, b.one(slices.Concat(args, files)...), valid)
	speed := fileSize(all) / 1e6 / runs[0].cpu.Seconds()
	b.atLeast(fmt.Sprintf("%s: against gjson.ValidBytes (%.0f MB/s)", what, speed), cpuRatio(runs[1], runs[0]), 0.3, "%.2f×")
	u := measure(b.one(slices.Concat(args, []string{large})...))
	b.atMost(fmt.Sprintf("memory: %s, besides %.0f MB", what, fileSize(large)/1e6), (float64(u.peak)-fileSize(large))/mebi, 64, "%.0f MiB")
}

// joined makes one file of several.
func (b *bench) joined(files []string) string {
	out := must.Get(os.Create(filepath.Join(b.dir, "joined")))
	for _, file := range files {
		in := must.Get(os.Open(file))
		must.Get(io.Copy(out, in))
		must.Do(in.Close())
	}
	must.Do(out.Close())
	return out.Name()
}
