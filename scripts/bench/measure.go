package main

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"convo/scripts/must"
)

// program is a command to measure.
type program struct {
	name   string
	args   []string
	env    []string
	stdin  string // a file, or nothing
	stdout io.Writer
	cores  string // for taskset; "" is all
	passes []int  // exit codes besides 0 that are no failure
}

// usage is the time and memory of one run.
type usage struct {
	wall time.Duration
	user time.Duration // of the processor
	cpu  time.Duration // of the processor, with the system's work for it
	peak int64         // peak resident bytes; 0 if the system does not report them
}

// taskset is the program that pins a process to cores, or "".
var taskset, _ = exec.LookPath("taskset")

// measure runs a program once. The parent must stay small: a child's peak is at
// least the parent's memory at the fork.
func measure(p program) usage {
	args := p.args
	if p.cores != "" && taskset != "" {
		args = append([]string{taskset, "-c", p.cores}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), p.env...)
	if p.stdout != nil {
		cmd.Stdout = p.stdout
	}
	if p.stdin != "" {
		in := must.Get(os.Open(p.stdin))
		defer in.Close()
		cmd.Stdin = in
	}
	errs := &lastBytes{}
	cmd.Stderr = errs
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	must.FailIf(err != nil && (cmd.ProcessState == nil || !slices.Contains(p.passes, cmd.ProcessState.ExitCode())), "%v: %w: %s", p.args, err, errs.tail)
	state := cmd.ProcessState
	return usage{wall, state.UserTime(), state.UserTime() + state.SystemTime(), peakMemory(state)}
}

// medians runs the programs in turn, round after round, and returns the
// median times of each.
func medians(rounds int, programs ...program) []usage {
	runs := make([][]usage, len(programs))
	for range rounds {
		for i, p := range programs {
			u := measure(p)
			runs[i] = append(runs[i], u)
		}
	}
	result := make([]usage, len(programs))
	for i := range runs {
		result[i] = usage{
			wall: median(runs[i], func(u usage) time.Duration { return u.wall }),
			cpu:  median(runs[i], func(u usage) time.Duration { return u.cpu }),
			peak: runs[i][0].peak,
		}
	}
	return result
}

func median(runs []usage, of func(usage) time.Duration) time.Duration {
	times := make([]time.Duration, len(runs))
	for i, u := range runs {
		times[i] = of(u)
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// cpuRatio is how many times the processor's time of one that of the other is.
func cpuRatio(one, other usage) float64 { return one.cpu.Seconds() / max(other.cpu.Seconds(), 1e-6) }

// lastBytes keeps the end of a program's output.
type lastBytes struct{ tail []byte }

func (l *lastBytes) Write(p []byte) (int, error) {
	l.tail = append(l.tail, p...)
	if over := len(l.tail) - 2000; over > 0 {
		l.tail = slices.Delete(l.tail, 0, over)
	}
	return len(p), nil
}
