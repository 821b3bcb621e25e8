// The command attack tries to break a built convo: it kills it in the middle
// of work, lets it talk to hostile servers on this machine, and gives it
// hostile documents. It prints what breaks a promise, and a summary.
//
//	make attack
//	make attack ATTACKFLAGS='-kills 2000 -servers 0 -documents 0 -duration 30m'
//
// With -duration it starts again with other random numbers until the time is
// over. -seed N repeats a round.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"convo/scripts/must"
)

func main() {
	a := &attack{found: map[string]int{}}
	kills := flag.Int("kills", 500, "kill convo `N` times")
	servers := flag.Int("servers", 100, "ask `N` hostile servers")
	documents := flag.Int("documents", 100, "read `N` hostile documents with every command")
	duration := flag.Duration("duration", 0, "repeat the attacks for this `time` (default: once)")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "the first random `number`")
	flag.StringVar(&a.convo, "convo", "bin/convo", "the `program`")
	flag.BoolVar(&a.verbose, "v", false, "print each run")
	flag.Parse()
	if err := must.Try(a.prepare); err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(2)
	}
	defer os.RemoveAll(a.dir)
	begun := time.Now()
	for round := *seed; ; round++ {
		a.rand = rand.New(rand.NewPCG(round, 1))
		fmt.Printf("round with -seed %d\n", round)
		a.killAll(*kills)
		a.askAll(*servers)
		a.readAll(*documents)
		if time.Since(begun) >= *duration {
			break
		}
	}
	if a.report(time.Since(begun)) {
		os.RemoveAll(a.dir)
		os.Exit(1)
	}
}

// prepare finds the program and makes a directory to work in.
func (a *attack) prepare() {
	a.convo = must.Get(filepath.Abs(a.convo))
	a.dir = must.Get(os.MkdirTemp("", "convo-attack-"))
	for _, name := range []string{"home", "tmp"} {
		must.Do(os.Mkdir(filepath.Join(a.dir, name), 0o700))
	}
	a.readCodes()
}

// report prints the summary, and says whether anything was found.
func (a *attack) report(took time.Duration) bool {
	fmt.Printf("%d kills (%d in the middle of work), %d hostile servers, %d hostile documents in %d runs, %v\n",
		a.kills, a.midway, a.servers, a.documents, a.runs, took.Round(time.Second))
	if len(a.found) == 0 {
		fmt.Println("attack: no findings")
		return false
	}
	total := 0
	for _, n := range a.found {
		total += n
	}
	fmt.Printf("attack: %d findings, %d kinds\n", total, len(a.found))
	return true
}
