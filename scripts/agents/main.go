// Command agents proves that sessions that convo writes are gone on with by the
// programs they are for. It runs the real Claude Code, Codex, Gemini CLI,
// opencode and pi against a scripted model server, where there is no network but
// loopback.
//
//	make e2e-agents
//	make e2e-agents AGENTSFLAGS='-programs codex,pi -scenarios call,parallel'
//	make e2e-agents AGENTSFLAGS=-unknown # with models that no vendor has
//
// It records sessions of each program, has convo sessions place put each where each
// program looks for its own, lets that program go on with the arguments that convo
// prints, and compares what the program sends with the conversation: every text, call
// and result, in order. What is missing, doubled or out of order is a failure, unless
// convo noted the loss. In the end it prints the matrix: how many scenarios of each
// program each other one went on with whole.
//
// Exit status: 0 all as it must be, 1 a failure, 2 it could not run.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"convo/scripts/must"
)

// A harness is one run of this command.
type harness struct {
	agents string // the folder with node_modules
	convo  string
	out    string // recordings, requests, logs and conversions
	limit  time.Duration
	from   string // recordings of an earlier run
	only   string // the part to do

	unrecorded int // scenarios that a program failed to play

	programs  []*program
	to        []*program
	scenarios []scenario
	server    *server
	log       io.Writer
}

func main() {
	code := 2
	if err := must.Try(func() { code = start() }); err != nil {
		fmt.Fprintln(os.Stderr, "agents:", err)
	}
	os.Exit(code)
}

func start() int {
	h := options()
	if !isolated() {
		return isolate()
	}
	settle(h.agents, h.convo, h.out, h.from, must.Get(os.Executable()))
	h.server = serve()
	log := must.Get(os.Create(filepath.Join(h.out, "log.txt")))
	defer log.Close()
	h.log = log
	return h.all()
}

// options reads the flags.
func options() *harness {
	h := &harness{}
	flag.StringVar(&h.agents, "agents", "bin/agents-npm", "the `folder` that npm installed the programs into")
	flag.StringVar(&h.convo, "convo", "bin/convo", "the `program`")
	flag.StringVar(&h.out, "out", "", "a `folder` for all that is recorded (default: a new one)")
	flag.StringVar(&h.from, "from", "", "use the recordings in this `folder`, the -out of an earlier run")
	flag.StringVar(&h.only, "only", "", "do only this `part`: record, or itself, what programs do with their own sessions")
	flag.DurationVar(&h.limit, "limit", 2*time.Minute, "the longest `time` that a program may take")
	names := flag.String("programs", "", "the `programs`, comma-separated (default: all)")
	targets := flag.String("to", "", "convert for these `programs`, comma-separated (default: all)")
	plays := flag.String("scenarios", "", "the `scenarios`, comma-separated (default: all)")
	unknown := flag.Bool("unknown", false, "ask for models that no vendor has")
	flag.Parse()
	if *unknown {
		askUnknown()
	}
	nameOf := func(p *program) string { return p.name }
	h.programs, h.to = chosen(*names, programs, nameOf), chosen(*targets, programs, nameOf)
	h.scenarios = chosen(*plays, scenarios, func(s scenario) string { return s.name })
	must.FailIf(len(h.programs) == 0 || len(h.to) == 0 || len(h.scenarios) == 0, "no such program or scenario")
	if h.out == "" && !isolated() {
		h.out = must.Get(os.MkdirTemp("", "convo-agents-"))
		os.Args = append(os.Args, "-out", h.out)
	}
	for _, path := range []*string{&h.agents, &h.convo, &h.out, &h.from} {
		if *path != "" {
			*path = must.Get(filepath.Abs(*path))
		}
	}
	must.Do(os.MkdirAll(h.out, 0o755))
	return h
}

// chosen is what a list of names chooses, all if it is empty.
func chosen[T any](list string, all []T, name func(T) string) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool {
		return list != "" && !slices.Contains(strings.Split(list, ","), name(x))
	})
}

// askUnknown lets every program ask for models that no vendor has. Codex, opencode
// and pi always do.
func askUnknown() {
	for _, p := range programs {
		if p.name == "claude" || p.name == "gemini" {
			p.model, p.other = "m1", "m2"
		}
	}
}

// all records, converts and judges.
func (h *harness) all() int {
	list := h.recordings()
	code := 0
	if h.only != "record" && len(list) > 0 {
		code = h.judgeAll(list)
	}
	must.FailIf(h.unrecorded > 0, "%d scenarios could not be recorded", h.unrecorded)
	return code
}

// recordings records every scenario of every program, or finds what an earlier run has
// recorded.
func (h *harness) recordings() (list []*recording) {
	for _, p := range h.programs {
		for _, s := range h.scenarios {
			if !s.playable(p) {
				fmt.Printf("%-10s %-10s skipped: the program cannot do it without a terminal\n", p.name, s.name)
				continue
			}
			begun := time.Now()
			r := recordingOf(p, s, cmp.Or(h.from, h.out))
			err := must.Try(func() {
				if h.from == "" {
					h.record(r, s)
				}
				r.file = r.newest()
			})
			switch {
			case err != nil:
				fmt.Printf("%-10s %-10s FAILED: %v\n", p.name, s.name, err)
				h.unrecorded++
				continue
			case h.from == "":
				fmt.Printf("%-10s %-10s %5.1fs %d requests, %s\n", p.name, s.name, time.Since(begun).Seconds(), len(h.server.seen()), r.file)
			}
			list = append(list, r)
		}
	}
	return list
}
