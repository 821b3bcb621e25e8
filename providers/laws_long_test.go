package providers_test

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"testing"

	"convo/conv/format"
	"convo/providers"
)

// A long input is known as a short one is: what comes after a long list still counts.
func TestLawLongIsDetected(t *testing.T) {
	runsWhole(t)
	readable(t, func(t *testing.T, f *format.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			if format.NewProbe(input).Form != format.FormJSON {
				return
			}
			short, _ := providers.Detect(format.NewProbe(input))
			for start, long := range lengthened(input) {
				found, _ := providers.Detect(format.NewProbe(long))
				if !slices.Equal(names(found), names(short)) {
					t.Errorf("if the list at %q is long, %v, not %v", input[start:min(len(input), start+40)], names(found), names(short))
				}
			}
		})
	})
}

// lengthened passes a document with one list of objects after the other made longer than
// what an outline looks at, by its own elements, and where the list begins.
func lengthened(input []byte) iter.Seq2[int, []byte] {
	const outlined, depth = 100_000, 3 // in tokens, in lists and objects
	type opened struct{ start, token int }
	return func(yield func(int, []byte) bool) {
		var stack []opened
		tokens := json.NewDecoder(bytes.NewReader(input))
		for n := 0; ; n++ {
			token, err := tokens.Token()
			if err != nil {
				return
			}
			switch end := int(tokens.InputOffset()); token {
			case json.Delim('['), json.Delim('{'):
				stack = append(stack, opened{end, n})
			case json.Delim(']'), json.Delim('}'):
				open := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				elements := append([]byte(","), input[open.start:end-1]...)
				if token != json.Delim(']') || len(stack) >= depth || !bytes.HasPrefix(bytes.TrimSpace(elements[1:]), []byte("{")) {
					continue
				}
				more := bytes.Repeat(elements, outlined/(n-open.token))
				if !yield(open.start, slices.Concat(input[:end-1], more, input[end-1:])) {
					return
				}
			}
		}
	}
}
