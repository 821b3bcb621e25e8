package main

import (
	"fmt"
	"os"
)

// cost is how fast and in how much memory answers are metered.
func (b *bench) cost() error {
	file, err := b.corpus("mixed", b.size)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	meter := func(file string) program {
		return program{name: "convo cost", args: []string{b.convo, "cost", "-f", "openai-chat", "-t", "json", "--unknown", "zero", file}, cores: "0"}
	}
	valid := program{name: "gjson.ValidBytes", args: []string{self, "-helper", "valid", file}, cores: "0"}
	times, err := medians(b.rounds, meter(file), valid)
	if err != nil {
		return err
	}
	b.note("cost", "%.0f MB/s", b.size/times[0].Seconds())
	b.atLeast("cost: against gjson.ValidBytes", times[1].Seconds()/times[0].Seconds(), 0.3, "%.2f×")

	lines, err := b.corpus("mixed", b.lines)
	if err != nil {
		return err
	}
	u, err := measure(meter(lines))
	if err != nil {
		return err
	}
	b.atMost(fmt.Sprintf("cost: peak memory, %.0f MB of JSON Lines", b.lines), float64(u.peak)/mebi, 64, "%.0f MiB")
	return nil
}
