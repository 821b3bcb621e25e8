package wire

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// In any chunking, a secret in an answer becomes asterisks, and nothing else
// changes.
func TestRedacting(t *testing.T) {
	const secret = "sk-sk-planted-secret"
	stars := strings.Repeat("*", len(secret))
	for in, want := range map[string]string{
		"":                                    "",
		"nothing":                             "nothing",
		secret:                                stars,
		"a " + secret + secret + " b":         "a " + stars + stars + " b",
		"sk-" + secret[:19] + secret + "sk-s": "sk-" + secret[:19] + stars + "sk-s",
		secret[:19]:                           secret[:19],
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.HalfReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			got, err := io.ReadAll(newRedacting(r, []string{secret, "word"}))
			if err != nil || string(got) != want {
				t.Errorf("%q: got %q, want %q, %v", in, got, want, err)
			}
		}
	}
	if got, _ := io.ReadAll(newRedacting(strings.NewReader("a word"), []string{"word"})); string(got) != "a word" {
		t.Errorf("a word is no secret: %q", got)
	}
}
