package redact

// class is a set of characters that occur in keys.
type class uint16

// The sets.
const (
	digits   class = 1 << iota // 0-9
	lowerHex                   // 0-9 a-f
	upper                      // A-Z
	lower                      // a-z
	under                      // _
	dash                       // -
	dot                        // .
	plus                       // + /
	equals                     // =
	tilde                      // ~
	percent                    // %
	space                      // white space
	closing                    // quotes, brackets and whatever else no bare value has
	long                       // the characters of a long word: letters, digits, _ - + /

	numeral   = digits | lowerHex | long
	hexLetter = lower | lowerHex | long
	small     = lower | long
	large     = upper | long
	letters   = upper | lower
	alnum     = letters | digits
	word      = alnum | under
	token     = word | dash
	dotted    = token | dot
	baseChars = alnum | plus
)

// classes holds the sets of each byte. It is written out because a literal
// costs nothing at start-up.
var classes = [256]class{
	'0': numeral, '1': numeral, '2': numeral, '3': numeral, '4': numeral,
	'5': numeral, '6': numeral, '7': numeral, '8': numeral, '9': numeral,
	'a': hexLetter, 'b': hexLetter, 'c': hexLetter, 'd': hexLetter, 'e': hexLetter, 'f': hexLetter,
	'g': small, 'h': small, 'i': small, 'j': small, 'k': small, 'l': small, 'm': small, 'n': small, 'o': small, 'p': small,
	'q': small, 'r': small, 's': small, 't': small, 'u': small, 'v': small, 'w': small, 'x': small, 'y': small, 'z': small,
	'A': large, 'B': large, 'C': large, 'D': large, 'E': large, 'F': large, 'G': large, 'H': large, 'I': large, 'J': large, 'K': large, 'L': large, 'M': large,
	'N': large, 'O': large, 'P': large, 'Q': large, 'R': large, 'S': large, 'T': large, 'U': large, 'V': large, 'W': large, 'X': large, 'Y': large, 'Z': large,
	' ': space, '\n': space, '\t': space, '\r': space,
	'_': under | long, '-': dash | long, '.': dot, '+': plus | long, '/': plus | long, '=': equals, '~': tilde, '%': percent,
	'"': closing, '\'': closing, '`': closing, ',': closing, ';': closing, '<': closing, '>': closing,
	'(': closing, ')': closing, '[': closing, ']': closing, '{': closing, '}': closing, '|': closing, '\\': closing,
}

// in reports whether a byte is in a set.
func (c class) in(b byte) bool { return classes[b]&c != 0 }

// end returns the index after the characters of the set that begin at s[i].
func (c class) end(s string, i int) int {
	for i < len(s) && classes[s[i]]&c != 0 {
		i++
	}
	return i
}

// start returns the index of the first of the characters of the set right before
// s[i]. It does not go below least.
func (c class) start(s string, i, least int) int {
	for i > least && classes[s[i-1]]&c != 0 {
		i--
	}
	return i
}

// all reports whether all characters of a text are in the set.
func (c class) all(s string) bool { return c.end(s, 0) == len(s) }

// count returns how many characters of a text are in the set.
func (c class) count(s string) (n int) {
	for i := range len(s) {
		if c.in(s[i]) {
			n++
		}
	}
	return n
}

// ones and highs are the lowest and the highest bit of each of eight bytes.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eight returns the bytes s[i:i+8], the first one lowest.
func eight(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

func isHex(b byte) bool { return b-'0' <= 9 || b|0x20-'a' <= 5 }
