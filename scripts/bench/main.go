// Command bench measures convo against other programs in one run and prints
// ratios: only ratios carry over to another machine. It is a benchmark, not a
// test: it exits 0 whenever it could measure, unless the time for a shape grows
// faster than its size.
//
//	bench -convo BINARY -gen BINARY [-size MB] [-lines MB] [-document MB] [-rounds N] [-only WORDS] [-shape NAME]
//
// It calls itself as `bench -helper valid|decode|base64 FILE` for the programs
// that it compares with.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
)

// options are the sizes of a run, in MB of 10^6 bytes.
type options struct {
	convo, gen            string
	size, lines, document float64
	rounds                int
	only, helper, shape   string
}

func main() {
	var o options
	flag.StringVar(&o.convo, "convo", "bin/convo", "the `BINARY` to measure")
	flag.StringVar(&o.gen, "gen", "bin/bench-gen", "the `BINARY` that generates corpora")
	flag.Float64Var(&o.size, "size", 60, "of each corpus for throughput, in `MB`")
	flag.Float64Var(&o.lines, "lines", 200, "of the JSON Lines for peak memory, in `MB`")
	flag.Float64Var(&o.document, "document", 100, "of the single document for peak memory, in `MB`")
	flag.IntVar(&o.rounds, "rounds", 5, "interleaved; medians count")
	flag.StringVar(&o.only, "only", "throughput memory attach judge start size worst", "`WORDS`: what to measure")
	flag.StringVar(&o.shape, "shape", "", "measure only shapes with `NAME` in their name")
	flag.StringVar(&o.helper, "helper", "", "run as a program to compare with: valid, decode, base64")
	flag.Parse()
	if o.helper != "" {
		os.Exit(help(o.helper, flag.Arg(0)))
	}
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run: where its files are, and its results.
type bench struct {
	options
	dir  string
	rows []row
	out  io.Writer

	failed bool // a shape is not linear
}

// row is one line of the table.
type row struct {
	what     string
	measured string
	bar      string
	verdict  string // pass, below, or why there is no result
}

func run(o options, out io.Writer) error {
	dir, err := os.MkdirTemp("", "convo-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if o.convo, err = filepath.Abs(o.convo); err != nil {
		return err
	}
	b := &bench{options: o, dir: dir, out: out}
	fmt.Fprintf(out, "%s, %s/%s, %d cores; corpora of %g MB, seed 1; medians of %d interleaved rounds\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), o.size, o.rounds)
	for _, part := range []struct {
		name    string
		measure func() error
	}{
		{"throughput", b.throughput},
		{"memory", b.memory},
		{"attach", b.attach},
		{"judge", b.judge},
		{"start", b.start},
		{"size", b.sizes},
		{"worst", b.worst},
	} {
		if !strings.Contains(o.only, part.name) {
			continue
		}
		if err := part.measure(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	b.table()
	if b.failed {
		return errors.New("the time for a shape grows faster than its size")
	}
	return nil
}

func (b *bench) table() {
	w := tabwriter.NewWriter(b.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tmeasured\tbar\t")
	for _, r := range b.rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.what, r.measured, r.bar, r.verdict)
	}
	w.Flush()
}

// atLeast adds a row whose value should reach the bar; atMost adds one whose
// value should not exceed it. unit formats both numbers.
func (b *bench) atLeast(what string, value, bar float64, unit string) {
	b.add(what, value, bar, unit, "≥ ", value >= bar)
}

func (b *bench) atMost(what string, value, bar float64, unit string) {
	b.add(what, value, bar, unit, "≤ ", value <= bar)
}

func (b *bench) add(what string, value, bar float64, unit, sign string, good bool) {
	verdict := "below"
	if good {
		verdict = "pass"
	}
	b.rows = append(b.rows, row{what, fmt.Sprintf(unit, value), sign + fmt.Sprintf(unit, bar), verdict})
}

// note adds a row without a bar.
func (b *bench) note(what, format string, args ...any) {
	b.rows = append(b.rows, row{what: what, measured: fmt.Sprintf(format, args...)})
}

// corpus generates a file.
func (b *bench) corpus(kind string, size float64) (string, error) {
	name := filepath.Join(b.dir, fmt.Sprintf("%s-%g.jsonl", kind, size))
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = measure(program{args: []string{b.gen, "-size", fmt.Sprint(size), kind}, stdout: file})
	return name, err
}
