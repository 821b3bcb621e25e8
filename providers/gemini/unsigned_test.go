package gemini

import (
	"strings"
	"testing"

	"convo/conv/fit"
	"convo/providers/internal/roomtest"
)

// A signature that no server of Gemini issued is not sent to one. What is left is a
// part with a text, since servers refuse a part without data, and the next reading
// finds nothing else.
func TestAPartIsNotEmptyWithoutItsSignature(t *testing.T) {
	f := &Formats()[0]
	for input, want := range map[string]string{
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"text":"Welcome."},{"thoughtSignature":"b"}]}]}`:                       `{"text":""}]}]}`,
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"function_call":{"name":"f","args":{}},"thought_signature":"a b"}]}]}`: `{"function_call":{"name":"f","args":{}}}]}]}`,
	} {
		roomtest.Survives(t, f, []byte(input))
		got := string(roomtest.Written(f, fit.To(roomtest.Decode(t, f, []byte(input)), f, nil)))
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s\nwant the end %s", got, want)
		}
	}
}
