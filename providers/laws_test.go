package providers_test

// The laws of the house, over every conversation of the corpus and every format
// of the table: a new case meets every format, a new format every case.

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/internal/roomtest"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the goldens")

const testdata = "../testdata/"

func native(c *conv.Conversation) string { return roomtest.Native(c) }

func diff(want, got string) string { return roomtest.Diff(want, got) }

func written(f *conv.Format, c *conv.Conversation) []byte { return roomtest.Written(f, c) }

// decoded reads the only conversation in data.
func decoded(t *testing.T, f *conv.Format, data []byte, notes *conv.Notes) *conv.Conversation {
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
		c, err := conv.DecodeNative(read(t, file), nil)
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
func formats(t *testing.T, law func(t *testing.T, f *conv.Format)) {
	for _, f := range providers.Formats() {
		if f.Write != nil && f.Decode != nil {
			t.Run(f.Name, func(t *testing.T) { law(t, &f) })
		}
	}
}

// variants passes each format, and each variant that an option makes of it.
func variants(t *testing.T, law func(t *testing.T, f *conv.Format)) {
	formats(t, law)
	for _, f := range providers.Formats() {
		for _, o := range f.Options {
			for _, sign := range []string{"+", "-"} {
				name := f.Name + sign + o.Name
				t.Run(name, func(t *testing.T) { law(t, lookup(t, name)) })
			}
		}
	}
}

// readable passes each format that reads.
func readable(t *testing.T, law func(t *testing.T, f *conv.Format)) {
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
		c, err := conv.DecodeNative(b, nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		w := rawjson.NewWriter(nil)
		conv.WriteNative(w, c)
		if want := string(rawjson.AppendCompact(nil, string(b))); want != string(w.Bytes()) {
			t.Errorf("%s does not come back byte for byte:\n%s", file, diff(want, string(w.Bytes())))
		}
	}
}

func TestLawRoundTrip(t *testing.T) {
	all := corpus(t)
	variants(t, func(t *testing.T, f *conv.Format) {
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
	variants(t, func(t *testing.T, f *conv.Format) {
		for name, c := range all {
			before := native(c)
			fitted := fit.To(c, f, nil)
			one, two := written(f, fitted), written(f, fitted)
			if !bytes.Equal(one, two) {
				t.Errorf("%s: written twice it differs:\n%s\n%s", name, one, two)
			}
			again := fit.To(fitted, f, &conv.Notes{})
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
	variants(t, func(t *testing.T, f *conv.Format) {
		for name, c := range all {
			fitted := fit.To(c, f, nil)
			notes := &conv.Notes{}
			fit.To(decoded(t, f, written(f, fitted), nil), f, notes)
			for _, n := range notes.List() {
				if n.Severity == conv.Loss {
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
	pairs(t, func(t *testing.T, a, b *conv.Format) {
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
func pairs(t *testing.T, law func(t *testing.T, a, b *conv.Format)) {
	var all []conv.Format
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

// goldens passes each golden directory of a format.
func goldens(t *testing.T, f *conv.Format, test func(t *testing.T, dir string, input []byte)) {
	dirs, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*")
	for _, dir := range dirs {
		inputs, _ := filepath.Glob(dir + "/input.*")
		if len(inputs) != 1 {
			t.Errorf("%s: %d inputs, want 1", dir, len(inputs))
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) { test(t, dir, read(t, inputs[0])) })
	}
}

func TestLawComplete(t *testing.T) {
	rooms, _ := filepath.Glob("*")
	for _, room := range rooms {
		if info, err := os.Stat(room); err != nil || !info.IsDir() || room == "internal" || room == "catalog" || room == "testdata" {
			continue
		}
		if !strings.Contains(string(read(t, "providers.go")), room+".Formats}") {
			t.Errorf("room %s is not in the table", room)
		}
	}
	for _, f := range providers.Formats() {
		if f.Decode == nil {
			continue
		}
		if dirs, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*"); len(dirs) == 0 {
			t.Errorf("format %s has no goldens", f.Name)
		}
		if f.About == "" {
			t.Errorf("format %s says nothing about itself", f.Name)
		}
	}
	dirs, _ := filepath.Glob(testdata + "formats/*")
	for _, dir := range dirs {
		if _, err := providers.Lookup(filepath.Base(dir)); err != nil {
			t.Errorf("goldens of a format that is not there: %s", dir)
		}
	}
}

func TestLawGolden(t *testing.T) {
	readable(t, func(t *testing.T, f *conv.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			notes := &conv.Notes{All: true}
			c := decoded(t, f, input, notes)
			golden(t, dir+"/conversation.json", indent(native(c)))
			golden(t, dir+"/notes.txt", noteText(input, notes))
		})
	})
}

// Every golden input comes back from its own format without a loss: to the same
// conversation, and equal as the API sees it.
func TestLawGoldenComesBack(t *testing.T) {
	formats(t, func(t *testing.T, f *conv.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			name := f.Name + "/" + filepath.Base(dir)
			same := roomtest.StaysWhole(t, f, input)
			switch why := writtenAnew[name]; {
			case why == "":
				for _, d := range same {
					t.Errorf("the API sees something else at %s: %s", d.At, d.What)
				}
			case same == nil:
				t.Errorf("it comes back as it was, though %s", why)
			}
		})
	})
}

// writtenAnew are the goldens that come back in another form though nothing is
// lost, and why.
var writtenAnew = map[string]string{
	"ag-ui/reasoning-and-its-answer":   "reasoning stands before its answer",
	"alpaca/list":                      "a list of rows becomes JSON Lines",
	"ag-ui-lines/list":                 "a list of messages becomes one a line",
	"convo-lines/list":                 "a list of messages becomes one a line",
	"or-lines/list":                    "a list of messages becomes one a line",
	"openai-chat-messages/lines":       "messages become a list",
	"openai-chat-messages/one-message": "messages become a list",
	"sharegpt/list":                    "a list of rows becomes JSON Lines",
}

// A detected input is read as its own format reads it.
func TestLawDetect(t *testing.T) {
	readable(t, func(t *testing.T, f *conv.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			found, _ := providers.Detect(conv.NewProbe(input))
			if f.Detect == nil && found == nil {
				return // only read if the format is named
			}
			chosen, err := chosen(found, input)
			if chosen == nil {
				t.Fatalf("not recognised: %v, %v", names(found), err)
			}
			if native(decoded(t, chosen, input, nil)) != native(decoded(t, f, input, nil)) {
				t.Errorf("read as %s, of %v", chosen.Name, names(found))
			}
		})
	})
}

// What a format writes is recognised as its own again.
func TestLawWrittenIsDetected(t *testing.T) {
	formats(t, func(t *testing.T, f *conv.Format) {
		if f.Detect == nil {
			return
		}
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			c, err := roomtest.Decoded(f, input, nil)
			if err != nil {
				t.Fatal(err)
			}
			body := written(f, fit.To(c, f, nil))
			if f.Detect(conv.NewProbe(input)) == conv.No {
				return // only read if the format is named
			}
			found, _ := providers.Detect(conv.NewProbe(body))
			chosen, err := chosen(found, body)
			if chosen == nil {
				t.Fatalf("not recognised: %v, %v\n%s", names(found), err, body)
			}
			if native(decoded(t, chosen, body, nil)) != native(decoded(t, f, body, nil)) {
				t.Errorf("read as %s, of %v", chosen.Name, names(found))
			}
		})
	})
}

// chosen returns the one of found that reads an input.
func chosen(found []providers.Found, input []byte) (*conv.Format, error) {
	if len(found) == 1 {
		return found[0].Format, nil
	}
	return providers.Choose(found, input)
}

func names(found []providers.Found) (names []string) {
	for _, f := range found {
		names = append(names, f.Name)
	}
	return names
}

// A whole answer and a streamed one are the same message.
func TestLawStreamedIsAtRest(t *testing.T) {
	dirs, _ := filepath.Glob(testdata + "replies/*/*")
	if len(dirs) == 0 {
		t.Fatal("no replies")
	}
	for _, dir := range dirs {
		protocol := filepath.Base(filepath.Dir(dir))
		t.Run(protocol+"/"+filepath.Base(dir), func(t *testing.T) {
			rest := decoded(t, lookup(t, protocol+"-response"), read(t, dir+"/response.json"), nil)
			golden(t, dir+"/message.json", indent(native(rest)))
			streamed := decoded(t, lookup(t, protocol+"-stream"), read(t, dir+"/stream.sse"), nil)
			if native(rest) != native(streamed) {
				t.Errorf("streamed it is another message:\n%s", diff(native(rest), native(streamed)))
			}
		})
	}
}

func lookup(t *testing.T, name string) *conv.Format {
	t.Helper()
	f, err := providers.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := string(read(t, file)); want != got {
		t.Errorf("%s:\n%s", file, cmp.Diff(want, got))
	}
}

// noteText lists notes with their places, one a line.
func noteText(input []byte, notes *conv.Notes) string {
	var b strings.Builder
	at := rawjson.NewLocator(input)
	for _, n := range notes.List() {
		where := ""
		if n.Offset >= 0 {
			p := at.At(n.Offset)
			where = " at " + p.Pointer
			if input[0] != '{' && input[0] != '[' {
				where = ""
			}
		}
		b.WriteString(string(n.Severity) + " " + string(n.Code) + where + ": " + n.String() + "\n")
	}
	return b.String()
}

// indent indents compact JSON by two spaces a level, without changing strings.
func indent(s string) string {
	var b strings.Builder
	depth, inside := 0, false
	line := func() { b.WriteString("\n" + strings.Repeat("  ", depth)) }
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case inside:
			b.WriteByte(c)
			if c == '\\' {
				i++
				b.WriteByte(s[i])
			}
			inside = c != '"'
			continue
		case c == '"':
			inside = true
		case (c == '{' || c == '[') && i+1 < len(s) && s[i+1] == c+2:
			b.WriteString(s[i : i+2])
			i++
			continue
		case c == '{' || c == '[':
			b.WriteByte(c)
			depth++
			line()
			continue
		case c == '}' || c == ']':
			depth--
			line()
		}
		b.WriteByte(c)
		if c == ',' {
			line()
		} else if c == ':' {
			b.WriteByte(' ')
		}
	}
	return b.String() + "\n"
}
