package redact

// class is a set of characters that keys are made of.
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
	closing                    // quotes, brackets and what else no bare value has

	letters   = upper | lower
	alnum     = letters | digits
	word      = alnum | under
	token     = word | dash
	dotted    = token | dot
	baseChars = alnum | plus
	long      = token | plus // what a long word is made of
)

// classes tells of each byte in which sets it is.
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

// end is the index behind the characters of a set that stand at s[i:].
func (c class) end(s string, i int) int {
	for i < len(s) && classes[s[i]]&c != 0 {
		i++
	}
	return i
}

// start is the index of the first of the characters of a set that stand
// before s[i], not before least.
func (c class) start(s string, i, least int) int {
	for i > least && classes[s[i-1]]&c != 0 {
		i--
	}
	return i
}

// all reports whether a text is of a set throughout.
func (c class) all(s string) bool { return c.end(s, 0) == len(s) }

// count is how many characters of a text are in a set.
func (c class) count(s string) (n int) {
	for i := range len(s) {
		if c.in(s[i]) {
			n++
		}
	}
	return n
}

func isHex(b byte) bool { return b-'0' <= 9 || b|0x20-'a' <= 5 }
