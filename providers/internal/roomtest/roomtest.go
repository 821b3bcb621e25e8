// Package roomtest is what the tests of the rooms share: reading and writing in
// a test, and the law that a body comes back. No program links it.
package roomtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/scripts/equal/body"
	"github.com/google/go-cmp/cmp"
)

// Format finds a room's format by its name.
func Format(t testing.TB, all []format.Format, name string) *format.Format {
	t.Helper()
	i := slices.IndexFunc(all, func(f format.Format) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no format %s", name)
	}
	return &all[i]
}

// Decode reads the only conversation in data.
func Decode(t testing.TB, f *format.Format, data []byte) *conv.Conversation {
	t.Helper()
	c, err := Decoded(f, data, nil)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, data)
	}
	return c
}

// Decoded reads the only conversation in data, or returns an error. As in the
// table of formats, only the last value of a repeated key counts.
func Decoded(f *format.Format, data []byte, notes *note.Notes) (c *conv.Conversation, err error) {
	n := 0
	for c, err = range note.Once(notes, data, f.Decode) {
		if err != nil {
			return nil, err
		}
		n++
	}
	if n != 1 {
		return nil, fmt.Errorf("%d conversations, want 1", n)
	}
	return c, nil
}

// Written returns a conversation in a format. It must have been fit to it.
func Written(f *format.Format, c *conv.Conversation) []byte {
	w := rawjson.NewWriter(nil)
	f.Write(w, c)
	return bytes.Clone(w.Bytes())
}

// Native returns a conversation as text, which is equal for equal
// conversations.
func Native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

// Diff shows where two native texts differ, "" if they do not.
func Diff(want, got string) string {
	lines := func(s string) []string {
		return strings.Split(strings.NewReplacer(`{"role"`, "\n{\"role\"", `{"type"`, "\n  {\"type\"", `,"`, ",\n\"").Replace(s), "\n")
	}
	return cmp.Diff(lines(want), lines(got))
}

// Inputs passes each golden input of a format.
func Inputs(t *testing.T, f *format.Format, test func(t *testing.T, data []byte)) {
	t.Helper()
	for _, file := range inputs(t, f) {
		t.Run(f.Name+"/"+filepath.Base(filepath.Dir(file)), func(t *testing.T) { test(t, Read(t, file)) })
	}
}

func inputs(t testing.TB, f *format.Format) []string {
	t.Helper()
	files, _ := filepath.Glob("../../testdata/formats/" + f.Name + "/*/input.*")
	if len(files) == 0 {
		t.Fatalf("no inputs of %s", f.Name)
	}
	return files
}

// Read is what is in a file.
// Read is what is in a file.
func Read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Survives checks that Decode and Branches never panic, and that an accepted
// input stays the same when it is fit, written and read again. What has each field
// once is written with each field once.
func Survives(t *testing.T, f *format.Format, data []byte) {
	t.Helper()
	read := f.Decode
	if f.Branches != nil {
		read = f.Branches
	}
	told := &note.Notes{}
	for _, err := range f.Decode(data, told) {
		if err != nil {
			break
		}
	}
	repeats := repeated(told) != ""
	for c, err := range read(data, nil) {
		if err != nil {
			return
		}
		if f.Write == nil {
			continue
		}
		once := fit.To(c, f, nil)
		out := Written(f, once)
		notes := &note.Notes{}
		back, err := Decoded(f, out, notes)
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, out)
		}
		if key := repeated(notes); key != "" && !repeats {
			t.Errorf("the field %q is written twice\n%s", key, out)
		}
		again := fit.To(back, f, nil)
		if d := cmp.Diff(sorted(t, once), sorted(t, again)); d != "" {
			t.Errorf("(-fit +again)\n%s\n%s", d, out)
		}
	}
}

// repeated is a key that an object repeats, as notes tell.
func repeated(notes *note.Notes) string {
	for _, n := range notes.List() {
		if n.Code == note.CodeDuplicateKey {
			return n.Name
		}
	}
	return ""
}

// sorted returns a conversation as text with sorted fields: residue may come
// back in any order.
func sorted(t testing.TB, c *conv.Conversation) string {
	d := json.NewDecoder(strings.NewReader(Native(c)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ComesBack checks the laws for a body of a server or a program: read and
// written again, it says the same, without a loss.
func ComesBack(t *testing.T, f *format.Format, input []byte) {
	t.Helper()
	for _, d := range StaysWhole(t, f, input) {
		t.Errorf("the API sees something else at %s: %s", d.At, d.What)
	}
}

// StaysWhole is ComesBack, but returns the difference that the API would see.
// It returns "" if reading noted a loss.
func StaysWhole(t *testing.T, f *format.Format, input []byte) []body.Difference {
	t.Helper()
	reading := &note.Notes{}
	c, err := Decoded(f, input, reading)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, input)
	}
	notes := &note.Notes{}
	fitted := fit.To(c, f, notes)
	if d := Diff(Native(c), Native(fitted)); d != "" {
		t.Errorf("Fit changes what the format itself said:\n%s", d)
	}
	for _, n := range notes.List() {
		if n.Severity == note.Loss {
			t.Errorf("a loss in the same format: %s", n)
		}
	}
	out := Written(f, fitted)
	if d := Diff(Native(c), Native(Decode(t, f, out))); d != "" {
		t.Errorf("it does not come back:\n%s\n%s", out, d)
	}
	if f.Unit == format.StreamUnit || reading.Losses() > 0 {
		return nil // a stream may come back in other chunks
	}
	if _, err := body.Parse(input); err != nil {
		return nil // text, not JSON
	}
	return differences(t, f, input, out)
}

// APIDiff returns where two bodies differ as the API sees them, "" if they do
// not.
func APIDiff(t testing.TB, f *format.Format, a, b []byte) string {
	t.Helper()
	var out strings.Builder
	for _, d := range differences(t, f, a, b) {
		fmt.Fprintf(&out, "%s: %s\n", d.At, d.What)
	}
	return out.String()
}

func differences(t testing.TB, f *format.Format, a, b []byte) []body.Difference {
	t.Helper()
	var bodies [2]body.Body
	for i, data := range [][]byte{a, b} {
		var err error
		if bodies[i], err = body.Parse(data); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if f.Lists || f.Separator != "" { // a list comes back as JSON Lines
			bodies[i] = bodies[i].Elements()
		}
	}
	name := f.Name
	if !slices.Contains(body.Formats(), name) {
		name = ""
	}
	return body.Compare(name, bodies[0], bodies[1])
}
