package redact

import (
	"encoding/binary"
	"unsafe"
)

// A key is a long word: no vendor has shorter ones. The scan looks at a word only
// where eight bytes at once belong to one, at every stride bytes. It cannot
// skip a word that is long enough.
const (
	longWord = 20
	stride   = longWord - 7
)

// nextWord returns the next run of at least longWord word characters that begins
// at s[i] or later; start is -1 if there is none.
func nextWord(s string, i int) (start, end int) {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for p := i; p+8 <= len(s); {
		x := load64(s, p)
		if (x-ones*'+')&^x&highs != 0 || !eightOfWord(x) { // mostly it is a space
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

// wordEnd skips the rest of a word.
func wordEnd(s string, i int) int {
	for i+8 <= len(s) && eightOfWord(load64(s, i)) {
		i += 8
	}
	return long.end(s, i)
}

// eightOfWord reports whether eight bytes are all word characters. It uses the
// high bits: adding 0x80-c sets the high bit of bytes that are at least c. Of the
// bytes from + to 9 only the comma and the full stop are not word characters.
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

// load64 returns the eight bytes at s[i], which must exist.
func load64(s string, i int) uint64 {
	b := (*[8]byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
	return binary.LittleEndian.Uint64(b[:])
}
