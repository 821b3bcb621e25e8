package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"convo/scripts/bench/shapes"
	"convo/scripts/must"
)

const (
	smallShape = 1.0 // MB
	largeShape = 4.0 // two doublings
	perDouble  = 2.5 // the most that a doubling of the size may cost
	fastShape  = 150 * time.Millisecond
)

// worst runs convo over conversations of unusual shapes at two sizes, and adds
// a row for the shape whose time grows most.
func (b *bench) worst() {
	most, name, runs, tried := 0.0, "", 0, map[string]bool{}
	for _, s := range shapes.All() {
		if !strings.Contains(s.Name, b.shape) {
			continue
		}
		small := b.shaped(s, b.small(smallShape))
		large := b.shaped(s, b.small(largeShape))
		for i, flags := range s.Runs {
			run := s.Format + " " + flags
			if b.quick && i > 0 && tried[run] {
				continue // with another shape
			}
			tried[run] = true
			growth := b.growth(s, flags, small, large)
			what := s.Name + ", " + flags
			if runs++; growth > perDouble { // now: the whole takes long
				fmt.Fprintf(b.out, "not linear: %s: %.1f×\n", what, growth)
				b.failed = true
			}
			if growth > max(most, 1) {
				most, name = growth, what
			}
		}
	}
	name = cmp.Or(name, "all were too fast to tell")
	b.atMost(fmt.Sprintf("worst of %d shapes and commands, per doubling: %s", runs, name), most, perDouble, "%.1f×")
}

// small is the size of a shape, a tiny one in a quick run.
func (b *bench) small(size float64) float64 {
	if b.quick {
		return size / 50
	}
	return size
}

// growth is how much longer a run takes for each doubling of a shape. A run
// that seems to grow too much is measured again.
func (b *bench) growth(s shapes.Shape, flags, small, large string) float64 {
	best := 0.0
	for range 3 {
		long := b.run(s, flags, large)
		if long < fastShape {
			return 1
		}
		short := b.run(s, flags, small)
		each := float64(long) / float64(max(short, 10*time.Millisecond))
		growth := math.Sqrt(each) // large is two doublings of small
		if best == 0 || growth < best {
			best = growth
		}
		if best <= perDouble {
			break
		}
	}
	return best
}

// run is the processor time of one run.
func (b *bench) run(s shapes.Shape, flags, file string) time.Duration {
	return b.measured(s, flags, file).user
}

// measured is the time and memory of one run. A run that finds the input wrong, or
// too long to trim, has done its work.
func (b *bench) measured(s shapes.Shape, flags, file string) usage {
	return measure(program{args: append([]string{b.convo}, s.Args(flags, file)...), passes: shapes.Passes})
}

// shaped writes a shape to a file.
func (b *bench) shaped(s shapes.Shape, size float64) string {
	name := filepath.Join(b.dir, fmt.Sprintf("shape-%g", size))
	file := must.Get(os.Create(name))
	defer file.Close()
	measure(program{args: []string{b.gen, "-size", fmt.Sprint(size), s.Name}, stdout: file})
	return name
}
