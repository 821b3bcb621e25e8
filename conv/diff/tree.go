package diff

import (
	"hash/maphash"
	"strconv"
	"strings"
	"sync"

	"convo/conv/rawjson"
	"convo/conv/view"
)

// tree is a JSON value taken apart.
type tree struct {
	kind byte   // { [ " or, for a number or a literal, 0
	text string // of a string; a number or a literal as it is written
	raw  rawjson.Raw
	keys []string
	kids []*tree
	size int    // parts below it
	shut bool   // too large to look into: it has no keys and kids
	hash uint64 // equal for values that say the same, whatever the order of keys
}

var (
	seed   maphash.Seed
	seeded sync.Once
)

// hashOf is a hash that no input can foresee.
func hashOf(s string) uint64 {
	seeded.Do(func() { seed = maphash.MakeSeed() })
	return maphash.String(seed, s)
}

// mostParts is how many parts of a value are looked into. A value with more is
// compared as a whole.
const mostParts = 200_000

// treeOf takes valid JSON apart; nil if it is absent.
func treeOf(raw rawjson.Raw) *tree { return taken(raw, mostParts) }

// hashOfValue is the hash of the tree of a value, which is not kept.
func hashOfValue(raw rawjson.Raw) uint64 { return taken(raw, 0).hash }

func taken(raw rawjson.Raw, room int) *tree {
	if raw == "" {
		return nil
	}
	r := treeReader{Cursor: rawjson.NewCursor([]byte(raw)), whole: raw, room: room}
	return r.read()
}

// treeReader reads a value.
type treeReader struct {
	*rawjson.Cursor
	whole rawjson.Raw
	room  int // for parts that are kept
}

func (r *treeReader) read() *tree {
	t := &tree{}
	kind := r.Kind()
	from := r.Offset()
	switch kind {
	case rawjson.Object:
		t.kind, t.hash = '{', 1
		for key := range r.Fields {
			kid := r.read()
			t.hash += mixed(hashOf(key), kid.hash)
			if r.keeps(t, kid) {
				t.keys = append(t.keys, key)
			}
		}
	case rawjson.Array:
		t.kind, t.hash = '[', 2
		for range r.Elements {
			kid := r.read()
			t.hash = mixed(t.hash, kid.hash)
			r.keeps(t, kid)
		}
	case rawjson.String:
		t.kind, t.text = '"', r.Str()
		t.hash = mixed(3, hashOf(t.text))
	default:
		t.text = sameNumber(string(r.Raw()))
		t.hash = mixed(4, hashOf(t.text))
	}
	t.raw = rawjson.Raw(strings.TrimSpace(string(r.whole[from:r.Offset()])))
	return t
}

// keeps adds a part to a value while there is room. A value that has no room for
// all of its parts keeps none.
func (r *treeReader) keeps(t, kid *tree) bool {
	switch {
	case t.shut:
		r.room += kid.size
	case r.room <= 0:
		r.room += t.size + kid.size
		t.shut, t.size, t.keys, t.kids = true, 0, nil, nil
	default:
		r.room--
		t.kids = append(t.kids, kid)
		t.size += 1 + kid.size
		return true
	}
	return false
}

// mixed is a hash of two hashes, whose order counts.
func mixed(a, b uint64) uint64 {
	a ^= b*0x9e3779b97f4a7c15 + 0x7f4a7c15
	a ^= a >> 29
	a *= 0xbf58476d1ce4e5b9
	return a ^ a>>32
}

// sameNumber spells a number of few digits in one way: 1.0 and 1e0 are 1.
func sameNumber(s string) string {
	if len(s) > 15 || s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return s
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// maxPath is the longest path that is looked into. What is deeper is compared as a
// whole.
const maxPath = 300

// appendValues adds what differs between two values, of which one may be absent.
func (w *words) appendValues(list []Value, path string, a, b *tree) []Value {
	switch {
	case a == nil && b == nil, a != nil && b != nil && a.hash == b.hash:
		return list
	case a == nil:
		return append(list, Value{Path: path, B: b.raw})
	case b == nil:
		return append(list, Value{Path: path, A: a.raw})
	case a.kind != b.kind || a.kind == 0 || a.shut || b.shut || len(path) > maxPath:
		return append(list, Value{Path: path, A: a.raw, B: b.raw})
	}
	switch a.kind {
	case '"':
		return append(list, Value{Path: path, A: a.raw, B: b.raw, Text: w.texts(a.text, b.text)})
	case '[':
		return w.appendElements(list, path, a, b)
	default:
		return w.appendFields(list, path, a, b)
	}
}

func (w *words) appendFields(list []Value, path string, a, b *tree) []Value {
	inA, inB := a.fields(), b.fields()
	for i, key := range a.keys {
		if inA[key] == a.kids[i] {
			list = w.appendValues(list, fieldPath(path, key), a.kids[i], inB[key])
		}
	}
	for i, key := range b.keys {
		if inA[key] == nil && inB[key] == b.kids[i] {
			list = w.appendValues(list, fieldPath(path, key), nil, b.kids[i])
		}
	}
	return list
}

// fields are those of an object. The last of a key counts.
func (t *tree) fields() map[string]*tree {
	m := make(map[string]*tree, len(t.keys))
	for i, key := range t.keys {
		m[key] = t.kids[i]
	}
	return m
}

// appendElements compares elements at the same place if the lists are as long as
// each other. Else it finds those that were removed and added.
func (w *words) appendElements(list []Value, path string, a, b *tree) []Value {
	at := func(i int) string { return path + "[" + strconv.Itoa(i) + "]" }
	if len(a.kids) == len(b.kids) {
		for i, kid := range a.kids {
			list = w.appendValues(list, at(i), kid, b.kids[i])
		}
		return list
	}
	for _, g := range gapsOf(view.Compare(hashesOf(a.kids), hashesOf(b.kids))) {
		for i := range max(g.a1-g.a0, g.b1-g.b0) {
			var old, now *tree
			place := ""
			if g.a0+i < g.a1 {
				old, place = a.kids[g.a0+i], at(g.a0+i)
			}
			if g.b0+i < g.b1 {
				now, place = b.kids[g.b0+i], at(g.b0+i)
			}
			list = w.appendValues(list, place, old, now)
		}
	}
	return list
}

func hashesOf(kids []*tree) []uint64 {
	hashes := make([]uint64, len(kids))
	for i, kid := range kids {
		hashes[i] = kid.hash
	}
	return hashes
}

// gap is a range of each list between what both have.
type gap struct{ a0, a1, b0, b1 int }

func gapsOf(steps []view.Step) (gaps []gap) {
	open := false
	for _, s := range steps {
		if s.Change == view.Same {
			open = false
			continue
		}
		if !open {
			gaps = append(gaps, gap{s.A, s.A, s.B, s.B})
			open = true
		}
		g := &gaps[len(gaps)-1]
		if s.Change == view.Removed {
			g.a1 = s.A + s.N
		} else {
			g.b1 = s.B + s.N
		}
	}
	return gaps
}

// fieldPath is the path of a field, as jq takes it after a dot.
func fieldPath(path, key string) string {
	for i, r := range key {
		if r != '_' && (r|0x20 < 'a' || r|0x20 > 'z') && (i == 0 || r < '0' || r > '9') {
			return path + "[" + string(rawjson.Quoted(key)) + "]"
		}
	}
	switch {
	case key == "":
		return path + `[""]`
	case path == "":
		return key
	}
	return path + "." + key
}
