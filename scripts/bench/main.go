// Command bench measures convo against other programs in one run and prints
// ratios: only ratios carry over to another machine. A row is a name, a figure,
// its bar, and ok or BELOW. It is a benchmark, not a test: it exits 0 whenever
// it could measure, unless the time for a shape grows faster than its size.
//
//	bench -convo BINARY -gen BINARY [-size MB] [-lines MB] [-document MB] [-rounds N] [-replies N] [-only NAMES] [-shape NAME] [-quick]
//
// It calls itself as `bench -helper NAME …` for the programs that it compares
// with.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"convo/scripts/must"
)

// options are the sizes of a run, in MB of 10^6 bytes.
type options struct {
	convo, gen, peers     string
	examples              string
	size, lines, document float64
	rounds, replies       int
	only, helper, shape   string
	quick                 bool
}

func main() {
	var o options
	flag.StringVar(&o.convo, "convo", "bin/convo", "the `BINARY` to measure")
	flag.StringVar(&o.gen, "gen", "bin/bench-gen", "the `BINARY` that generates corpora")
	flag.StringVar(&o.peers, "peers", "bin/peers", "a `FOLDER` with programs to compare with, besides PATH")
	flag.StringVar(&o.examples, "examples", "testdata/formats", "a `FOLDER` with an example of each format")
	flag.Float64Var(&o.size, "size", 40, "of each corpus for throughput, in `MB`")
	flag.Float64Var(&o.lines, "lines", 200, "of the JSON Lines for peak memory, in `MB`")
	flag.Float64Var(&o.document, "document", 133, "of the single document for peak memory, in `MB`")
	flag.IntVar(&o.rounds, "rounds", 5, "interleaved; medians count")
	flag.IntVar(&o.replies, "replies", 10_000, "conversations to answer")
	flag.StringVar(&o.only, "only", "", "`NAMES` of what to measure, with commas (default: all): "+partNames())
	flag.StringVar(&o.shape, "shape", "", "measure only shapes with `NAME` in their name")
	flag.BoolVar(&o.quick, "quick", false, "tiny sizes and no bars: only whether all can be measured")
	flag.StringVar(&o.helper, "helper", "", "run as a program to compare with")
	flag.Parse()
	if o.helper != "" {
		os.Exit(help(o.helper, flag.Args()))
	}
	if o.quick {
		o.size, o.lines, o.document, o.rounds, o.replies = 1, 2, 2, 1, 40
	}
	must.End("bench", func() { run(o, os.Stdout) })
}

// part is something to measure.
type part struct {
	name    string
	measure func(*bench)
	asked   bool // it takes long, and runs only if it is asked for
}

// parts are all that is measured, in this order.
var parts = []part{
	{name: "throughput", measure: (*bench).throughput},
	{name: "formats", measure: (*bench).formats},
	{name: "sessions", measure: (*bench).sessions},
	{name: "work", measure: (*bench).work},
	{name: "memory", measure: (*bench).memory},
	{name: "attach", measure: (*bench).attach},
	{name: "start", measure: (*bench).start},
	{name: "latency", measure: (*bench).latency},
	{name: "reply", measure: (*bench).reply},
	{name: "size", measure: (*bench).sizes},
	{name: "worst", measure: (*bench).worst},
	{name: "grow", measure: (*bench).grow, asked: true},
}

func partNames() string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ",")
}

// selected are the parts that were asked for.
func selected(only string) []part {
	if only == "" {
		return slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return p.asked })
	}
	var chosen []part
	for _, name := range strings.FieldsFunc(only, func(r rune) bool { return r == ',' || r == ' ' }) {
		i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		must.FailIf(i < 0, "-only: nothing is named %q, only %s", name, partNames())
		chosen = append(chosen, parts[i])
	}
	return chosen
}

// bench is one run: where its files are, and what it found.
type bench struct {
	options
	dir    string
	out    io.Writer
	failed bool // a shape is not linear
}

func run(o options, out io.Writer) {
	chosen := selected(o.only)
	dir := must.Get(os.MkdirTemp("", "convo-bench-"))
	defer os.RemoveAll(dir)
	o.convo = must.Get(filepath.Abs(o.convo))
	b := &bench{options: o, dir: dir, out: out}
	begin := time.Now()
	fmt.Fprintf(out, "%s, %s/%s, %d cores; corpora of %g MB, seed 1; medians of %d interleaved rounds\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), o.size, o.rounds)
	for _, p := range chosen {
		must.Named(p.name, func() { p.measure(b) })
	}
	fmt.Fprintf(out, "\n%.0f s\n", time.Since(begin).Seconds())
	must.FailIf(b.failed, "the time for a shape grows faster than its size")
}

// corpus generates a file, once.
func (b *bench) corpus(kind string, size float64) string {
	return b.generated(fmt.Sprintf("%s-%g.jsonl", kind, size), "-size", fmt.Sprint(size), kind)
}

func (b *bench) generated(name string, args ...string) string {
	return b.output(name, program{args: append([]string{b.gen}, args...)})
}

// output keeps what a program writes in a file, which is made once.
func (b *bench) output(name string, p program) string {
	name = filepath.Join(b.dir, name)
	if _, err := os.Stat(name); err == nil {
		return name
	}
	file := must.Get(os.Create(name))
	p.stdout = file
	measure(p)
	must.Do(file.Close())
	return name
}
