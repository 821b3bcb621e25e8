package main

import (
	"fmt"
	"os"
)

// judge measures the speed and memory of validating conversations and metering
// answers.
func (b *bench) judge() error {
	for _, c := range []struct {
		name string
		args []string
	}{
		{"validate", []string{"validate", "-f", "openai-chat", "--for", "openai-chat", "-t", "json"}},
		{"cost", []string{"cost", "-f", "openai-chat", "-t", "json", "--unknown", "zero"}},
	} {
		on := func(file string) program {
			return program{name: "convo " + c.name, args: append([]string{b.convo}, append(c.args, file)...), cores: "0"}
		}
		for _, kind := range []string{"mixed", "agent"} {
			if err := b.against(c.name+", "+kind, kind, on); err != nil {
				return err
			}
		}
		lines, err := b.corpus("mixed", b.lines)
		if err != nil {
			return err
		}
		u, err := measure(on(lines))
		if err != nil {
			return err
		}
		b.atMost(fmt.Sprintf("%s: peak memory, %.0f MB of JSON Lines", c.name, b.lines), float64(u.peak)/mebi, 64, "%.0f MiB")
	}
	return nil
}

// against compares a command's speed with merely checking the JSON.
func (b *bench) against(what, kind string, on func(file string) program) error {
	file, err := b.corpus(kind, b.size)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	valid := program{name: "gjson.ValidBytes", args: []string{self, "-helper", "valid", file}, cores: "0"}
	times, err := medians(b.rounds, on(file), valid)
	if err != nil {
		return err
	}
	b.note(what, "%.0f MB/s", b.size/times[0].Seconds())
	b.atLeast(what+": against gjson.ValidBytes", times[1].Seconds()/times[0].Seconds(), 0.3, "%.2f×")
	return nil
}
