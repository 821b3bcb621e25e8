package record

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOpenIsAListThatIsSearched compares Open with a plain list.
func TestOpenIsAListThatIsSearched(t *testing.T) {
	type pair struct {
		key int64
		is  int
	}
	r := rand.New(rand.NewPCG(1, 2))
	var o Open[int64, int]
	var list []pair
	for step := range 20000 {
		key := r.Int64N(60)
		i := slices.IndexFunc(list, func(p pair) bool { return p.key == key })
		is, ok := o.Find(key)
		if ok != (i >= 0) || ok && is != list[i].is {
			t.Fatalf("step %d: Find(%d) is %d, %v", step, key, is, ok)
		}
		if r.IntN(100) < 45+step/2000 {
			o.Add(key, step)
			list = append(list, pair{key, step})
		} else if o.Drop(key); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
		if step%100 == 0 {
			var want []int
			for _, p := range list {
				want = append(want, p.is)
			}
			if got := slices.Collect(o.All); !slices.Equal(got, want) || o.Len() != len(want) {
				t.Fatalf("step %d: %v, want %v", step, got, want)
			}
		}
		first, ok := o.First()
		if ok != (len(list) > 0) || ok && first != list[0].key {
			t.Fatalf("step %d: First is %d, %v", step, first, ok)
		}
	}
}
