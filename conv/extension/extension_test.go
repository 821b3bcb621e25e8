package extension

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// Residue of many members is what it would be of few, also after it was
// copied, and put in another order.
func TestManyMembers(t *testing.T) {
	const many = 500
	var e Extensions
	for i := range many {
		e.Set("a", strconv.Itoa(i), rawjson.Raw(strconv.Itoa(i)))
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

// A field that is removed in place leaves the others, and their index, as if it
// had never been there.
func TestRemovedMembers(t *testing.T) {
	const many = 500
	var e Extensions
	for i := range many {
		e.Set("a", strconv.Itoa(i), "1")
	}
	for range 3 * many { // more than the index has room for
		e.Set("a", "odd", "1")
		e.Set("a", "last", "2")
		e.Remove("a", "odd")
		e.Remove("a", "missing")
		if e.Get("a", "odd") != "" || e.Get("a", "last") != "2" || len(e.Of("a")) != many+1 {
			t.Fatalf("%d members, odd is %q and last %q", len(e.Of("a")), e.Get("a", "odd"), e.Get("a", "last"))
		}
	}
	for i := range many {
		e.Remove("a", strconv.Itoa(i))
		if next := strconv.Itoa(i + 1); i+1 < many && e.Get("a", next) != "1" {
			t.Fatalf("%s is lost", next)
		}
	}
	if e.Remove("a", "last"); len(e) != 0 {
		t.Errorf("left: %v", e)
	}
	e.Remove("b", "none")
}

// The fields of an object inside are removed wherever they stand, and the others
// are found where they were or moved to, also after somebody sorted them.
func TestRemovedMembersInside(t *testing.T) {
	for _, many := range []int{3, 500} {
		var e Extensions
		for i := range many {
			e.Set("a", strconv.Itoa(i), "1")
			e.Set("a", "in."+strconv.Itoa(i), "2")
		}
		for round := range 3 {
			e.RemoveInside("a", "in")
			e.RemoveInside("a", "missing")
			if e.Get("a", "in.0") != "" || e.Get("a", "1") != "1" || len(e.Of("a")) != many+round {
				t.Fatalf("%d: %d members, in.0 is %q and 1 is %q", round, len(e.Of("a")), e.Get("a", "in.0"), e.Get("a", "1"))
			}
			e.Set("a", "in.0", "3")
			e.Set("a", "inner"+strconv.Itoa(round), "4")
			slices.SortFunc(e.Of("a"), func(a, b rawjson.Member) int { return strings.Compare(b.Key, a.Key) })
			if e.Get("a", "in.0") != "3" || e.Get("a", "inner0") != "4" {
				t.Fatalf("%d: in.0 is %q and inner0 is %q", round, e.Get("a", "in.0"), e.Get("a", "inner0"))
			}
		}
	}
	var e Extensions
	e.Set("a", "in.0", "1")
	if e.RemoveInside("a", "in"); len(e) != 0 {
		t.Errorf("left: %v", e)
	}
	e.RemoveInside("b", "in")
}
