package providers_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/internal/roomtest"
)

// The laws of the house, over every conversation of the corpus and every format
// of the table: a new case meets every format, a new format every case.

var update = flag.Bool("update", false, "rewrite the goldens")

const testdata = "../testdata/"

func native(c *conv.Conversation) string { return roomtest.Native(c) }

func diff(want, got string) string { return roomtest.Diff(want, got) }

func written(f *format.Format, c *conv.Conversation) []byte { return roomtest.Written(f, c) }

// decoded reads the only conversation in data.
func decoded(t *testing.T, f *format.Format, data []byte, notes *note.Notes) *conv.Conversation {
	t.Helper()
	c, err := roomtest.Decoded(f, data, notes)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, data)
	}
	return c
}

// corpus reads every conversation, named by its hazard.
func corpus(t *testing.T) map[string]*conv.Conversation {
	t.Helper()
	files, _ := filepath.Glob(testdata + "conversations/*.json")
	if len(files) < 40 {
		t.Fatalf("%d conversations in the corpus, want 40 or more", len(files))
	}
	all := map[string]*conv.Conversation{}
	for _, file := range files {
		c, err := conv.Native.Decode(read(t, file), nil)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".json")] = c
	}
	return all
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// formats passes each format that both reads and writes.
func formats(t *testing.T, law func(t *testing.T, f *format.Format)) {
	for _, f := range providers.Formats() {
		if f.Write != nil && f.Decode != nil {
			t.Run(f.Name, func(t *testing.T) { law(t, &f) })
		}
	}
}

// variants passes each format, and each variant that an option makes of it and that
// is read.
func variants(t *testing.T, law func(t *testing.T, f *format.Format)) {
	formats(t, law)
	for _, f := range providers.Formats() {
		for _, o := range f.Options {
			for _, sign := range []string{"+", "-"} {
				name := f.Name + sign + o.Name
				if v := lookup(t, name); v.Decode != nil {
					t.Run(name, func(t *testing.T) { law(t, v) })
				}
			}
		}
	}
}

// readable passes each format that reads.
func readable(t *testing.T, law func(t *testing.T, f *format.Format)) {
	for _, f := range providers.Formats() {
		if f.Decode != nil {
			t.Run(f.Name, func(t *testing.T) { law(t, &f) })
		}
	}
}

func TestLawNativeIsTheIdentity(t *testing.T) {
	files, _ := filepath.Glob(testdata + "conversations/*.json")
	for _, file := range files {
		b := read(t, file)
		c, err := conv.Native.Decode(b, nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		w := rawjson.NewWriter(nil)
		conv.Native.Write(w, c)
		if want := string(rawjson.AppendCompact(nil, string(b))); want != string(w.Bytes()) {
			t.Errorf("%s does not come back byte for byte:\n%s", file, diff(want, string(w.Bytes())))
		}
	}
}

func TestLawRoundTrip(t *testing.T) {
	all := corpus(t)
	variants(t, func(t *testing.T, f *format.Format) {
		for name, c := range all {
			fitted := fit.To(c, f, nil)
			want := native(fitted)
			body := written(f, fitted)
			back := decoded(t, f, body, nil)
			if got := native(back); got != want {
				t.Errorf("%s: decode(write(fitted)) is not fit:\n%s\n%s", name, body, diff(want, got))
			}
		}
	})
}

func TestLawStable(t *testing.T) {
	all := corpus(t)
	variants(t, func(t *testing.T, f *format.Format) {
		for name, c := range all {
			before := native(c)
			fitted := fit.To(c, f, nil)
			one, two := written(f, fitted), written(f, fitted)
			if !bytes.Equal(one, two) {
				t.Errorf("%s: written twice it differs:\n%s\n%s", name, one, two)
			}
			again := fit.To(fitted, f, &note.Notes{})
			if got := native(again); got != native(fitted) {
				t.Errorf("%s: fit twice it differs:\n%s", name, diff(native(fitted), got))
			}
			if native(c) != before {
				t.Errorf("%s: Fit or Write changed its input", name)
			}
		}
	})
}

// A conversation that already fits is written without a loss.
func TestLawFitIsQuiet(t *testing.T) {
	all := corpus(t)
	variants(t, func(t *testing.T, f *format.Format) {
		for name, c := range all {
			fitted := fit.To(c, f, nil)
			notes := &note.Notes{}
			fit.To(decoded(t, f, written(f, fitted), nil), f, notes)
			for _, n := range notes.List() {
				if n.Severity == note.Loss {
					t.Errorf("%s: a loss on the way back into the same format: %s", name, n)
				}
			}
		}
	})
}

// A second round trip changes nothing that the first did not: nothing is lost
// twice, and nothing grows.
func TestLawThereAndBack(t *testing.T) {
	all := corpus(t)
	pairs(t, func(t *testing.T, a, b *format.Format) {
		for name, c := range all {
			there := func(c *conv.Conversation) []byte { return written(b, fit.To(c, b, nil)) }
			back := func(there []byte) *conv.Conversation {
				return decoded(t, a, written(a, fit.To(decoded(t, b, there, nil), a, nil)), nil)
			}
			first := there(fit.To(c, a, nil))
			once := back(first)
			second := there(once)
			if bytes.Equal(first, second) {
				continue // which comes back as it did
			}
			if twice := back(second); native(once) != native(twice) {
				t.Errorf("%s: %s to %s and back changes it each time:\n%s", name, a.Name, b.Name, diff(native(once), native(twice)))
			}
		}
	})
}

// pairs passes each pair of formats that are read and written; with -short,
// each with the next one in the table, the last with the first.
func pairs(t *testing.T, law func(t *testing.T, a, b *format.Format)) {
	var all []format.Format
	for _, f := range providers.Formats() {
		if f.Write != nil && f.Decode != nil {
			all = append(all, f)
		}
	}
	for i := range all {
		for j := range all {
			if !testing.Short() || j == (i+1)%len(all) {
				t.Run(all[i].Name+"/"+all[j].Name, func(t *testing.T) {
					t.Parallel()
					law(t, &all[i], &all[j])
				})
			}
		}
	}
}

func lookup(t *testing.T, name string) *format.Format {
	t.Helper()
	f, err := providers.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// runsWhole skips a test with -short: the race detector, which runs so, sees nothing in
// it that the laws do not show, and make test runs it without.
func runsWhole(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs whole without -short")
	}
}
