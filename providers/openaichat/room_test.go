package openaichat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

const testdata = "../../testdata/"

func format(t testing.TB, name string) *conv.Format {
	t.Helper()
	for _, f := range Formats() {
		if f.Name == name {
			return &f
		}
	}
	t.Fatalf("no format %s", name)
	return nil
}

// decoded is the one conversation in data.
func decoded(f *conv.Format, data []byte, notes *conv.Notes) (c *conv.Conversation, err error) {
	for c, err = range f.Decode(data, notes) {
	}
	return c, err
}

func mustDecode(t testing.TB, f *conv.Format, data []byte) *conv.Conversation {
	t.Helper()
	c, err := decoded(f, data, nil)
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.Name, err, data)
	}
	return c
}

func written(f *conv.Format, c *conv.Conversation) []byte {
	w := rawjson.NewWriter(nil)
	f.Write(w, c)
	return bytes.Clone(w.Bytes())
}

// native is a conversation as text that is equal for equal conversations,
// with a member a line.
func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.WriteNative(w, c)
	return strings.NewReplacer(`{"role"`, "\n{\"role\"", `{"type"`, "\n  {\"type\"", `,"`, ",\n\"").Replace(string(w.Bytes()))
}

// comesBack checks the laws for one body that a server took or sent: read and
// written again it says the same, without a loss, and reads as the same.
func comesBack(t *testing.T, f *conv.Format, data []byte) {
	t.Helper()
	c := mustDecode(t, f, data)
	notes := &conv.Notes{}
	fit := conv.Fit(c, f, notes)
	for _, n := range notes.List() {
		if n.Severity == conv.Loss {
			t.Errorf("a loss in the same format: %s", n)
		}
	}
	if d := cmp.Diff(native(c), native(fit)); d != "" {
		t.Errorf("Fit changes what the format itself said (-read +fit):\n%s", d)
	}
	body := written(f, fit)
	if f.Unit != conv.StreamUnit {
		if d := apiDiff(t, data, body); d != "" {
			t.Errorf("written it says something else (-came +went):\n%s", d)
		}
	}
	if d := cmp.Diff(native(c), native(mustDecode(t, f, body))); d != "" {
		t.Errorf("read again it is another conversation (-first +second):\n%s\n%s", d, body)
	}
}

// apiDiff compares two bodies as the API sees them: the order of members does
// not matter, null is absent, and a string of content is a list of one text.
func apiDiff(t *testing.T, a, b []byte) string {
	t.Helper()
	return cmp.Diff(outline(t, a), outline(t, b))
}

func outline(t *testing.T, data []byte) []string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	var lines []string
	walk(v, "", &lines)
	return lines
}

func walk(v any, at string, lines *[]string) {
	switch v := v.(type) {
	case nil:
	case map[string]any:
		*lines = append(*lines, at+" {}")
		for _, key := range slices.Sorted(maps.Keys(v)) {
			x := v[key]
			if s, ok := x.(string); ok && key == "content" && strings.HasPrefix(at, ".messages") && strings.Count(at, "[") == 1 {
				x = []any{map[string]any{"type": "text", "text": s}}
			}
			walk(x, at+"."+key, lines)
		}
	case []any:
		*lines = append(*lines, at+" []")
		for i, x := range v {
			walk(x, fmt.Sprintf("%s[%d]", at, i), lines)
		}
	default:
		*lines = append(*lines, fmt.Sprintf("%s = %#v", at, v))
	}
}

// The comparer itself can tell bodies apart.
func TestTheComparerSees(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"a":1}`, `{"a":1.0}`},
		{`{"a":""}`, `{}`},
		{`{"a":[]}`, `{}`},
		{`{"a":{}}`, `{}`},
		{`{"a":[1,2]}`, `{"a":[2,1]}`},
		{`{"messages":[{"content":""}]}`, `{"messages":[{"content":[]}]}`},
	} {
		if apiDiff(t, []byte(pair[0]), []byte(pair[1])) == "" {
			t.Errorf("%s and %s count as the same", pair[0], pair[1])
		}
	}
	same := [2]string{`{"b":null,"messages":[{"role":"user","content":"x"}]}`, `{"messages":[{"content":[{"text":"x","type":"text"}],"role":"user"}]}`}
	if d := apiDiff(t, []byte(same[0]), []byte(same[1])); d != "" {
		t.Error(d)
	}
}

// inputs passes each golden input of a format.
func inputs(t *testing.T, f *conv.Format, test func(t *testing.T, data []byte)) {
	files, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*/input.*")
	if len(files) < 10 {
		t.Errorf("%d inputs of %s, want more", len(files), f.Name)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(f.Name+"/"+filepath.Base(filepath.Dir(file)), func(t *testing.T) { test(t, data) })
	}
}

func TestInputsComeBack(t *testing.T) {
	for _, f := range Formats() {
		inputs(t, &f, func(t *testing.T, data []byte) { comesBack(t, &f, data) })
	}
}

func TestInputsAreDetected(t *testing.T) {
	all := Formats()
	for _, f := range all {
		inputs(t, &f, func(t *testing.T, data []byte) {
			for _, g := range all {
				if got := g.Detect(conv.NewProbe(data)); got != (g.Name == f.Name) {
					t.Errorf("%s says %v", g.Name, got)
				}
			}
		})
	}
}

// Every conversation of the corpus, once it fits, comes back as it is.
func TestConversationsComeBack(t *testing.T) {
	files, _ := filepath.Glob(testdata + "conversations/*.json")
	if len(files) == 0 {
		t.Fatal("no conversations")
	}
	for _, f := range Formats() {
		for _, file := range files {
			t.Run(f.Name+"/"+strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				c, err := conv.DecodeNative(data, nil)
				if err != nil {
					t.Fatal(err)
				}
				fit := conv.Fit(c, &f, nil)
				body := written(&f, fit)
				if d := cmp.Diff(native(fit), native(mustDecode(t, &f, body))); d != "" {
					t.Errorf("(-fit +back):\n%s\n%s", d, body)
				}
				if !bytes.Equal(body, written(&f, fit)) {
					t.Error("written twice it differs")
				}
			})
		}
	}
}

// TestRecordedBodies reads bodies that servers took or sent, which are kept
// outside the project: CONVO_CORPUS names their folder, with a file
// LICENCES.tsv whose sixth column is the status of the answer.
func TestRecordedBodies(t *testing.T) {
	root := os.Getenv("CONVO_CORPUS")
	if root == "" {
		t.Skip("CONVO_CORPUS is not set")
	}
	table, err := os.ReadFile(filepath.Join(root, "LICENCES.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		column := strings.Split(line, "\t")
		folder, kind, _ := strings.Cut(filepath.ToSlash(filepath.Dir(column[0])), "/")
		if folder != "openai-chat" && folder != "openai-compat" || kind == "request" && column[5] != "200" {
			continue
		}
		name := map[string]string{"request": "openai-chat", "response": "openai-chat-response", "stream": "openai-chat-stream"}[kind]
		t.Run(column[0], func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(root, column[0]))
			if os.IsNotExist(err) {
				return // the table lists more than the folder has
			}
			if err != nil {
				t.Fatal(err)
			}
			f := format(t, name)
			if !f.Detect(conv.NewProbe(data)) {
				t.Error("not detected")
			}
			comesBack(t, f, data)
		})
	}
}
