package redact

import "sync"

// A keyword comes before a secret that has no mark of its own: the name that it
// is assigned to, or the word before a header's value. Case does not matter. The scan
// looks up three bytes at every third place of a text. Three adjacent windows of
// a keyword therefore cannot be missed. Which three windows are used is chosen for each
// keyword, because some windows are part of very common words.
type keyword struct {
	text  string
	from  int // the first of its three windows; -1: the byte before it may be any
	tells telling
}

// telling says what comes after a keyword.
type telling byte

const (
	nameWord    telling = iota // a value
	bearerWord                 // a token
	commandWord                // options, one of which is a password
	basicWord                  // a user and a password in base64
	privateWord                // a private key
	queryWord                  // the signature of an address
)

// keywords are in lower case.
var keywords = []keyword{
	{"passwo", 1, nameWord},
	{"passwd", 1, nameWord},
	{"passph", 1, nameWord},
	{"passco", 1, nameWord},
	{"_pass", 0, nameWord},
	{"-pass", 0, nameWord},
	{"bpass", 0, nameWord},
	{"rpass", 0, nameWord},
	{"secre", 0, nameWord},
	{"token", 0, nameWord},
	{"crede", 0, nameWord},
	{"apike", 0, nameWord},
	{"api_k", 0, nameWord},
	{"api-k", 0, nameWord},
	{"api k", 0, nameWord},
	{"_key=", 0, nameWord},
	{"_key:", 0, nameWord},
	{`_key"`, 0, nameWord},
	{"_key'", 0, nameWord},
	{"_key ", 0, nameWord},
	{`_key\`, 0, nameWord},
	{"-key:", 0, nameWord},
	{"-key=", 0, nameWord},
	{`-key"`, 0, nameWord},
	{"-key ", 0, nameWord},
	{"esskey", 1, nameWord},
	{"untkey", 1, nameWord},
	{"inekey", 1, nameWord},
	{"ingkey", 1, nameWord},
	{"ionkey", 1, nameWord},
	{"terkey", 1, nameWord},
	{"redkey", 1, nameWord},
	{"uthkey", 1, nameWord},
	{"icekey", 1, nameWord},
	{"agekey", 1, nameWord},
	{"pwd=", -1, nameWord},
	{"pwd:", -1, nameWord},
	{`pwd"`, -1, nameWord},
	{"pwd'", -1, nameWord},
	{"pwd ", -1, nameWord},
	{"authorization", 5, nameWord},
	{`auth"`, 0, nameWord},
	{`auth\`, 0, nameWord},
	{"auth=", 0, nameWord},
	{"auth':", 0, nameWord},
	{"auth: ", 0, nameWord},
	{"bearer ", 0, bearerWord},
	{"curl -", 1, commandWord},
	{"sshpass -", 1, commandWord},
	{"mysql", 0, commandWord},
	{"redis-cli -", 4, commandWord},
	{"basic ", 0, basicWord},
	{"private", 1, privateWord},
	{"signature=", 2, queryWord},
	{"&sig=", 0, queryWord},
	{"?sig=", 0, queryWord},
	{"&sign=", 0, queryWord},
	{"?sign=", 0, queryWord},
	{"&hmac=", 0, queryWord},
	{"?hmac=", 0, queryWord},
}

// spot is a keyword that three bytes may belong to, and their offset in it. The
// last byte, which is compared first, is in lower case.
type spot struct {
	keyword, offset int
	last            byte
}

// hotBits is how many bits of the hash of three bytes are used as an index.
const hotBits = 14

// hotTable maps the hash of three bytes to 1 plus the index in spots of the
// keywords that they may belong to, or to 0.
type hotTable struct {
	hot   [1 << hotBits]uint8
	spots [][]spot
}

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
	add := func(window string, at spot) {
		h := hash3(three(window))
		if t.hot[h] == 0 {
			t.spots = append(t.spots, nil)
			t.hot[h] = uint8(len(t.spots))
		}
		t.spots[t.hot[h]-1] = append(t.spots[t.hot[h]-1], at)
	}
	for k, word := range keywords {
		last := word.text[len(word.text)-1] | 0x20
		for offset := max(word.from, 0); offset < word.from+3; offset++ {
			add(word.text[offset:offset+3], spot{k, offset, last})
		}
		if word.from < 0 {
			for _, before := range "abcdefghijklmnopqrstuvwxyz _-.,;\"'(&?$@0123456789\n\t" {
				add(string(before)+word.text[:2], spot{k, -1, last})
			}
		}
	}
}

// hash3 hashes the lower three bytes of x and ignores case.
func hash3(x uint32) uint32 { return (x<<8 | 0x20202000) * 0x9E3779B1 >> (32 - hotBits) }

// three returns the first three bytes of s.
func three(s string) uint32 { return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 }

// keywords checks what comes after the keywords in s.text[i:end].
func (s *scan) keywords(i, end int) {
	table := heat()
	text, hot := s.text, &table.hot
	for ; i+32 <= len(text) && i < end; i += 24 {
		x, y := load64(text, i), load64(text, i+6)
		z, w := load64(text, i+12), load64(text, i+18)
		a, b := hot[hash3(uint32(x))], hot[hash3(uint32(x>>24))]
		c, d := hot[hash3(uint32(y))], hot[hash3(uint32(y>>24))]
		e, f := hot[hash3(uint32(z))], hot[hash3(uint32(z>>24))]
		g, h := hot[hash3(uint32(w))], hot[hash3(uint32(w>>24))]
		if a|b|c|d|e|f|g|h != 0 {
			for k, of := range [8]uint8{a, b, c, d, e, f, g, h} {
				if of != 0 {
					s.spot(table.spots[of-1], i+3*k)
				}
			}
		}
	}
	for ; i+3 <= len(text) && i < end; i += 3 {
		if of := hot[hash3(three(text[i:]))]; of != 0 {
			s.spot(table.spots[of-1], i)
		}
	}
}

// spot compares the text with the keywords that three bytes at i may belong to.
func (s *scan) spot(spots []spot, i int) {
	for j := range spots {
		at := &spots[j]
		k := &keywords[at.keyword]
		start := i - at.offset
		if end := start + len(k.text); start < 0 || end > len(s.text) || s.text[end-1]|0x20 != at.last {
			continue
		}
		if hasFold(s.text[start:], k.text) {
			s.told(k.tells, start)
		}
	}
}

// told checks the text after the keyword that begins at s.text[at].
func (s *scan) told(by telling, at int) {
	switch by {
	case nameWord:
		s.assigned(at)
	case bearerWord:
		s.bearer(at)
	case commandWord:
		s.command(at)
	case basicWord:
		s.basic(at)
	case privateWord:
		s.private(at)
	case queryWord:
		s.signedURL(at)
	default:
		panic("redact: unexpected telling")
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
