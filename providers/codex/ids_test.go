package codex

import (
	"hash/fnv"
	"testing"
)

func TestHashIsFNV(t *testing.T) {
	for _, text := range []string{"", "a", "Wie hoch steht die Flut?\x00", "\xff\xfe"} {
		standard := fnv.New64a()
		standard.Write([]byte(text))
		if got := newHash.after(text); uint64(got) != standard.Sum64() {
			t.Errorf("%q: %x, want %x", text, got, standard.Sum64())
		}
	}
}
