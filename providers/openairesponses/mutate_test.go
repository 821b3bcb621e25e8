package openairesponses

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"convo/conv/fit"
	"convo/providers/internal/roomtest"
)

// Whatever stands in the place of a value, or if nothing does: what is read
// comes back as it was, and if it is none of this format, that is an error.
func TestChangedBodiesComeBack(t *testing.T) {
	for _, name := range []string{"openai-responses", "openai-responses-response"} {
		f := format(t, name)
		roomtest.Inputs(t, f, func(t *testing.T, data []byte) {
			for changed := range mutations(t, data) {
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

// mutations are a body with one value each another one, or gone.
func mutations(t *testing.T, data []byte) func(yield func([]byte) bool) {
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
		mutate(root, emit)
	}
}

// mutate changes each value in v in turn, and calls emit while it is changed.
func mutate(v any, emit func() bool) bool {
	others := []any{nil, "", "x", []any{}, []any{"x"}, map[string]any{}, json.Number("7"), true}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			was := v[key]
			for _, other := range others {
				if v[key] = other; !emit() {
					return false
				}
			}
			if delete(v, key); !emit() {
				return false
			}
			if v[key] = was; !mutate(was, emit) {
				return false
			}
		}
	case []any:
		for i, was := range v {
			for _, other := range others {
				if v[i] = other; !emit() {
					return false
				}
			}
			if v[i] = was; !mutate(was, emit) {
				return false
			}
		}
	}
	return true
}
