package rawjson_test

import (
	"strconv"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// An element says which one of its list it is, in whatever block it comes.
func TestElementsAreNumbered(t *testing.T) {
	long := `"` + strings.Repeat("x", rawjson.BlockSize/3) + `"`
	f := rawjson.NewFrames(strings.NewReader(`[0,`+strings.Repeat(long+",", 9)+` {"a":1}]`+"\n[7]"), 0)
	f.Split = true
	blocks, n := 0, 0
	for b, err := f.Next(); err == nil; b, err = f.Next() {
		blocks++
		for v := range b.Values() {
			want := "/" + strconv.Itoa(n%11)
			if v.Pointer() != want {
				t.Errorf("element %d: %q, want %q", n, v.Pointer(), want)
			}
			n++
		}
	}
	if n != 12 || blocks < 4 {
		t.Errorf("%d elements in %d blocks", n, blocks)
	}
	f = rawjson.NewFrames(strings.NewReader(`{"a":1}`), 0)
	f.Split = true
	if b, err := f.Next(); err != nil || b.Pointer() != "" {
		t.Errorf("%q, %v", b.Pointer(), err)
	}
}
