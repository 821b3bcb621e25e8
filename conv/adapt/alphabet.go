package adapt

import (
	"hash/fnv"
	"strconv"
	"strings"

	"convo/conv/format"
)

// Rename gives each name a name in an alphabet: the same one if the alphabet
// allows it. Different names stay different, and the same list always gets the
// same names.
func Rename(names []string, a *format.Alphabet) []string {
	r := renaming{alphabet: a}
	for _, name := range names {
		r.reserve(name)
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = r.of(name)
	}
	return out
}

// renaming maps ids one to one.
type renaming struct {
	alphabet *format.Alphabet
	taken    map[string]string // new id to old id
}

// reserve makes sure that an id that may stay is given to no other.
func (r *renaming) reserve(id string) {
	if r.alphabet.Admits(id) {
		r.take(id, id)
	}
}

func (r *renaming) of(id string) string {
	if r.alphabet.Admits(id) {
		return id
	}
	for salt := 0; ; salt++ {
		n := spell(r.alphabet, id, salt)
		if old, ok := r.taken[n]; !ok || old == id {
			r.take(n, id)
			return n
		}
	}
}

func (r *renaming) take(n, id string) {
	if r.taken == nil {
		r.taken = map[string]string{}
	}
	r.taken[n] = id
}

// spell writes s in the alphabet, with _ for other characters. If s must be cut,
// or salt is set, a hash of s at the end keeps different names different. The
// same name and salt always give the same result.
func spell(a *format.Alphabet, s string, salt int) string {
	if a.Admits(s) && salt == 0 {
		return s
	}
	h := hashOf(s, salt)
	if a.Alnum {
		return hashed(a, h)
	}
	if head, _, ok := strings.Cut(s, "|"); ok && a.Composite {
		s = head
	}
	b := []byte(s)
	for i, c := range b {
		if a.Word && !a.Has(c) || a.Composite && c == '|' {
			b[i] = '_'
		}
	}
	if len(b) == 0 {
		b = append(b, "call"...)
	}
	if !a.Begins(b[0]) {
		b = append([]byte{'_'}, b...)
	}
	if a.Max > 0 && len(b) > a.Max || len(b) < a.Min || salt > 0 {
		tail := "_" + strconv.FormatUint(h, 36)
		if a.Max > 0 && len(b)+len(tail) > a.Max {
			b = b[:max(0, a.Max-len(tail))]
		}
		b = append(b, tail...)
	}
	return string(b)
}

// hashed returns a hash in letters and digits, of the alphabet's length.
func hashed(a *format.Alphabet, h uint64) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	b := make([]byte, max(a.Min, 9))
	if a.Max > 0 {
		b = b[:min(len(b), a.Max)]
	}
	for i := range b {
		b[i] = digits[h%62]
		h /= 62
	}
	return string(b)
}

// hashOf returns a hash of a name; each salt above 1 gives another one.
func hashOf(s string, salt int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	if salt > 1 {
		_, _ = h.Write([]byte("#" + strconv.Itoa(salt)))
	}
	return h.Sum64()
}
