package providers_test

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/edit"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/redact"
	"convo/providers"
)

// A redacted conversation is a valid one: every format writes it and reads it
// back, and no format writes a secret.
func TestEveryFormatWritesWhatWasRedacted(t *testing.T) {
	runsWhole(t)
	token := func(n int) string { return "ghp_" + strings.Repeat("aB3dE6", 5) + strconv.Itoa(100_000+n) }
	for name, c := range corpus(t) {
		n := 0
		data := bytes.ReplaceAll([]byte(native(c)), []byte(`"text":"`), []byte(`"text":"% `))
		for bytes.Contains(data, []byte("% ")) {
			n++
			data = bytes.Replace(data, []byte("% "), []byte(token(n)+" "), 1)
		}
		planted, err := conv.Native.Decode(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		for what, redacted := range map[string]*conv.Conversation{
			"secrets": edit.Redact(planted, []redact.Finder{redact.Secrets}, nil), "structure": edit.Structure(planted, nil),
		} {
			if err := redacted.Check(); err != nil {
				t.Errorf("%s, %s: %v", name, what, err)
			}
			for _, f := range providers.Formats() {
				if f.Write == nil {
					continue
				}
				fitted := fit.To(redacted, &f, nil)
				out := written(&f, fitted)
				if bytes.Contains(out, []byte("ghp_")) {
					t.Errorf("%s, %s, %s: a secret is in it: %s", name, what, f.Name, out)
				}
				if f.Decode == nil || f.Unit != format.DocumentUnit {
					continue
				}
				if back := decoded(t, &f, out, nil); native(fit.To(back, &f, nil)) != native(fitted) {
					t.Errorf("%s, %s, %s: reads back different\n%s", name, what, f.Name, diff(native(fitted), native(back)))
				}
			}
		}
	}
}

// A sentence or an address in place of any string of any example is gone in the
// structure of a conversation, also where a name or a type stands. Keys stay: the
// paths of Gemini's pieces of arguments become keys.
func TestStructureKeepsNoSentence(t *testing.T) {
	runsWhole(t)
	t.Parallel()
	tried := 0
	for _, f := range providers.Formats() {
		if f.Decode == nil || f.Write == nil {
			continue
		}
		goldens(t, &f, func(t *testing.T, dir string, input []byte) {
			for _, at := range aString.FindAllSubmatchIndex(input, -1) {
				for _, planted := range []string{"Layoffs at Falcon on Monday", "gs://acme-mergers/FALCON-layoffs.pdf"} {
					data := slices.Concat(input[:at[2]], []byte(planted), input[at[4]:])
					for c, err := range f.Decode(data, nil) {
						if err != nil {
							break
						}
						tried++
						structure := edit.Structure(c, nil)
						if out := native(structure); strings.Contains(out, planted) && !strings.Contains(out, `"`+planted+`":`) {
							t.Errorf("%s: %q at byte %d is still there: %s", dir, planted, at[2], around(out, planted))
						}
					}
				}
			}
		})
	}
	if tried < 1000 {
		t.Errorf("only %d places were tried", tried)
	}
}

// aString is a string of JSON that is no key.
var aString = regexp.MustCompile(`[:,\[]\s*"()(?:[^"\\]|\\.)+()"\s*[,\]}]`)

// around is the text around the first place of another.
func around(s, of string) string {
	i := strings.Index(s, of)
	return s[max(0, i-80):min(len(s), i+len(of)+20)]
}
