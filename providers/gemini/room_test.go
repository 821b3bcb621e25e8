package gemini

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
	"testing/iotest"

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
	if notes.Losses() > 0 {
		t.Errorf("losses in the same format: %v", notes.List())
	}
	if d := cmp.Diff(native(c), native(fit)); d != "" {
		t.Errorf("Fit changes what the format itself said (-read +fit):\n%s", d)
	}
	body := written(f, fit)
	if f.Unit != conv.StreamUnit {
		if d := cmp.Diff(outline(t, data), outline(t, body)); d != "" {
			t.Errorf("written it says something else (-came +went):\n%s", d)
		}
	}
	if d := cmp.Diff(native(c), native(mustDecode(t, f, body))); d != "" {
		t.Errorf("read again it is another conversation (-first +second):\n%s\n%s", d, body)
	}
}

// outline is a body as the API sees it: the order of members does not matter,
// null is absent but in what belongs to the caller.
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
		if strings.Contains(at, ".args.") || strings.Contains(at, ".response.") {
			*lines = append(*lines, at+" null")
		}
	case map[string]any:
		*lines = append(*lines, at+" {}")
		for _, key := range slices.Sorted(maps.Keys(v)) {
			walk(v[key], at+"."+key, lines)
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

func TestTheOutlineTellsBodiesApart(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"a":1}`, `{"a":1.0}`},
		{`{"a":""}`, `{}`},
		{`{"a":[]}`, `{}`},
		{`{"a":{}}`, `{}`},
		{`{"a":[1,2]}`, `{"a":[2,1]}`},
		{`{"args":{"a":null}}`, `{"args":{}}`},
		{`{"functionCall":1}`, `{"function_call":1}`},
	} {
		if cmp.Equal(outline(t, []byte(pair[0])), outline(t, []byte(pair[1]))) {
			t.Errorf("%s and %s count as the same", pair[0], pair[1])
		}
	}
	if d := cmp.Diff(outline(t, []byte(`{"b":null,"a":1,"c":2}`)), outline(t, []byte(`{"c":2,"a":1}`))); d != "" {
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

// A stream that arrives a byte at a time is the same stream.
func TestStreamsInAnyChunking(t *testing.T) {
	f := format(t, "gemini-stream")
	inputs(t, f, func(t *testing.T, data []byte) {
		var c *conv.Conversation
		for got, err := range conv.Assemble(f.Events(iotest.OneByteReader(bytes.NewReader(data)), nil)) {
			if err != nil {
				t.Fatal(err)
			}
			c = got
		}
		if d := cmp.Diff(native(mustDecode(t, f, data)), native(c)); d != "" {
			t.Error(d)
		}
	})
}

// A stream that is cut at any place is an error, or an answer that says that
// it was cut, unless what says that it is whole came before.
func TestStreamsCutAnywhere(t *testing.T) {
	f := format(t, "gemini-stream")
	inputs(t, f, func(t *testing.T, data []byte) {
		end := bytes.LastIndexAny(data, "}")
		for n := range data[:end] {
			c, err := decoded(f, data[:n], nil)
			if err != nil {
				continue
			}
			m := c.Messages[0].(*conv.AssistantMessage)
			if m.StopReason != conv.StopAborted && !bytes.Contains(data[:n], []byte("finishReason")) && !bytes.Contains(data[:n], []byte("blockReason")) {
				t.Fatalf("cut at %d it ends in %q", n, m.StopReason)
			}
		}
	})
}

// The values of a stream need not come one behind the other in one body.
func TestSeveralAnswersInAStream(t *testing.T) {
	f := format(t, "gemini-stream")
	one, err := os.ReadFile(testdata + "formats/gemini-stream/text/input.sse")
	if err != nil {
		t.Fatal(err)
	}
	two := bytes.ReplaceAll(one, []byte("tIdE-1_x"), []byte("tIdE-2_x"))
	var ids []string
	for c, err := range f.Decode(append(slices.Clone(one), two...), nil) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.Messages[0].(*conv.AssistantMessage).ResponseID)
	}
	if d := cmp.Diff([]string{"tIdE-1_x", "tIdE-2_x"}, ids); d != "" {
		t.Error(d)
	}
}

// What is malformed is an error that says where.
func TestMalformed(t *testing.T) {
	for _, c := range []struct{ format, body, want string }{
		{"gemini", `{"contents":[{"parts":[{"functionResponse":{"name":"a","response":"text"}}]}]}`, `want a response that is an object, got a string`},
		{"gemini", `{"contents":[{"parts":[{"functionResponse":{"name":"a","response":[1]}}]}]}`, `want a response that is an object, got an array`},
		{"gemini", `{"contents":[{"role":7,"parts":[]}]}`, `want a role as a string, got a number`},
		{"gemini", `{"contents":[{"parts":["text"]}]}`, `want a part, got a string`},
		{"gemini", `{"contents":["text"]}`, `want a content, got a string`},
		{"gemini", `{"contents":"text"}`, `want an array, got a string`},
		{"gemini", `{"contents":[{"parts":[{"text":5}]}]}`, `want a string, got a number`},
		{"gemini", `{"generationConfig":{}}`, `no contents`},
		{"gemini", `{"contents":[],"tools":["googleSearch"]}`, `want a tool, got a string`},
		{"gemini", `{"contents":[`, `unexpected end of JSON`},
		{"gemini-response", `[]`, `want an answer, got an array`},
		{"gemini-response", `{"candidates":[7]}`, `want a candidate, got a number`},
		{"gemini-response", `{"usageMetadata":{"promptTokenCount":1.5}}`, `promptTokenCount: want a whole number, got 1.5`},
		{"gemini-response", `{"error":"no"}`, `want an error, got a string`},
		{"gemini-stream", `data: {"candidates":[{"content":{"parts":[{"text":5}]}}]}` + "\n\n", `chunk 1: offset 44: want a string, got a number`},
		{"gemini-stream", `[]`, `no chunks`},
		{"gemini-stream", `[{"a":1}]`, `none of the chunks is one of this format`},
		{"gemini-stream", ``, `no chunks`},
	} {
		_, err := decoded(format(t, c.format), []byte(c.body), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.body, err, c.want)
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
		kind, ok := strings.CutPrefix(filepath.ToSlash(filepath.Dir(column[0])), "gemini/")
		if !ok || kind == "request" && column[5] != "200" {
			continue
		}
		name := map[string]string{"request": "gemini", "response": "gemini-response", "stream": "gemini-stream"}[kind]
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
