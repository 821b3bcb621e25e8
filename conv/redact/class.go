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

	letters   = upper | lower
	alnum     = letters | digits
	word      = alnum | under
	token     = word | dash
	dotted    = token | dot
	baseChars = alnum | plus
	long      = token | plus // the characters of a long word
)

// classes holds the sets of each byte.
var classes = func() (c [256]class) {
	for b := range 256 {
		switch b := byte(b); {
		case b >= '0' && b <= '9':
			c[b] = digits | lowerHex
		case b >= 'a' && b <= 'f':
			c[b] = lower | lowerHex
		case b >= 'a' && b <= 'z':
			c[b] = lower
		case b >= 'A' && b <= 'Z':
			c[b] = upper
		}
	}
	for b, of := range map[byte]class{
		'_': under, '-': dash, '.': dot, '+': plus, '/': plus, '=': equals, '~': tilde, '%': percent,
		' ': space, '\n': space, '\t': space, '\r': space,
	} {
		c[b] = of
	}
	for _, b := range []byte("\"'`,;<>()[]{}|\\") {
		c[b] = closing
	}
	return c
}()

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

func isHex(b byte) bool { return b-'0' <= 9 || b|0x20-'a' <= 5 }
