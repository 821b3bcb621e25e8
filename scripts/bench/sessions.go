package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
func (b *bench) sessions() error {
	for _, agent := range []string{"claude-code", "codex", "gemini-cli", "pi-session", "opencode"} {
		var files []string
		for i := range sessionFiles {
			file, err := b.sessionOf(agent, i+1, sessionSize)
			if err != nil {
				return err
			}
			files = append(files, file)
		}
		large, err := b.sessionOf(agent, 1, largeSession)
		if err != nil {
			return err
		}
		for _, r := range reading {
			if err := b.readSessions(agent+", "+r.name, append(r.args, "-f", agent), files, large); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) sessionOf(agent string, seed int, size float64) (string, error) {
	size = b.small(size)
	return b.generated(fmt.Sprintf("%s-%d-%g", agent, seed, size), "-seed", fmt.Sprint(seed), "-size", fmt.Sprint(size), agent)
}

// readSessions adds the rows of reading files, and of the memory for a large one.
func (b *bench) readSessions(what string, args, files []string, large string) error {
	all, err := b.joined(files)
	if err != nil {
		return err
	}
	valid, err := checks(all)
	if err != nil {
		return err
	}
	runs, err := medians(b.rounds, b.one(slices.Concat(args, files)...), valid)
	if err != nil {
		return err
	}
	speed := fileSize(all) / 1e6 / runs[0].cpu.Seconds()
	b.atLeast(fmt.Sprintf("%s: against gjson.ValidBytes (%.0f MB/s)", what, speed), cpuRatio(runs[1], runs[0]), 0.3, "%.2f×")
	u, err := measure(b.one(slices.Concat(args, []string{large})...))
	if err != nil {
		return err
	}
	b.atMost(fmt.Sprintf("memory: %s, besides %.0f MB", what, fileSize(large)/1e6), (float64(u.peak)-fileSize(large))/mebi, 64, "%.0f MiB")
	return nil
}

// joined makes one file of several.
func (b *bench) joined(files []string) (string, error) {
	out, err := os.Create(filepath.Join(b.dir, "joined"))
	if err != nil {
		return "", err
	}
	for _, file := range files {
		in, opened := os.Open(file)
		if err = errors.Join(err, opened); opened != nil {
			break
		}
		_, copied := io.Copy(out, in)
		err = errors.Join(err, copied, in.Close())
	}
	return out.Name(), errors.Join(err, out.Close())
}
