package conv

import (
	"hash/fnv"
	"strconv"
	"strings"
)

// Alphabet is which characters a name may have and how many. The zero value
// admits every name.
type Alphabet struct {
	Word      bool   // only a-z A-Z 0-9 _ - and what Also has
	Also      string // ASCII characters that are admitted beside Word's
	Alnum     bool   // only a-z A-Z 0-9
	Letter    bool   // the first is a letter or _
	Composite bool   // no "|": what stands behind one is the id of an item
	Min, Max  int    // bytes; 0: no limit
}

// Admits reports whether s is a name in a.
func (a *Alphabet) Admits(s string) bool {
	if a.Max > 0 && len(s) > a.Max || len(s) < a.Min || s == "" && *a != (Alphabet{}) {
		return false
	}
	if a.Composite && strings.IndexByte(s, '|') >= 0 || a.Letter && !isLetter(s[0]) {
		return false
	}
	if a.Word || a.Alnum {
		for i := range len(s) {
			if !a.has(s[i]) {
				return false
			}
		}
	}
	return true
}

// has reports whether an alphabet of words has a character.
func (a *Alphabet) has(c byte) bool {
	if a.Alnum {
		return isWord(c) && c != '_' && c != '-'
	}
	return isWord(c) || strings.IndexByte(a.Also, c) >= 0
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// name is s in the alphabet: _ for what the alphabet lacks. Where it is cut,
// and by a salt, a hash of s at its end keeps different names different; the
// same name and salt always give the same.
func (a *Alphabet) name(s string, salt int) string {
	if a.Admits(s) && salt == 0 {
		return s
	}
	h := hashOf(s, salt)
	if a.Alnum {
		return a.hashed(h)
	}
	if head, _, ok := strings.Cut(s, "|"); ok && a.Composite {
		s = head
	}
	b := []byte(s)
	for i, c := range b {
		if a.Word && !a.has(c) || a.Composite && c == '|' {
			b[i] = '_'
		}
	}
	if len(b) == 0 {
		b = append(b, "call"...)
	}
	if a.Letter && !isLetter(b[0]) {
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

// hashed is a hash in letters and digits, as many as the alphabet asks for.
func (a *Alphabet) hashed(h uint64) string {
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

// hashOf is a hash of a name; another one for each salt above 1.
func hashOf(s string, salt int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	if salt > 1 {
		_, _ = h.Write([]byte("#" + strconv.Itoa(salt)))
	}
	return h.Sum64()
}

// Rename gives each of some names one in the alphabet: its own if that is in
// it. Different names get different ones, equal names one, and the same names
// always the same.
func (a *Alphabet) Rename(names []string) []string {
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
