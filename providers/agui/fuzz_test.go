package agui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/rawjson"
	"convo/providers/agui"

	"github.com/google/go-cmp/cmp"
)

func FuzzDecodeDocument(f *testing.F) { fuzz(f, agui.Formats()[0]) }
func FuzzDecodeStream(f *testing.F)   { fuzz(f, agui.Formats()[1]) }

// fuzz checks that a Decode never panics, and that what it accepts comes back
// from its own format as it was.
func fuzz(f *testing.F, form conv.Format) {
	seeds(f, form.Name)
	f.Fuzz(func(t *testing.T, data []byte) {
		for c, err := range form.Decode(data, nil) {
			if err != nil {
				return
			}
			fitted := fit.To(c, &form, nil)
			w := rawjson.NewWriter(nil)
			form.Write(w, fitted)
			for back, err := range form.Decode(w.Bytes(), nil) {
				if err != nil {
					t.Fatalf("%v\n%s", err, w.Bytes())
				}
				if d := cmp.Diff(native(fitted), native(fit.To(back, &form, nil))); d != "" {
					t.Errorf("(-fit +again)\n%s\n%s", d, w.Bytes())
				}
			}
		}
	})
}

// FuzzLive checks that a stream that is read as it arrives is refused if it is
// at rest, and that each answer begins, has its blocks and ends.
func FuzzLive(f *testing.F) {
	form := agui.Formats()[1]
	seeds(f, form.Name)
	f.Fuzz(func(t *testing.T, data []byte) {
		var refused, broke error
		for _, err := range form.Decode(data, nil) {
			refused = err
		}
		var open map[int]bool // nil between answers
		blocks := 0
		for e, err := range form.Events(bytes.NewReader(data), nil) {
			if err != nil {
				broke = err
				break
			}
			switch e.Type {
			case conv.EventMessage:
			case conv.EventStart:
				if open != nil {
					t.Fatal("an answer begins within another")
				}
				open, blocks = map[int]bool{}, 0
			case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart:
				if open == nil || e.Index != blocks {
					t.Fatalf("block %d begins, want %d", e.Index, blocks)
				}
				open[e.Index] = true
				blocks++
			case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
				if !open[e.Index] {
					t.Fatalf("block %d goes on, but it is not open", e.Index)
				}
			case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
				if !open[e.Index] {
					t.Fatalf("block %d ends, but it is not open", e.Index)
				}
				delete(open, e.Index)
			default:
				if open == nil || len(open) > 0 {
					t.Fatalf("an answer ends with open blocks %v", open)
				}
				open = nil
			}
		}
		if (refused == nil) != (broke == nil) || broke == nil && open != nil {
			t.Fatalf("at rest %v, live %v, %d blocks open", refused, broke, len(open))
		}
	})
}

// seeds adds the goldens of a format.
func seeds(f *testing.F, format string) {
	files, _ := filepath.Glob("../../testdata/formats/" + format + "/*/input.*")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// native is a conversation as text that is equal for equal conversations.
func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.WriteNative(w, c)
	return string(w.Bytes())
}
