package providers_test

// A body that is damaged is an error or a conversation, and a conversation comes
// back from its own format.

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"convo/conv/format"
	"convo/providers/internal/roomtest"
)

// aValue is the value of a field or an element.
var aValue = regexp.MustCompile(`[:\[,]\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|\{\}|\[\])\s*[,}\]]`)

// plainField is a field with a plain value.
var plainField = regexp.MustCompile(`("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)`)

var otherValues = []string{`null`, `""`, `"x"`, `" "`, `0`, `1`, `-1`, `1.5`, `1e400`, `true`, `false`, `[]`, `{}`, `[null]`, `["x"]`, `{"x":1}`, `[{}]`, `"\ud800"`, `"a\u0000b"`}

// spoilt are what programs and people do to one place of a JSON text.
var spoilt = []func(r *rand.Rand, data []byte) []byte{
	func(r *rand.Rand, data []byte) []byte { // another type
		return replaced(r, data, aValue, func([]byte) []byte { return []byte(otherValues[r.IntN(len(otherValues))]) })
	},
	func(r *rand.Rand, data []byte) []byte { // a value from elsewhere
		all := aValue.FindAllSubmatch(data, -1)
		return replaced(r, data, aValue, func([]byte) []byte { return all[r.IntN(len(all))][1] })
	},
	func(r *rand.Rand, data []byte) []byte { // a string is cut
		return replaced(r, data, aValue, func(v []byte) []byte {
			if v[0] != '"' || len(v) < 3 || bytes.IndexByte(v, '\\') >= 0 {
				return v
			}
			return append(bytes.Clone(v[:1+r.IntN(len(v)-2)]), '"')
		})
	},
	func(r *rand.Rand, data []byte) []byte { // a key comes twice, with another value
		return replacedAll(r, data, plainField, func(field []byte) []byte {
			key := plainField.FindSubmatch(field)[1]
			return slices.Concat(field, []byte(","), key, []byte(":"), []byte(otherValues[r.IntN(len(otherValues))]))
		})
	},
	func(r *rand.Rand, data []byte) []byte { // a key is lost, or another one stands there
		return replacedAll(r, data, plainField, func(field []byte) []byte {
			return append([]byte(`"other":`), plainField.FindSubmatch(field)[2]...)
		})
	},
}

func replaced(r *rand.Rand, data []byte, find *regexp.Regexp, by func([]byte) []byte) []byte {
	all := find.FindAllSubmatchIndex(data, -1)
	if len(all) == 0 {
		return data
	}
	at := all[r.IntN(len(all))]
	return slices.Concat(data[:at[2]], by(data[at[2]:at[3]]), data[at[3]:])
}

func replacedAll(r *rand.Rand, data []byte, find *regexp.Regexp, by func([]byte) []byte) []byte {
	all := find.FindAllIndex(data, -1)
	if len(all) == 0 {
		return data
	}
	at := all[r.IntN(len(all))]
	return slices.Concat(data[:at[0]], by(data[at[0]:at[1]]), data[at[1]:])
}

// Each body of an API after mutations. The seeds make them the same in every run.
func TestLawMutatedBodiesComeBack(t *testing.T) {
	t.Parallel()
	rounds := seedsOr(40)
	apis := []string{"openai-chat", "openai-responses", "anthropic", "gemini", "ag-ui"}
	formats(t, func(t *testing.T, f *format.Format) {
		if f.Decode == nil || f.Write == nil || f.Unit == format.SessionUnit || !slices.Contains(apis, f.Family) {
			return
		}
		files, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*/input.*")
		for _, file := range files {
			mutatedComesBack(t, f, file, read(t, file), rounds)
		}
	})
}

// oddOrders are bodies whose order says what no order of blocks can: two items
// have one place.
var oddOrders = []string{"never-added/3"}

// mutatedComesBack damages a body in some ways, and holds what is read of it
// against what is read of what is written of it.
func mutatedComesBack(t *testing.T, f *format.Format, file string, body []byte, rounds uint64) {
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, uint64(len(file))))
		data := body
		for range 1 + r.IntN(2) {
			if events := eventsOf(data); len(events) > 1 && r.IntN(4) == 0 {
				i, j := r.IntN(len(events)), r.IntN(len(events))
				events[i], events[j] = events[j], events[i]
				data = bytes.Join(events, nil)
			} else {
				data = spoilt[r.IntN(len(spoilt))](r, data)
			}
		}
		name := fmt.Sprintf("%s/%d", filepath.Base(filepath.Dir(file)), seed)
		if slices.Contains(oddOrders, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if roomtest.Survives(t, f, data); t.Failed() {
				t.Logf("the body:\n%s", data)
			}
		})
	}
}
