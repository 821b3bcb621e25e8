package agui_test

import (
	"os"
	"path/filepath"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/agui"

	"github.com/google/go-cmp/cmp"
)

func FuzzDecodeDocument(f *testing.F) { fuzz(f, agui.Formats()[0]) }
func FuzzDecodeStream(f *testing.F)   { fuzz(f, agui.Formats()[1]) }

// fuzz checks that a Decode never panics, and that what it accepts comes back
// from its own format as it was.
func fuzz(f *testing.F, form conv.Format) {
	files, _ := filepath.Glob("../../testdata/formats/" + form.Name + "/*/input.*")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for c, err := range form.Decode(data, nil) {
			if err != nil {
				return
			}
			fit := conv.Fit(c, &form, nil)
			w := rawjson.NewWriter(nil)
			form.Write(w, fit)
			for back, err := range form.Decode(w.Bytes(), nil) {
				if err != nil {
					t.Fatalf("%v\n%s", err, w.Bytes())
				}
				if d := cmp.Diff(native(fit), native(conv.Fit(back, &form, nil))); d != "" {
					t.Errorf("(-fit +again)\n%s\n%s", d, w.Bytes())
				}
			}
		}
	})
}

// native is a conversation as text that is equal for equal conversations.
func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.WriteNative(w, c)
	return string(w.Bytes())
}
