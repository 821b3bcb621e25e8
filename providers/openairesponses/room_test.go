package openairesponses

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
	return cmp.Diff(parsed(t, a), parsed(t, b))
}

func parsed(t *testing.T, data []byte) []string {
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
			if (key == "content" || key == "output") && strings.Count(at, "[") == 1 {
				x = asText(x)
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

// asText is the text of a list of one part that says nothing else.
func asText(v any) any {
	list, _ := v.([]any)
	if len(list) != 1 {
		return v
	}
	part, _ := list[0].(map[string]any)
	if part["type"] != "input_text" && part["type"] != "output_text" {
		return v
	}
	for key, x := range part {
		if key != "type" && key != "text" && x != nil {
			return v
		}
	}
	return part["text"]
}

// The comparer itself can tell bodies apart.
func TestTheComparerSees(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"a":1}`, `{"a":1.0}`},
		{`{"a":""}`, `{}`},
		{`{"a":[]}`, `{}`},
		{`{"input":"x"}`, `{"input":[{"role":"user","content":"x"}]}`},
		{`{"input":[{"content":""}]}`, `{"input":[{"content":[]}]}`},
		{`{"input":[{"role":"user","content":""}]}`, `{"input":[{"type":"message","role":"user","content":""}]}`},
		{`{"input":[{"content":"x"}]}`, `{"input":[{"content":[{"type":"output_text","text":"x","annotations":[]}]}]}`},
	} {
		if apiDiff(t, []byte(pair[0]), []byte(pair[1])) == "" {
			t.Errorf("%s and %s count as the same", pair[0], pair[1])
		}
	}
	same := [2]string{`{"b":null,"input":[{"role":"user","content":"x"}]}`, `{"input":[{"content":[{"text":"x","type":"input_text"}],"role":"user"}]}`}
	if d := apiDiff(t, []byte(same[0]), []byte(same[1])); d != "" {
		t.Error(d)
	}
}

// inputs passes each golden input of a format.
func inputs(t *testing.T, f *conv.Format, test func(t *testing.T, data []byte)) {
	files, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*/input.*")
	if len(files) < 20 {
		t.Errorf("%d inputs of %s, want more", len(files), f.Name)
	}
	for _, file := range files {
		t.Run(f.Name+"/"+filepath.Base(filepath.Dir(file)), func(t *testing.T) { test(t, read(t, file)) })
	}
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
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

func TestOthersAreNotClaimed(t *testing.T) {
	for _, body := range []string{
		`{"model":"text-embedding-3-small","input":"a text"}`,
		`{"model":"text-embedding-3-small","input":["a","b"],"encoding_format":"float"}`,
		`{"model":"omni-moderation-latest","input":"a text"}`,
		`{"model":"gpt-4o-mini-tts","input":"a text","voice":"alloy"}`,
		`{"messages":[{"role":"user","content":"hi"}],"input":[]}`,
		`{"input":"what?"}`,
		`{"contents":[]}`,
		`{"id":"r","object":"chat.completion","choices":[]}`,
		`{"error":{"message":"no"}}`,
		`{"type":"response_item","payload":{"type":"message"}}`,
	} {
		for _, f := range Formats() {
			if f.Detect(conv.NewProbe([]byte(body))) {
				t.Errorf("%s claims %s", f.Name, body)
			}
		}
	}
}

// An error that a server sends in the place of a response, which others send
// too, is read if somebody says what it is.
func TestALoneErrorIsAResponse(t *testing.T) {
	f := format(t, "openai-responses-response")
	body := []byte(`{"error":{"message":"No such model.","type":"invalid_request_error","param":"model","code":"model_not_found"}}`)
	comesBack(t, f, body)
	m := mustDecode(t, f, body).Messages[0].(*conv.AssistantMessage)
	if m.StopReason != conv.StopError || m.ErrorMessage != "No such model." {
		t.Errorf("%s, %q", m.StopReason, m.ErrorMessage)
	}
}

// Of a key that an object repeats the last value counts, and the loss of the
// others is noted.
func TestRepeatedKeys(t *testing.T) {
	f := format(t, "openai-responses")
	once := `{"model":"b","input":[{"role":"user","content":"x"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}","id":"fc_2"},{"type":"function_call_output","call_id":"c","output":"y"}]}`
	twice := `{"model":"a","model":"b","input":[{"role":"system","role":"user","content":[],"content":"x"},{"type":"reasoning","type":"function_call","call_id":"c","name":"m","name":"n","arguments":"[","arguments":"{}","id":"fc_1","id":"fc_2"},{"type":"function_call_output","call_id":"c","status":"incomplete","status":null,"output":[],"output":"y"}]}`
	notes := &conv.Notes{All: true}
	c, err := decoded(f, []byte(twice), notes)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(native(mustDecode(t, f, []byte(once))), native(c)); d != "" {
		t.Error(d)
	}
	if n := notes.Losses(); n != 9 {
		t.Errorf("%d losses, want 9: %v", n, notes.List())
	}
}

func TestMalformedIsAnErrorWithAPlace(t *testing.T) {
	for body, want := range map[string]string{
		`[]`:                       "offset 0: want a request as an object, got an array",
		`{}`:                       "offset 0: a request without input",
		`{"input":7}`:              "offset 9: want input as a string or an array, got a number",
		`{"input":["hi"]}`:         "offset 10: want an item as an object, got a string",
		`{"input":[{}]}`:           "offset 10: an item without a type or a role",
		`{"input":[{"type":7}]}`:   "offset 10: an item without a type or a role",
		`{"input":[{"type":"mess`:  "offset 23: unexpected end of JSON",
		`{"input":[]`:              "offset 11: unexpected end of JSON",
		`{"input":"x"}}`:           "offset 13: unexpected '}' after the value",
		`{"input":"x","tools":[1,`: "offset 24: unexpected end of JSON",
		`{"input":[{"type":"message","content":"hi"}]}`:                         "offset 10: a message without a role",
		`{"input":[{"role":"user","content":7}]}`:                               "offset 35: want content as a string or an array, got a number",
		`{"input":[{"role":"assistant","content":{}}]}`:                         "offset 40: want content as a string or an array, got an object",
		`{"input":[{"type":"function_call_output","call_id":"c","output":{}}]}`: "offset 64: want output as a string or an array, got an object",
	} {
		if _, err := decoded(format(t, "openai-responses"), []byte(body), nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	for body, want := range map[string]string{
		`{}`:                                "offset 0: a response without output",
		`[]`:                                "offset 0: want a response as an object, got an array",
		`{"object":"response","output":{}}`: "offset 30: want an array, got an object",
		`{"object":"response","output":["text"]}`: "offset 31: want an item as an object, got a string",
	} {
		if _, err := decoded(format(t, "openai-responses-response"), []byte(body), nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
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
	for line := range strings.Lines(string(read(t, filepath.Join(root, "LICENCES.tsv")))) {
		column := strings.Split(line, "\t")
		folder, kind, _ := strings.Cut(filepath.ToSlash(filepath.Dir(column[0])), "/")
		if folder != "openai-responses" || kind == "request" && column[5] != "200" {
			continue
		}
		name := map[string]string{"request": family, "response": family + "-response", "stream": family + "-stream"}[kind]
		t.Run(column[0], func(t *testing.T) {
			data := read(t, filepath.Join(root, column[0]))
			f := format(t, name)
			if !f.Detect(conv.NewProbe(data)) {
				t.Error("not detected")
			}
			comesBack(t, f, data)
		})
	}
}
