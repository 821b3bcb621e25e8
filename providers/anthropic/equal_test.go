package anthropic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"testing"
)

// differences lists where two bodies are not equal as the API sees them. The
// same are a string and one plain text block where the API takes both, null
// and absent, and any order of keys.
func differences(t *testing.T, a, b []byte) string {
	t.Helper()
	var out []string
	compare(&out, "", parse(t, a), parse(t, b))
	return strings.Join(out, "\n")
}

func parse(t *testing.T, b []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return v
}

func compare(out *[]string, at string, a, b any) {
	key := at[strings.LastIndexByte(at, '/')+1:]
	if key == "content" || key == "system" {
		a, b = asText(a), asText(b)
	}
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			compareObjects(out, at, x, y)
			return
		}
	case []any:
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				compare(out, fmt.Sprint(at, "/", i), x[i], y[i])
			}
			return
		}
	}
	if !reflect.DeepEqual(a, b) {
		*out = append(*out, fmt.Sprintf("%s: %v is not %v", at, a, b))
	}
}

func compareObjects(out *[]string, at string, a, b map[string]any) {
	keys := map[string]bool{}
	for k := range a {
		keys[k] = true
	}
	for k := range b {
		keys[k] = true
	}
	sorted := make([]string, 0, len(keys))
	for k := range keys {
		sorted = append(sorted, k)
	}
	sort.Strings(sorted)
	// Inside a call's input and a schema null is a value like any other.
	strict := strings.Contains(at, "/input") || strings.Contains(at, "schema")
	for _, k := range sorted {
		_, inA := a[k]
		_, inB := b[k]
		if strict && inA != inB {
			*out = append(*out, fmt.Sprintf("%s/%s: only one has it", at, k))
			continue
		}
		compare(out, at+"/"+k, a[k], b[k])
	}
}

// asText is the text of a list of one text block that says nothing else.
func asText(v any) any {
	list, ok := v.([]any)
	if !ok || len(list) != 1 {
		return v
	}
	block, _ := list[0].(map[string]any)
	for k, x := range block {
		if k != "type" && k != "text" && x != nil {
			return v
		}
	}
	if text, ok := block["text"].(string); ok && block["type"] == "text" {
		return text
	}
	return v
}

func TestDifferencesAreSeen(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"a":1}`, `{"a":1.0}`},
		{`{"a":""}`, `{}`},
		{`{"a":[]}`, `{}`},
		{`{"a":false}`, `{}`},
		{`{"content":[{"type":"text","text":"x","cache_control":{}}]}`, `{"content":"x"}`},
		{`{"input":{"a":null}}`, `{"input":{}}`},
		{`{"a":[1,2]}`, `{"a":[2,1]}`},
	} {
		if differences(t, []byte(pair[0]), []byte(pair[1])) == "" {
			t.Errorf("%s and %s count as equal", pair[0], pair[1])
		}
	}
	if d := differences(t, []byte(`{"a":null,"content":"x"}`), []byte(`{"content":[{"text":"x","type":"text"}]}`)); d != "" {
		t.Error(d)
	}
}
