package providers_test

import (
	"runtime"
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/scripts/bench/shapes"
)

// A field that no format knows is kept, and costs its own size a few times: in
// the conversation, and in all that is made while it is read, beside a part that
// does not grow.
func TestUnknownKeysTakeBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large documents, and starts no goroutine")
	}
	const keptMost, usedMost, once = 8, 32, 5 << 20
	for _, s := range shapes.Keys() {
		from, body := lookup(t, s.Format), s.Body(100_000)
		var before, during, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var all []*conv.Conversation
		for c, err := range from.Decode(body, &note.Notes{}) {
			if err != nil {
				t.Fatalf("%s: %v", s.Name, err)
			}
			all = append(all, c)
		}
		runtime.ReadMemStats(&during)
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(all)
		size := float64(len(body))
		kept := float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / size
		used := (float64(during.TotalAlloc-before.TotalAlloc) - once) / size
		if kept > keptMost || used > usedMost {
			t.Errorf("%s: keeps %.1f bytes for one that is read, and uses %.1f and 5 MB", s.Name, kept, used)
		}
	}
}
