package providers_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/edit"
	"convo/conv/fit"
	"convo/conv/redact"
	"convo/providers"
)

// A redacted conversation is a valid one: every format writes it and reads it
// back, and no format writes a secret.
func TestEveryFormatWritesWhatWasRedacted(t *testing.T) {
	token := func(n int) string { return "ghp_" + strings.Repeat("aB3dE6", 5) + strconv.Itoa(100_000+n) }
	for name, c := range corpus(t) {
		n := 0
		data := bytes.ReplaceAll([]byte(native(c)), []byte(`"text":"`), []byte(`"text":"% `))
		for bytes.Contains(data, []byte("% ")) {
			n++
			data = bytes.Replace(data, []byte("% "), []byte(token(n)+" "), 1)
		}
		planted, err := conv.DecodeNative(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		for what, redacted := range map[string]*conv.Conversation{
			"secrets": edit.Redact(planted, redact.Secrets, nil), "structure": edit.Structure(planted, nil),
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
				if f.Decode == nil || f.Unit != conv.DocumentUnit {
					continue
				}
				if back := decoded(t, &f, out, nil); native(fit.To(back, &f, nil)) != native(fitted) {
					t.Errorf("%s, %s, %s: reads back different\n%s", name, what, f.Name, diff(native(fitted), native(back)))
				}
			}
		}
	}
}
