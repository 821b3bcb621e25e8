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
)

// The sizes, in bytes, to which a place of an example grows.
const (
	smallGrown = 150_000
	largeGrown = 600_000
)

// grow makes each object and list of the examples large, one at a time, and says
// which of them convo reads in more than linear time. -shape chooses the format, or
// the example: codex/calls.
func (b *bench) grow() error {
	files, err := filepath.Glob(filepath.Join(b.examples, "*", "*", "input.*"))
	if err != nil {
		return err
	}
	runs, seen := 0, map[string]bool{}
	for _, file := range files {
		dir := filepath.Dir(file)
		format := filepath.Base(filepath.Dir(dir))
		if name := format + "/" + filepath.Base(dir); b.shape != "" && format != b.shape && !strings.HasPrefix(name, b.shape+"/") && name != b.shape {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, g := range grownPlaces(text) {
			what := format + " " + g.name
			if seen[what] {
				continue
			}
			seen[what] = true
			runs++
			if err := b.grown(shapes.Shape{Format: format}, dir, what, g); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(b.out, "grew %d places\n", runs)
	return nil
}

// grown measures one place. What convo refuses is no finding.
func (b *bench) grown(s shapes.Shape, dir, what string, g grownPlace) error {
	for _, flags := range []string{"-t convo", "-t " + s.Format} {
		long, err := b.ofGrown(s, flags, g, largeGrown)
		if err != nil || long < fastShape {
			return err
		}
		short, err := b.ofGrown(s, flags, g, smallGrown)
		if err != nil {
			return err
		}
		if growth := math.Sqrt(float64(long) / float64(max(short, 10*time.Millisecond))); growth > perDouble {
			fmt.Fprintf(b.out, "not linear: %s, %s: %.1f× a doubling, %.2f s (%s)\n", what, flags, growth, long.Seconds(), dir)
			b.failed = true
		}
	}
	return nil
}

func (b *bench) ofGrown(s shapes.Shape, flags string, g grownPlace, size int) (time.Duration, error) {
	name := filepath.Join(b.dir, "grown")
	if err := os.WriteFile(name, g.body(size), 0o600); err != nil {
		return 0, err
	}
	u, err := measure(program{args: append([]string{b.convo}, s.Args(flags, name)...), passes: append([]int{1, 2, 3, 6}, shapes.Passes...)})
	return u.user, err
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
		if err := w.value(""); err != nil {
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
func (w *growth) value(path string) error {
	token, err := w.decoder.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return w.object(path)
	case json.Delim('['):
		return w.list(path)
	}
	return nil
}

func (w *growth) object(path string) error {
	start := w.offset()
	var members []string
	for w.decoder.More() {
		key, err := w.decoder.Token()
		if err != nil {
			return err
		}
		begin := w.offset()
		if err := w.value(fmt.Sprintf("%s.%s", path, key)); err != nil {
			return err
		}
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
	_, err := w.decoder.Token()
	return err
}

func (w *growth) list(path string) error {
	start := w.offset()
	first := ""
	for w.decoder.More() {
		begin := w.offset()
		if err := w.value(path + "[]"); err != nil {
			return err
		}
		if first == "" {
			first = strings.TrimLeft(string(w.text[begin:w.offset()]), ", \t\n")
		}
	}
	if first != "" {
		w.add(path+": many elements", start, func(int) string { return first + "," })
	}
	_, err := w.decoder.Token()
	return err
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
