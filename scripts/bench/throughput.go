package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
)

// convert is the command that is measured.
func (b *bench) convert(jobs int, cores, file string) program {
	return program{
		name:  "convo -j " + strconv.Itoa(jobs),
		args:  []string{b.convo, "transform", "-q", "-f", "openai-chat", "-t", "anthropic", "-j", strconv.Itoa(jobs), file},
		cores: cores,
	}
}

// rival is a program to beat, and by how much.
type rival struct {
	program
	bar float64
}

// rivals are the installed programs to compare with.
func (b *bench) rivals(kind, file string) ([]rival, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	all := []rival{
		{program{name: "gjson.ValidBytes", args: []string{self, "-helper", "valid", file}, cores: "0"}, 0.35},
		{program{name: "encoding/json decode", args: []string{self, "-helper", "decode", file}, cores: "0"}, 0},
	}
	for _, peer := range []struct {
		name string
		bar  float64
	}{{"jq", 6}, {"gojq", 2.5}} {
		if path, err := exec.LookPath(peer.name); err == nil {
			all = append(all, rival{program{name: peer.name + " -c .", args: []string{path, "-c", ".", file}, cores: "0"}, peer.bar})
		} else {
			b.note(kind+": against "+peer.name+" -c .", "not installed")
		}
	}
	return all, nil
}

// throughput compares the speed on one core, and two cores with one.
func (b *bench) throughput() error {
	twoCores := map[string]float64{"mixed": 1.4, "agent": 1.6}
	for _, kind := range []string{"mixed", "agent"} {
		file, err := b.corpus(kind, b.size)
		if err != nil {
			return err
		}
		rivals, err := b.rivals(kind, file)
		if err != nil {
			return err
		}
		programs := []program{b.convert(1, "0", file), b.convert(2, "0,1", file)}
		for _, r := range rivals {
			programs = append(programs, r.program)
		}
		times, err := medians(b.rounds, programs...)
		if err != nil {
			return err
		}
		b.note(kind+": convo -j 1", "%.0f MB/s", b.size/times[0].Seconds())
		for i, r := range rivals {
			ratio := times[i+2].Seconds() / times[0].Seconds()
			what := fmt.Sprintf("%s: against %s (%.0f MB/s)", kind, r.name, b.size/times[i+2].Seconds())
			if r.bar > 0 {
				b.atLeast(what, ratio, r.bar, "%.2f×")
			} else {
				b.note(what, "%.2f×", ratio)
			}
		}
		b.atLeast(kind+": two cores against one", times[0].Seconds()/times[1].Seconds(), twoCores[kind], "%.2f×")
	}
	return nil
}
