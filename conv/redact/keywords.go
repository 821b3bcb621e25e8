package redact

import "sync"

// A keyword comes before a secret that has no mark of its own: the name that it
// is assigned to, or the word before a header's value. Case does not matter. The scan
// looks up three bytes at every third place of a text. Three adjacent windows of
// a keyword therefore cannot be missed. The last three are used, so a keyword ends
// where they are not part of very common words.
type keyword struct {
	text  string // in lower case
	tells telling
}

// telling says what comes after a keyword.
type telling byte

const (
	nameWord    telling = iota // a value
	commandWord                // options, one of which is a password
	privateWord                // a private key
	bearerWord                 // a token
	basicWord                  // a user and a password in base64
	queryWord                  // the signature of an address
)

// words are the keywords by what they tell. Keywords of four bytes may come after any byte.
var words = [...][]string{
	nameWord: {
		"passwo", "passwd", "passph", "passco", "_pass", "-pass", "bpass", "rpass", "pwd=", "pwd:", `pwd"`, "pwd'", "pwd ",
		"secre", "token", "crede", "apike", "api_k", "api-k", "api k", "_key=", "_key:", `_key"`, "_key'", "_key ", `_key\`, "-key:", "-key=", `-key"`, "-key ",
		"esskey", "untkey", "inekey", "ingkey", "ionkey", "terkey", "redkey", "uthkey", "icekey", "agekey",
		"authoriza", `auth"`, `auth\`, "auth=", "auth':", "auth: ",
	},
	commandWord: {"curl -", "sshpass -", "mysql", "redis-cli -"},
	privateWord: {"privat"},
	bearerWord:  {"bearer"},
	basicWord:   {"basic"},
	queryWord:   {"x-amz-signat", "x-goog-signat", "?signat", "&signat", ";signat", "&sig=", "?sig=", "&sign=", "?sign=", "&hmac=", "?hmac="},
}

// spot is a keyword that three bytes may belong to, and their offset in it.
type spot struct {
	keyword
	offset int
}

// hotTable maps the hash of three bytes to 1 plus the index in spots of the
// keywords that they may belong to, or to 0.
type hotTable struct {
	hot   [1 << hotBits]uint8
	spots [][]spot
}

const hotBits = 14 // of the hash of three bytes

var (
	heated  hotTable
	heating sync.Once
)

// heat makes the table on first use.
func heat() *hotTable {
	heating.Do(heated.fill)
	return &heated
}

func (t *hotTable) fill() {
	for tells, all := range words {
		for _, text := range all {
			k, first := keyword{text, telling(tells)}, max(0, len(text)-5)
			for offset := first; offset+3 <= len(text); offset++ {
				t.add(text[offset:], spot{k, offset})
			}
			for c := 0; len(text) == 4 && c < 0x100; c++ {
				t.add(string([]byte{byte(c)})+text, spot{k, -1})
			}
		}
	}
}

func (t *hotTable) add(window string, at spot) {
	h := hash3(window+" ", 0)
	if t.hot[h] == 0 {
		t.spots = append(t.spots, nil)
		t.hot[h] = uint8(len(t.spots))
	}
	t.spots[t.hot[h]-1] = append(t.spots[t.hot[h]-1], at)
}

// hash3 hashes the first three of four bytes at s[i] and ignores case.
func hash3(s string, i int) uint32 {
	four := s[i : i+4]
	return hashed(uint32(four[0]) | uint32(four[1])<<8 | uint32(four[2])<<16 | uint32(four[3])<<24)
}

// hashed hashes the three lowest bytes of x and ignores case.
func hashed(x uint32) uint32 { return (x<<8 | 0x20202000) * 0x9E3779B1 >> (32 - hotBits) }

// keywords passes the keywords in s[i:end] to met, with the places where they begin.
func keywords(s string, i, end int, met func(k *keyword, at int)) {
	table := heat()
	for ; i+4 <= len(s) && i < end; i += 3 {
		for ; i+16 <= end; i += 12 {
			x, y := eight(s, i), eight(s, i+6)
			if table.hot[hashed(uint32(x))]|table.hot[hashed(uint32(x>>24))]|table.hot[hashed(uint32(y))]|table.hot[hashed(uint32(y>>24))] != 0 {
				break
			}
		}
		of := table.hot[hash3(s, i)]
		if of == 0 {
			continue
		}
		spots := table.spots[of-1]
		for j := range spots {
			if at := i - spots[j].offset; at >= 0 && hasFold(s[at:], spots[j].text) {
				met(&spots[j].keyword, at)
			}
		}
	}
}

// told checks the text after the keyword that begins at s.text[at].
func (s *scan) told(k *keyword, at int) {
	switch {
	case k.tells == nameWord:
		s.assigned(at)
	case k.tells == privateWord:
		s.private(at)
	case alnum.in(s.text[at]) && !begins(s.text, at):
	case k.tells == commandWord:
		s.command(at)
	default:
		s.follower(&followers[k.tells], at)
	}
}

// hasFold reports whether s begins with a text in lower case, ignoring case.
func hasFold(s, small string) bool {
	if len(s) < len(small) {
		return false
	}
	for i := range len(small) {
		c := s[i]
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != small[i] {
			return false
		}
	}
	return true
}
