package redact

import (
	"encoding/binary"
	"unsafe"
)

// A key is a long word: no vendor's is shorter. The words of a text are
// looked at only where eight bytes at once are of one, every stride bytes;
// none that is long enough lies between.
const (
	longWord = 20
	stride   = longWord - 7
)

// nextWord is the next stretch of at least longWord characters of a word that
// begins at s[i] or behind; start is -1 if there is none.
func nextWord(s string, i int) (start, end int) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for p := i; p+8 <= len(s); {
		x := load64(s, p)
		if (x-ones*'+')&^x&highs != 0 || !eightOfWord(x) { // mostly there is a space
			p += stride
			continue
		}
		start, end = long.start(s, p, i), wordEnd(s, p+8)
		if end-start >= longWord {
			return start, end
		}
		i, p = end, end+stride
	}
	return -1, len(s)
}

// wordEnd passes what is left of a word.
func wordEnd(s string, i int) int {
	for i+8 <= len(s) && eightOfWord(load64(s, i)) {
		i += 8
	}
	return long.end(s, i)
}

// eightOfWord reports whether eight bytes are of a word. It works on the high
// bits of bytes, which adding 0x80-c sets in those that are at least c. Of the
// bytes from + to 9 two are of none: the comma and the full stop.
func eightOfWord(x uint64) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	folded := x | ones*0x20
	letter := (folded + ones*(0x80-'a')) &^ (folded + ones*(0x80-'z'-1))
	figure := (x + ones*(0x80-'+')) &^ (x + ones*(0x80-'9'-1))
	notUnder := (x ^ ones*'_') + ones*0x7f
	notStop := (x ^ ones*'.') + ones*0x7f
	notComma := (x ^ ones*',') + ones*0x7f
	return x&highs == 0 && (letter|figure&notStop&notComma|^notUnder)&highs == highs
}

// load64 is the eight bytes at s[i], which must be there.
func load64(s string, i int) uint64 {
	b := (*[8]byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
	return binary.LittleEndian.Uint64(b[:])
}
