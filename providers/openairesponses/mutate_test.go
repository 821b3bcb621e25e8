package openairesponses

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"convo/conv/fit"
	"convo/providers/internal/roomtest"
)

// Whatever stands in the place of a value, or if nothing does: what is read
// comes back as it was; what is not of this format is an error.
func TestChangedBodiesComeBack(t *testing.T) {
	for _, name := range []string{"openai-responses", "openai-responses-response"} {
		f, done := formatNamed(t, name), map[string]bool{}
		roomtest.Inputs(t, f, func(t *testing.T, data []byte) {
			for changed := range mutations(t, data, done) {
				c, err := roomtest.Decoded(f, changed, nil)
				if err != nil {
					continue
				}
				fit := fit.To(c, f, nil)
				body := roomtest.Written(f, fit)
				if roomtest.Native(c) != roomtest.Native(fit) || roomtest.Native(fit) != roomtest.Native(roomtest.Decode(t, f, body)) {
					t.Fatalf("read again it is another conversation:\n%s\n%s\n%s\n%s", changed, body, roomtest.Native(c), roomtest.Native(roomtest.Decode(t, f, body)))
				}
				if d := roomtest.APIDiff(t, f, changed, body); d != "" {
					t.Fatalf("written it says something else (-came +went):\n%s\n%s", d, changed)
				}
			}
		})
	}
}

// mutations are a body in which one value is another one, or gone: a value of
// each path that is not done yet.
func mutations(t *testing.T, data []byte, done map[string]bool) func(yield func([]byte) bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var root any
	if err := d.Decode(&root); err != nil {
		t.Fatal(err)
	}
	return func(yield func([]byte) bool) {
		emit := func() bool {
			b, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			return yield(b)
		}
		mutate(root, "", done, emit)
	}
}

// mutate changes each value in v in turn, and calls emit while it is changed.
// A value of the same path and kind as one before it stays.
func mutate(v any, path string, done map[string]bool, emit func() bool) bool {
	others := []any{nil, "", "x", []any{}, []any{"x"}, map[string]any{}, json.Number("7"), true}
	change := func(at string, was any, set func(any), remove func()) bool {
		at = fmt.Sprintf("%s %T", at, was)
		if done[at] {
			return true
		}
		done[at] = true
		for _, other := range others {
			if set(other); !emit() {
				return false
			}
		}
		if remove != nil {
			if remove(); !emit() {
				return false
			}
		}
		set(was)
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		kind, _ := v["type"].(string)
		path += "{" + kind + "}."
		for _, key := range slices.Sorted(maps.Keys(v)) {
			was := v[key]
			if !change(path+key, was, func(x any) { v[key] = x }, func() { delete(v, key) }) || !mutate(was, path+key, done, emit) {
				return false
			}
		}
	case []any:
		for i, was := range v {
			if !change(path+"[]", was, func(x any) { v[i] = x }, nil) || !mutate(was, path+"[]", done, emit) {
				return false
			}
		}
	}
	return true
}
