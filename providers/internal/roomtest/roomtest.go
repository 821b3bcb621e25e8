// Package roomtest is what the tests of the rooms share: how a body is read
// and written in a test, and the law that it comes back. No program links it.
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
	"convo/conv/rawjson"
	"convo/scripts/equal/body"

	"github.com/google/go-cmp/cmp"
)

// Format is that of a name among a room's.
func Format(t testing.TB, all []conv.Format, name string) *conv.Format {
	t.Helper()
	i := slices.IndexFunc(all, func(f conv.Format) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no format %s", name)
	}
	return &all[i]
}

// Decode is the one conversation in data.
func Decode(t testing.TB, f *conv.Format, data []byte) *conv.Conversation {
	t.Helper()
	c, err := Decoded(f, data, nil)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, data)
	}
	return c
}

// Decoded is the one conversation in data, or why there is none.
func Decoded(f *conv.Format, data []byte, notes *conv.Notes) (c *conv.Conversation, err error) {
	n := 0
	for c, err = range f.Decode(data, notes) {
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

// Written is a conversation in a format, which it must have been fit to.
func Written(f *conv.Format, c *conv.Conversation) []byte {
	w := rawjson.NewWriter(nil)
	f.Write(w, c)
	return bytes.Clone(w.Bytes())
}

// Native is a conversation as text that is equal for equal conversations.
func Native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.WriteNative(w, c)
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
func Inputs(t *testing.T, f *conv.Format, test func(t *testing.T, data []byte)) {
	t.Helper()
	for _, file := range inputs(t, f) {
		t.Run(f.Name+"/"+filepath.Base(filepath.Dir(file)), func(t *testing.T) { test(t, Read(t, file)) })
	}
}

func inputs(t testing.TB, f *conv.Format) []string {
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

// Survives checks what holds for any bytes: Decode and Branches do not panic,
// and what they accept comes back from its own format, fit and written once,
// as it was then.
func Survives(t *testing.T, f *conv.Format, data []byte) {
	t.Helper()
	read := f.Decode
	if f.Branches != nil {
		read = f.Branches
	}
	for c, err := range read(data, nil) {
		if err != nil {
			return
		}
		if f.Write == nil {
			continue
		}
		once := fit.To(c, f, nil)
		out := Written(f, once)
		again := fit.To(Decode(t, f, out), f, nil)
		if d := cmp.Diff(sorted(t, once), sorted(t, again)); d != "" {
			t.Errorf("(-fit +again)\n%s\n%s", d, out)
		}
	}
}

// sorted is a conversation as text without an order of fields: residue may
// come back in any.
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

// ComesBack checks the laws for what a server took or sent, or a program
// wrote: read and written again it says the same, without a loss.
func ComesBack(t *testing.T, f *conv.Format, input []byte) {
	t.Helper()
	for _, d := range StaysWhole(t, f, input) {
		t.Errorf("the API sees something else at %s: %s", d.At, d.What)
	}
}

// StaysWhole is ComesBack but for what is not as it was, as the API sees it,
// which it returns; nothing, if something was lost, and noted, in reading.
func StaysWhole(t *testing.T, f *conv.Format, input []byte) []body.Difference {
	t.Helper()
	reading := &conv.Notes{}
	c, err := Decoded(f, input, reading)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, input)
	}
	notes := &conv.Notes{}
	fitted := fit.To(c, f, notes)
	if d := Diff(Native(c), Native(fitted)); d != "" {
		t.Errorf("Fit changes what the format itself said:\n%s", d)
	}
	for _, n := range notes.List() {
		if n.Severity == conv.Loss {
			t.Errorf("a loss in the same format: %s", n)
		}
	}
	out := Written(f, fitted)
	if d := Diff(Native(c), Native(Decode(t, f, out))); d != "" {
		t.Errorf("it does not come back:\n%s\n%s", out, d)
	}
	if f.Unit == conv.StreamUnit || reading.Losses() > 0 {
		return nil // a stream may be told in other pieces
	}
	if _, err := body.Parse(input); err != nil {
		return nil // it is no JSON, but prose
	}
	return differences(t, f, input, out)
}

// APIDiff is where two bodies are not equal as the API sees them, "" if they
// are.
func APIDiff(t testing.TB, f *conv.Format, a, b []byte) string {
	t.Helper()
	var out strings.Builder
	for _, d := range differences(t, f, a, b) {
		fmt.Fprintf(&out, "%s: %s\n", d.At, d.What)
	}
	return out.String()
}

func differences(t testing.TB, f *conv.Format, a, b []byte) []body.Difference {
	t.Helper()
	var bodies [2]body.Body
	for i, data := range [][]byte{a, b} {
		var err error
		if bodies[i], err = body.Parse(data); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
	}
	name := f.Name
	if !slices.Contains(body.Formats(), name) {
		name = ""
	}
	return body.Compare(name, bodies[0], bodies[1])
}
