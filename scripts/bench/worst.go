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
)

const (
	smallShape = 1.0 // MB
	largeShape = 4.0 // two doublings
	perDouble  = 2.5 // the most that a doubling of the size may cost
	fastShape  = 150 * time.Millisecond
)

// worst runs convo over conversations of unusual shapes at two sizes, and adds
// a row for the shape whose time grows most.
func (b *bench) worst() error {
	most, name, runs, tried := 0.0, "", 0, map[string]bool{}
	for _, s := range shapes.All() {
		if !strings.Contains(s.Name, b.shape) {
			continue
		}
		small, err := b.shaped(s, b.small(smallShape))
		if err != nil {
			return err
		}
		large, err := b.shaped(s, b.small(largeShape))
		if err != nil {
			return err
		}
		for i, flags := range s.Runs {
			run := s.Format + " " + flags
			if b.quick && i > 0 && tried[run] {
				continue // with another shape
			}
			tried[run] = true
			growth, err := b.growth(s, flags, small, large)
			if err != nil {
				return err
			}
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
	return nil
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
func (b *bench) growth(s shapes.Shape, flags, small, large string) (float64, error) {
	best := 0.0
	for range 3 {
		long, err := b.run(s, flags, large)
		if err != nil {
			return 0, err
		}
		if long < fastShape {
			return 1, nil
		}
		short, err := b.run(s, flags, small)
		if err != nil {
			return 0, err
		}
		each := float64(long) / float64(max(short, 10*time.Millisecond))
		growth := math.Sqrt(each) // large is two doublings of small
		if best == 0 || growth < best {
			best = growth
		}
		if best <= perDouble {
			break
		}
	}
	return best, nil
}

// run is the processor time of one run.
func (b *bench) run(s shapes.Shape, flags, file string) (time.Duration, error) {
	u, err := b.measured(s, flags, file)
	return u.user, err
}

// measured is the time and memory of one run. A run that finds the input wrong, or
// too long to trim, has done its work.
func (b *bench) measured(s shapes.Shape, flags, file string) (usage, error) {
	return measure(program{args: append([]string{b.convo}, s.Args(flags, file)...), passes: shapes.Passes})
}

// shaped writes a shape to a file.
func (b *bench) shaped(s shapes.Shape, size float64) (string, error) {
	name := filepath.Join(b.dir, fmt.Sprintf("shape-%g", size))
	file, err := os.Create(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = measure(program{args: []string{b.gen, "-size", fmt.Sprint(size), s.Name}, stdout: file})
	return name, err
}
