// Command gen writes a corpus of invented OpenAI chat requests as JSON Lines.
// The same seed gives the same bytes.
//
//	gen [-seed N] [-size MB] [-n N] mixed|agent|answers|questions|document|chatgpt-export|NAME
//
// mixed: chat, some agents, few conversations with pictures of 100 kB to 1 MB.
// agent: 40 to 200 messages with parallel tool calls. answers: a question and
// an answer with calls. questions: a short one each. document: one conversation
// of the whole size. small: one agent's of the whole size, without pictures.
// claude-code and other agents: one session of the whole size. chatgpt-export: an
// archive of any size, of conversations of up to 3 MB.
// NAME is a shape of the package shapes. Lines are written as clients write
// them: see styles.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"convo/scripts/bench/shapes"
	"convo/scripts/must"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the generator")
	size := flag.Float64("size", 60, "in `MB` of 10^6 bytes")
	lines := flag.Int("n", 0, "write `N` lines of whatever size")
	flag.Parse()
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	g := &generator{Rand: rand.New(rand.NewPCG(*seed, 0))}
	if err := must.Try(func() { g.corpus(out, flag.Arg(0), int(*size*1e6), *lines) }); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(2)
	}
	must.End("gen", func() { must.Do(out.Flush()) })
}

// corpus writes conversations of a kind until there are so many lines or, if
// that is 0, bytes.
func (g *generator) corpus(out io.Writer, kind string, size, lines int) {
	if s, ok := shapes.Find(kind); ok {
		must.Get(out.Write(s.Body(size)))
		return
	}
	if kind == "chatgpt-export" {
		g.export(out, size)
		return
	}
	if slices.Contains(agents, kind) {
		must.Get(out.Write(g.session(kind, size)))
		return
	}
	next := map[string]func() []byte{
		"mixed":     g.mixed,
		"agent":     func() []byte { return g.agent(0) },
		"answers":   g.answer,
		"questions": g.question,
		"document":  func() []byte { return g.document(size) },
		"small":     func() []byte { return g.agent(max(size-29_000, 1)) }, // what comes before the calls
	}[kind]
	must.FailIf(next == nil, "no such corpus: %q", kind)
	if kind == "document" || kind == "small" {
		lines = 1
	}
	for n, written := 0, 0; lines == 0 && written < size || n < lines; n++ {
		written += must.Get(out.Write(append(next(), '\n')))
	}
}
