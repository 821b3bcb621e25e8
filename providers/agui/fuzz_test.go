package agui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"convo/conv"
	"convo/providers/agui"
)

// FuzzLive checks that reading a stream live fails if reading it at rest
// fails, and that each answer begins, has its blocks and ends.
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
