package rawjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
	"unsafe"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special sets the high bit of each byte of x that ends a run of plain string
// text: a quote, a backslash, a control character. Bytes after the first one
// may be marked wrongly.
func special(x uint64) uint64 {
	q := x ^ (ones * '"')
	s := x ^ (ones * '\\')
	return ((q-ones)&^q | (s-ones)&^s | (x-ones*0x20)&^x) & highs
}

func load64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

func load64s(s string, i int) uint64 {
	return load64(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i)), 8))
}

// text returns b as a string that shares its memory.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// memory returns an empty slice with room for n bytes, n > 0, that were not
// cleared: in the standard library only a Builder offers that.
func memory(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), b.Cap())[:0]
}

// isEscape reports whether c may follow a backslash. It leaves out u.
var isEscape = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9}

// scanString returns the index after the string that starts at b[i], its
// opening quote. On failure end is -1 and bad is the index of the wrong byte.
func scanString(b []byte, i int) (end int, bad int) {
	start := i
	i++
	var high uint64
	for long := i + 128; ; {
		if i+8 <= len(b) {
			x := load64(b[i:])
			m := special(x)
			if m == 0 {
				high |= x
				if i += 8; i >= long { // base64 and long texts
					i, high = plainBlocks(b, i, high)
					long = i + 128
				}
				continue
			}
			n := bits.TrailingZeros64(m) >> 3
			high |= x & (1<<(8*n) - 1)
			i += n
		} else if i >= len(b) {
			return -1, len(b)
		}
		switch c := b[i]; {
		case c == '\\':
			if i+1 < len(b) && isEscape[b[i+1]] != 0 {
				i += 2
				continue
			}
			n := escapeLen(b[i:])
			if n <= 0 {
				return -1, i - n
			}
			i += n
		case c == '"':
			if high&highs != 0 {
				if bad := badUTF8(b[start:i]); bad >= 0 {
					return -1, start + bad
				}
			}
			return i + 1, 0
		case c < 0x20:
			return -1, i
		default: // the last bytes of b
			high |= uint64(c)
			i++
		}
	}
}

// stringEnd returns the index after the string that starts at b[i], without
// checking its characters; -1 if it does not end.
func stringEnd(b []byte, i int) int {
	for end := i + 1; ; {
		k := bytes.IndexByte(b[end:], '"')
		if k < 0 {
			return -1
		}
		end += k + 1
		before := end - 2
		for b[before] == '\\' { // it stops at the opening quote
			before--
		}
		if (end-before)%2 == 0 {
			return end
		}
	}
}

// escapeLen returns the length of the escape that b begins with, 0 if it is not
// one. If b ends inside it, it returns minus the length of b.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return -len(b)
	}
	if isEscape[b[1]] != 0 {
		return 2
	}
	if b[1] != 'u' {
		return 0
	}
	if len(b) >= 6 && hex4(b[2:]) >= 0 {
		return 6
	}
	for k := 2; k < 6; k++ {
		if k >= len(b) {
			return -len(b)
		}
		if !isHex(b[k]) {
			return 0
		}
	}
	return 6
}

// plainEnd returns the index of the byte, from b[i] on, that ends a run of
// plain string text, or len(b). high collects the high bits of the run.
func plainEnd(b []byte, i int, high uint64) (int, uint64) {
	for long := i + 128; i+8 <= len(b); {
		x := load64(b[i:])
		if m := special(x); m != 0 {
			k := bits.TrailingZeros64(m) >> 3
			return i + k, high | x&(1<<(8*k)-1)
		}
		high |= x
		if i += 8; i >= long { // base64 and long texts
			i, high = plainBlocks(b, i, high)
			long = len(b)
		}
	}
	for ; i < len(b) && b[i] >= 0x20 && b[i] != '"' && b[i] != '\\'; i++ {
		high |= uint64(b[i])
	}
	return i, high
}

// plainBlocks skips plain string text 32 bytes at a time and collects its high
// bits.
func plainBlocks(b []byte, i int, high uint64) (int, uint64) {
	for ; i+32 <= len(b); i += 32 {
		p := (*[32]byte)(b[i:])
		x0, x1, x2, x3 := load64(p[0:8]), load64(p[8:16]), load64(p[16:24]), load64(p[24:32])
		if special(x0)|special(x1)|special(x2)|special(x3) != 0 {
			break
		}
		high |= x0 | x1 | x2 | x3
	}
	return i, high
}

func isHex(c byte) bool { return hexOf(c) >= 0 }

// badUTF8 returns the index of the first byte of b that is not UTF-8, or -1.
// Unlike [utf8.Valid] it is fast where few characters are not ASCII, and it is
// not slow where all are.
func badUTF8(b []byte) int {
	for i := 0; i < len(b); {
		for i+32 <= len(b) {
			p := (*[32]byte)(b[i:])
			if (load64(p[0:8])|load64(p[8:16])|load64(p[16:24])|load64(p[24:32]))&highs != 0 {
				break
			}
			i += 32
		}
		if i+8 <= len(b) {
			high := load64(b[i:]) & highs
			if high == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(high) >> 3
		}
		// Letters of one script stand together: a run costs one look each.
		for i+1 < len(b) && b[i]-0xC2 < 0xE0-0xC2 && isContinued(b[i+1]) {
			i += 2
		}
		for i+2 < len(b) && b[i] > 0xE0 && b[i] < 0xF0 && b[i] != 0xED && isContinued(b[i+1]) && isContinued(b[i+2]) {
			i += 3
		}
		if i == len(b) {
			break
		}
		n := 1
		if b[i] >= utf8.RuneSelf {
			var r rune
			if r, n = utf8.DecodeRune(b[i:]); r == utf8.RuneError && n == 1 {
				return i
			}
		}
		i += n
	}
	return -1
}

// isContinued reports whether c is a continuation byte of UTF-8.
func isContinued(c byte) bool { return c&0xC0 == 0x80 }

// scanNumber returns the index after the number at b[i], or -1.
func scanNumber(b []byte, i int) int {
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = scanDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = scanDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		return scanDigits(b, i)
	}
	return i
}

func scanDigits(b []byte, i int) int {
	start := i
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// IsSame reports whether two texts are one and the same: equal, and in the same
// memory.
func IsSame(a, b string) bool {
	return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b)
}

// bytesOf returns the bytes of s in shared memory, which nobody may write to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
