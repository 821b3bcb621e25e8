package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"convo/scripts/bench/shapes"
	"convo/scripts/must"
)

// The sizes, in bytes, to which a place of an example grows.
const (
	smallGrown = 150_000
	largeGrown = 600_000
)

// grow makes each object and list of the examples large, one at a time, and says
// which of them convo reads in more than linear time. -shape chooses the format, or
// the example: codex/calls.
func (b *bench) grow() {
	files := must.Get(filepath.Glob(filepath.Join(b.examples, "*", "*", "input.*")))
	runs, seen := 0, map[string]bool{}
	for _, file := range files {
		dir := filepath.Dir(file)
		format := filepath.Base(filepath.Dir(dir))
		if name := format + "/" + filepath.Base(dir); b.shape != "" && format != b.shape && !strings.HasPrefix(name, b.shape+"/") && name != b.shape {
			continue
		}
		text := must.Get(os.ReadFile(file))
		for _, g := range grownPlaces(text) {
			what := format + " " + g.name
			if seen[what] {
				continue
			}
			seen[what] = true
			runs++
			b.grown(shapes.Shape{Format: format}, dir, what, g)
		}
	}
	fmt.Fprintf(b.out, "grew %d places\n", runs)
}

// grown measures one place. What convo refuses is no finding.
func (b *bench) grown(s shapes.Shape, dir, what string, g grownPlace) {
	for _, flags := range []string{"-t convo", "-t " + s.Format} {
		long := b.ofGrown(s, flags, g, largeGrown)
		if long < fastShape {
			return
		}
		short := b.ofGrown(s, flags, g, smallGrown)
		if growth := math.Sqrt(float64(long) / float64(max(short, 10*time.Millisecond))); growth > perDouble {
			fmt.Fprintf(b.out, "not linear: %s, %s: %.1f× a doubling, %.2f s (%s)\n", what, flags, growth, long.Seconds(), dir)
			b.failed = true
		}
	}
}

func (b *bench) ofGrown(s shapes.Shape, flags string, g grownPlace, size int) time.Duration {
	name := filepath.Join(b.dir, "grown")
	must.Do(os.WriteFile(name, g.body(size), 0o600))
	return measure(program{args: append([]string{b.convo}, s.Args(flags, name)...), passes: append([]int{1, 2, 3, 6}, shapes.Passes...)}).user
}

// grownPlace is an object or a list in a file, and what it grows by.
type grownPlace struct {
	name         string
	before, tail []byte
	each         func(k int) string
}

func (g grownPlace) body(size int) []byte {
	body := bytes.Clone(g.before)
	for k := 0; len(body) < size; k++ {
		body = append(body, g.each(k)...)
	}
	return append(body, g.tail...)
}

// grownPlaces are the places of a file of JSON, JSON Lines or events. Of those that
// differ only by their place in lists it has the first of each type.
func grownPlaces(text []byte) (all []grownPlace) {
	at := 0
	for bytes.ContainsAny(text[at:], "{[") {
		at += bytes.IndexAny(text[at:], "{[")
		d := json.NewDecoder(bytes.NewReader(text[at:]))
		d.UseNumber()
		w := &growth{text: text, base: at, decoder: d, all: &all}
		if must.Try(func() { w.value("") }) != nil {
			return all
		}
		at += int(d.InputOffset())
	}
	return all
}

// growth looks for places in one value.
type growth struct {
	text    []byte
	base    int
	decoder *json.Decoder
	all     *[]grownPlace
}

func (w *growth) offset() int { return w.base + int(w.decoder.InputOffset()) }

// value reads the next value, whose path it is given.
func (w *growth) value(path string) {
	switch must.Get(w.decoder.Token()) {
	case json.Delim('{'):
		w.object(path)
	case json.Delim('['):
		w.list(path)
	}
}

func (w *growth) object(path string) {
	start := w.offset()
	var members []string
	for w.decoder.More() {
		key := must.Get(w.decoder.Token())
		begin := w.offset()
		w.value(fmt.Sprintf("%s.%s", path, key))
		value := strings.TrimLeft(string(w.text[begin:w.offset()]), ": \t\n")
		members = append(members, fmt.Sprintf("%q:", key), value)
		if key == "type" || key == "role" {
			path += "(" + strings.Trim(value, `"`) + ")"
		}
	}
	w.add(path+": many keys", start, func(k int) string {
		if len(members) == 0 { // no comma at the end
			return fmt.Sprintf(`%s"k%06d":1`, cond(k > 0, ",", ""), k)
		}
		return fmt.Sprintf(`"k%06d":1,`, k)
	})
	for i := 0; i < len(members); i += 2 {
		if len(members[i+1]) < 200 {
			w.add(path+": "+members[i]+" odd and good", start, func(k int) string {
				return members[i] + cond(k%2 == 0, `{"odd":1}`, members[i+1]) + ","
			})
		}
	}
	must.Get(w.decoder.Token())
}

func (w *growth) list(path string) {
	start := w.offset()
	first := ""
	for w.decoder.More() {
		begin := w.offset()
		w.value(path + "[]")
		if first == "" {
			first = strings.TrimLeft(string(w.text[begin:w.offset()]), ", \t\n")
		}
	}
	if first != "" {
		w.add(path+": many elements", start, func(int) string { return first + "," })
	}
	must.Get(w.decoder.Token())
}

// add adds a place that grows at an offset.
func (w *growth) add(name string, at int, each func(int) string) {
	if slices.ContainsFunc(*w.all, func(g grownPlace) bool { return g.name == name }) {
		return
	}
	*w.all = append(*w.all, grownPlace{name: name, before: w.text[:at], tail: w.text[at:], each: each})
}

func cond(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
