package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"convo/scripts/must"
)

// oneCore keeps a Go program to one core, also where taskset is missing.
var oneCore = []string{"GOMAXPROCS=1"}

// convert is the command that is measured first.
func (b *bench) convert(jobs int, cores, file string) program {
	return program{
		args:  []string{b.convo, "transform", "-q", "-c", "-f", "openai-chat", "-t", "anthropic", "-j", strconv.Itoa(jobs), file},
		cores: cores,
	}
}

// one is a command of convo on one core.
func (b *bench) one(args ...string) program {
	return program{args: append([]string{b.convo}, args...), cores: "0", env: oneCore}
}

// rival is a program to beat, and by how much; it is missing if it has no
// command.
type rival struct {
	program
	bar float64
}

// checks is the helper with which every speed is compared.
func checks(file string) program {
	self := must.Get(os.Executable())
	return program{name: "gjson.ValidBytes", args: []string{self, "-helper", "valid", file}, cores: "0", env: oneCore}
}

// rivals are the programs to compare with.
func (b *bench) rivals(file string) []rival {
	valid := checks(file)
	decode := valid
	decode.name, decode.args = "encoding/json decode", []string{valid.args[0], "-helper", "decode", file}
	filter := func(name string, bar float64) rival {
		p := program{name: name + " -c .", cores: "0", env: oneCore}
		if path := b.peer(name); path != "" {
			p.args = []string{path, "-c", ".", file}
		}
		return rival{p, bar}
	}
	return []rival{{valid, 0.40}, {decode, 0}, filter("jq", 6.5), filter("gojq", 4.5), {b.bridge(file), 4.4}}
}

// peer finds a program, or returns "".
func (b *bench) peer(name string) string {
	for _, place := range []string{filepath.Join(b.peers, name), name} {
		if path, err := exec.LookPath(place); err == nil {
			return path
		}
	}
	return ""
}

// bridge is the converter llm-bridge.
func (b *bench) bridge(file string) program {
	const script, module = "scripts/bench/peers/bridge.mjs", "scripts/bench/peers/node_modules/llm-bridge"
	p := program{name: "llm-bridge", cores: "0", stdin: file}
	if _, err := os.Stat(module); err != nil {
		return p
	}
	if node := b.peer("node"); node != "" {
		p.args = []string{node, script}
	}
	return p
}

// throughput compares the speed on one core, and two cores with one.
func (b *bench) throughput() {
	twoCores := map[string]float64{"mixed": 1.5, "agent": 1.7}
	for _, kind := range []string{"mixed", "agent"} {
		file := b.corpus(kind, b.size)
		all := b.rivals(file)
		one, two := b.convert(1, "0", file), b.convert(2, "0,1", file)
		one.env = oneCore
		programs, rivals := []program{one, two}, []rival{}
		for _, r := range all {
			if r.args == nil {
				b.note(kind+": against "+r.name, "skipped") // see CONTRIBUTING.md
				continue
			}
			programs, rivals = append(programs, r.program), append(rivals, r)
		}
		runs := medians(b.rounds, programs...)
		b.note(kind+": openai-chat to anthropic, one core", "%.0f MB/s", b.size/runs[0].cpu.Seconds())
		for i, r := range rivals {
			u := runs[i+2]
			what := fmt.Sprintf("%s: against %s (%.0f MB/s)", kind, r.name, b.size/u.cpu.Seconds())
			if r.bar == 0 {
				b.note(what, "%.2f×", cpuRatio(u, runs[0]))
				continue
			}
			b.atLeast(what, cpuRatio(u, runs[0]), r.bar, "%.2f×")
		}
		b.atLeast(kind+": two cores against one", runs[0].wall.Seconds()/runs[1].wall.Seconds(), twoCores[kind], "%.2f×")
	}
}
