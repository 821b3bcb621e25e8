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
	"errors"
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

// errSkipped is the outcome of a scenario that a program cannot play.
var errSkipped = errors.New("skipped")

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
	h.programs, h.to = chosen(*names), chosen(*targets)
	for _, s := range scenarios {
		if *plays == "" || slices.Contains(strings.Split(*plays, ","), s.name) {
			h.scenarios = append(h.scenarios, s)
		}
	}
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

// chosen is the programs of a list, all if it is empty.
func chosen(list string) (out []*program) {
	for _, p := range programs {
		if list == "" || slices.Contains(strings.Split(list, ","), p.name) {
			out = append(out, p)
		}
	}
	return out
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
	list := h.allRecordings()
	code := 0
	if h.only != "record" && len(list) > 0 {
		code = h.judgeAll(list)
	}
	must.FailIf(h.unrecorded > 0, "%d scenarios could not be recorded", h.unrecorded)
	return code
}

// allRecordings are those of an earlier run, or new ones.
func (h *harness) allRecordings() []*recording {
	if h.from != "" {
		return h.recorded()
	}
	return h.recordAll()
}

// recorded finds the recordings of an earlier run. It says which scenarios have none.
func (h *harness) recorded() []*recording {
	var list []*recording
	for _, p := range h.programs {
		for _, s := range h.scenarios {
			r := recordingOf(p, s, h.from)
			if !s.playable(p) {
				skipped(p, s)
				continue
			}
			if _, err := os.Stat(r.dir); err != nil {
				fmt.Printf("%-10s %-10s FAILED: %s has no recording\n", p.name, s.name, h.from)
				h.unrecorded++
				continue
			}
			r.file = r.newest()
			list = append(list, r)
		}
	}
	return list
}

// skipped says that a program has no arguments for a scenario.
func skipped(p *program, s scenario) {
	fmt.Printf("%-10s %-10s skipped: the program cannot do it without a terminal\n", p.name, s.name)
}

// recordAll records every scenario of every program.
func (h *harness) recordAll() []*recording {
	var list []*recording
	for _, p := range h.programs {
		for _, s := range h.scenarios {
			begun := time.Now()
			var r *recording
			err := must.Try(func() { r = h.record(p, s) })
			switch {
			case errors.Is(err, errSkipped):
				skipped(p, s)
			case err != nil:
				fmt.Printf("%-10s %-10s FAILED: %v\n", p.name, s.name, err)
				h.unrecorded++
			default:
				fmt.Printf("%-10s %-10s %5.1fs %d requests, %s\n", p.name, s.name, time.Since(begun).Seconds(), len(h.server.seen()), r.file)
				list = append(list, r)
			}
		}
	}
	return list
}
