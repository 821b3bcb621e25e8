package conv

import "strings"

// Alphabet says which characters a name may have, and how many. The zero value
// allows every name.
type Alphabet struct {
	Word      bool   // only a-z A-Z 0-9 _ - and the characters of Also
	Also      string // ASCII characters that are allowed with Word
	Alnum     bool   // only a-z A-Z 0-9
	Letter    bool   // the first is a letter or _
	Composite bool   // no "|": the id of an item follows it
	Min, Max  int    // bytes; 0: no limit
}

// Admits reports whether the alphabet allows the name s.
func (a *Alphabet) Admits(s string) bool {
	if a.Max > 0 && len(s) > a.Max || len(s) < a.Min || s == "" && *a != (Alphabet{}) {
		return false
	}
	if a.Composite && strings.IndexByte(s, '|') >= 0 || a.Letter && !isLetter(s[0]) {
		return false
	}
	if a.Word || a.Alnum {
		for i := range len(s) {
			if !a.Has(s[i]) {
				return false
			}
		}
	}
	return true
}

// Has reports whether an alphabet of words has this character.
func (a *Alphabet) Has(c byte) bool {
	if a.Alnum {
		return isWord(c) && c != '_' && c != '-'
	}
	return isWord(c) || strings.IndexByte(a.Also, c) >= 0
}

// Begins reports whether a name may begin with this character, as far as Letter
// decides that.
func (a *Alphabet) Begins(c byte) bool { return !a.Letter || isLetter(c) }

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
