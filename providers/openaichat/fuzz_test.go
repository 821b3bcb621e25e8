package openaichat

import (
	"os"
	"path/filepath"
	"testing"

	"convo/conv"

	"github.com/google/go-cmp/cmp"
)

func FuzzDecodeRequest(f *testing.F)  { fuzz(f, "openai-chat") }
func FuzzDecodeResponse(f *testing.F) { fuzz(f, "openai-chat-response") }
func FuzzDecodeTraining(f *testing.F) { fuzz(f, "openai-finetune") }
func FuzzDecodeStream(f *testing.F)   { fuzz(f, "openai-chat-stream") }

// fuzz checks that a Decode never panics, and that what it accepts comes back
// from its own format, fit and written once, as it was then.
func fuzz(f *testing.F, name string) {
	files, _ := filepath.Glob(testdata + "formats/" + name + "/*/input.*")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	form := format(f, name)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decoded(form, data, nil)
		if err != nil {
			return
		}
		fit := conv.Fit(c, form, nil)
		body := written(form, fit)
		again := conv.Fit(mustDecode(t, form, body), form, nil)
		if d := cmp.Diff(native(fit), native(again)); d != "" {
			t.Errorf("(-fit +again)\n%s\n%s", d, body)
		}
	})
}
