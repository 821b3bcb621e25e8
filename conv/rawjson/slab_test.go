package rawjson

import (
	"slices"
	"testing"
)

func TestSlabReset(t *testing.T) {
	var s Slab[int]
	for round := range 3 {
		made := map[*int]bool{}
		for i := range 10 * slabMost {
			n := s.New()
			if *n != 0 || made[n] {
				t.Fatalf("round %d, node %d: was in use", round, i)
			}
			*n, made[n] = i+1, true
		}
		s.Reset()
	}
}

func TestSlabKeepsLittle(t *testing.T) {
	var s Slab[int]
	for range 2 * slabsKept * slabMost {
		s.New()
	}
	if len(s.kept) > slabsKept {
		t.Errorf("keeps %d pieces, want at slabMost %d", len(s.kept), slabsKept)
	}
}

func TestSlabList(t *testing.T) {
	for n := range 2 * slabMost {
		var s Slab[int]
		want := make([]int, n)
		for i := range want {
			want[i] = i
		}
		first := s.List(want...)
		second := append(s.List(want...), -1)
		if !slices.Equal(first, want) || !slices.Equal(second[:n], want) {
			t.Errorf("%d nodes: got %v and %v", n, first, second)
		}
	}
}

// Reset forgets every node that was handed out, however full the last piece is.
func TestSlabResetClearsWhatWasUsed(t *testing.T) {
	for n := range 5 * slabMost {
		var s Slab[int]
		for range n {
			*s.New() = 1
		}
		list := s.List(1, 1, 1)
		s.Reset()
		for i, x := range list {
			if x != 0 {
				t.Fatalf("%d nodes: node %d of a list is kept", n, i)
			}
		}
		for i := range 6 * slabMost {
			if x := *s.New(); x != 0 {
				t.Fatalf("%d nodes: node %d is not new", n, i)
			}
		}
	}
}
