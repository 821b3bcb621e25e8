package claudecode

import (
	"encoding/binary"
	"hash/fnv"
	"testing"
)

func TestHashIsFNV(t *testing.T) {
	for _, text := range []string{"", "a", "Wie hoch steht die Flut?\x00", string(make([]byte, 300)) + "\xff\xfe"} {
		standard := fnv.New128a()
		standard.Write([]byte(text))
		want := standard.Sum(nil)
		empty := fnv.New128a().Sum(nil)
		got := hash{binary.BigEndian.Uint64(empty), binary.BigEndian.Uint64(empty[8:])}.after(text)
		if got != (hash{binary.BigEndian.Uint64(want), binary.BigEndian.Uint64(want[8:])}) {
			t.Errorf("%q: %x, want %x", text, got, want)
		}
	}
}
