package session_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"convo/conv/note"
	"convo/conv/session"
)

// tree joins entries that are written id<parent.
func tree(notes *note.Notes, entries ...string) *session.Tree {
	var all []session.Node
	for i, e := range entries {
		id, parent, _ := strings.Cut(e, "<")
		all = append(all, session.Node{ID: id, Parent: parent, Offset: i})
	}
	return session.NewTree(all, notes)
}

func TestTree(t *testing.T) {
	for _, test := range []struct {
		about, entries, path, leaves, notes string
	}{
		{"a chain", "a b<a c<b", "[0 1 2]", "[2]", ""},
		{"two branches", "a b<a c<b d<a", "[0 3]", "[2 3]", ""},
		{"two roots", "a b<a c", "[2]", "[1 2]", ""},
		{"a parent that is not there", "a b<gone c<b", "[0 1 2]", "[2]", "recovered"},
		{"a first entry whose parent is not there", "a<gone b<a", "[0 1]", "[1]", ""},
		{"a parent that comes later", "a<b b c<a", "[1 0 2]", "[2]", ""},
		{"a circle", "a<b b<a c<b", "[0 1 2]", "[2]", "circle"},
		{"its own parent", "a b<b", "[1]", "[0 1]", "circle"},
		{"an id twice", "a b<a a<b c<a", "[0 1 2 3]", "[3]", "earlier entry"},
		{"no ids", " < <", "[2]", "[0 1 2]", ""},
	} {
		notes := &note.Notes{}
		tree := tree(notes, strings.Split(test.entries, " ")...)
		last := strings.Count(test.entries, " ")
		if got := fmt.Sprint(tree.Path(last)); got != test.path {
			t.Errorf("%s: the path is %s, want %s", test.about, got, test.path)
		}
		if got := fmt.Sprint(tree.Leaves()); got != test.leaves {
			t.Errorf("%s: the leaves are %s, want %s", test.about, got, test.leaves)
		}
		if got := fmt.Sprint(notes.List()); test.notes == "" && got != "[]" || !strings.Contains(got, test.notes) {
			t.Errorf("%s: the notes are %s, want %q", test.about, got, test.notes)
		}
	}
}

// However a file is made, joining it takes linear time: the square of this many
// entries would not end here.
func TestTreeOfManyEntries(t *testing.T) {
	const n = 200_000
	for name, parent := range map[string]func(i int) string{
		"missing":  func(int) string { return "gone" },
		"backward": func(i int) string { return fmt.Sprint(i - 1) },
		"forward":  func(i int) string { return fmt.Sprint(i + 1) },
		"own":      func(i int) string { return fmt.Sprint(i) },
		"to the end of a chain": func(i int) string {
			if i < n/2 {
				return fmt.Sprint(n - 1)
			}
			return fmt.Sprint(i - 1)
		},
	} {
		entries := make([]session.Node, n)
		for i := range entries {
			entries[i] = session.Node{ID: fmt.Sprint(i), Parent: parent(i)}
		}
		if leaves := session.NewTree(entries, nil).Leaves(); len(leaves) == 0 || len(leaves) > n {
			t.Errorf("%s: %d leaves of %d entries", name, len(leaves), n)
		}
	}
}

// Whatever entries say, every way up comes to its end.
func TestTreeHasNoCircles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		entries := make([]session.Node, 1+r.IntN(7))
		for i := range entries {
			entries[i] = session.Node{ID: fmt.Sprint(r.IntN(8)), Parent: fmt.Sprint(r.IntN(9))}
		}
		tree := session.NewTree(entries, nil)
		for i := range entries {
			if path := tree.Path(i); len(path) > len(entries) {
				t.Fatalf("%+v: the way to %d is %v", entries, i, path)
			}
		}
		if len(tree.Leaves()) == 0 {
			t.Fatalf("%+v: no leaves", entries)
		}
	}
}
