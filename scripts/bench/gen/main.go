// Command gen writes a corpus of invented OpenAI chat requests as JSON Lines.
// The same seed gives the same bytes.
//
//	gen [-seed N] [-size MB] mixed|agent|document|NAME
//
// mixed: short conversations, some with a picture of 100 kB to 1 MB in a data
// URL. agent: 40 to 200 messages with parallel tool calls. document: one
// conversation of the whole size. NAME is a shape of the package shapes.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"convo/scripts/bench/shapes"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the generator")
	size := flag.Float64("size", 60, "in `MB` of 10^6 bytes")
	flag.Parse()
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	g := &generator{Rand: rand.New(rand.NewPCG(*seed, 0))}
	if err := g.corpus(out, flag.Arg(0), int(*size*1e6)); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(2)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// corpus writes conversations of a kind until size is reached.
func (g *generator) corpus(out io.Writer, kind string, size int) error {
	if s, ok := shapes.Find(kind); ok {
		_, err := out.Write(s.Body(size))
		return err
	}
	var next func() []byte
	switch kind {
	case "mixed":
		next = g.mixed
	case "agent":
		next = func() []byte { return g.agent(40 + g.IntN(161)) }
	case "document":
		next = func() []byte { return g.document(size) }
	default:
		return fmt.Errorf("no such corpus: %q", kind)
	}
	for written := 0; written < size; {
		n, err := out.Write(append(next(), '\n'))
		if err != nil {
			return err
		}
		written += n
	}
	return nil
}
