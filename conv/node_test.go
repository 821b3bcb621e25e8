package conv

import (
	"slices"
	"strconv"
	"testing"
)

// Residue of many members is what it would be of few, also after it was
// copied, and put in another order.
func TestManyMembers(t *testing.T) {
	const many = 500
	var e Extensions
	for i := range many {
		e.Set("a", strconv.Itoa(i), Raw(strconv.Itoa(i)))
		e.Set("b", "one", "1")
	}
	copied := e.Clone()
	copied.Set("a", "7", "0")
	copied.Set("a", "new", "1")
	slices.Reverse(e.Of("a"))
	e.Set("a", "3", "33")
	e.Set("a", "more", "2")
	for i := range many {
		want, other := strconv.Itoa(i), strconv.Itoa(i)
		switch i {
		case 3:
			want = "33"
		case 7:
			other = "0"
		}
		if got := e.Get("a", strconv.Itoa(i)); string(got) != want {
			t.Errorf("%d is %s, want %s", i, got, want)
		}
		if got := copied.Get("a", strconv.Itoa(i)); string(got) != other {
			t.Errorf("copied, %d is %s, want %s", i, got, other)
		}
	}
	if len(e.Of("a")) != many+1 || len(copied.Of("a")) != many+1 || len(e.Of("b")) != 1 {
		t.Errorf("%d and %d members", len(e.Of("a")), len(copied.Of("a")))
	}
	if e.Get("a", "new") != "" || copied.Get("a", "more") != "" || e.Get("a", "more") != "2" || e.Get("c", "1") != "" {
		t.Error("what was set is not what is there")
	}
}
