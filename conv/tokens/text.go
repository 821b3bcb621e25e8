package tokens

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// EstimateText is about how many tokens a text is: words by their letters,
// numbers by three digits, signs one by one, a space with the word after it.
func EstimateText(s string) int64 {
	n := 0
	for i := 0; i < len(s); {
		kind, end := runKind(kindOf[s[i]]), i+1
		switch kind {
		case asciiRun:
			if end = smallEnd(s, end); end < len(s) && charClass[s[end]] != 0 {
				n, end = n+estimateMixed(s[i:wordEnd(s, end)]), wordEnd(s, end)
				break
			}
			n += estimateWord(s[i:end])
		case digitRun:
			end = wordEnd(s, end)
			n += estimateMixed(s[i:end])
		case spaceRun:
			for end < len(s) && runKind(kindOf[s[end]]) == spaceRun {
				end++
			}
			if end > i+1 || s[i] == '\n' || end < len(s) && s[end]-'0' <= 9 {
				n++
			}
		case signRun:
			for end < len(s) && runKind(kindOf[s[end]]) == signRun {
				end++
			}
			n += (end - i + 2) / 3
		default:
			var count int
			if kind, end, count = wideRunAt(s, i); kind == letterRun {
				count = (count + 2) / 3
			}
			n += count
		}
		i = end
	}
	return int64(n)
}

// smallEnd returns the index after the small letters of ASCII that begin at
// s[i], eight at a time: most words have fewer.
func smallEnd(s string, i int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		low := x &^ highs
		small := (low + ones*(0x80-'a')) &^ (low + ones*(0x80-'z'-1)) &^ x & highs
		if small != highs {
			return i + bits.TrailingZeros64(small^highs)>>3
		}
	}
	for i < len(s) && charClass[s[i]] == 1 {
		i++
	}
	return i
}

// wordEnd returns the index after the letters and digits of ASCII that begin at
// s[i].
func wordEnd(s string, i int) int {
	for i < len(s) && charClass[s[i]] != 0 {
		i++
	}
	return i
}

// estimateMixed is of letters and digits: camelCase, a name with a number, or
// noise.
func estimateMixed(s string) (n int) {
	if isNoise(s) {
		return len(s) * 2 / 3
	}
	for i := 0; i < len(s); {
		end := i + 1
		if charClass[s[i]] == 3 {
			for end < len(s) && charClass[s[end]] == 3 {
				end++
			}
			n += (end - i + 2) / 3
		} else {
			// A capital after a small letter begins another word.
			for end < len(s) && charClass[s[end]] != 3 && (s[end-1] < 'a' || s[end] >= 'a') {
				end++
			}
			n += estimateWord(s[i:end])
		}
		i = end
	}
	return n
}

// isNoise reports whether letters and digits are no words, but a key, a hash
// or base64: they change between small, capital and digit all the time.
func isNoise(s string) bool {
	if len(s) < 16 {
		return false
	}
	changes := 0
	for i := 1; i < len(s); i++ {
		if charClass[s[i]] != charClass[s[i-1]] {
			changes++
		}
	}
	return changes*3 >= len(s)
}

// charClass is 1 for a small letter, 2 for a capital, 3 for a digit, 0 else. A
// constant costs nothing at start-up.
const charClass = "" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x00\x00\x00\x00\x00\x00" +
	"\x00\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02" +
	"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x00\x00\x00\x00\x00" +
	"\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01" +
	"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// estimateWord is of letters: a word, or a part of camelCase, of base64.
func estimateWord(s string) int {
	switch capitals := len(s) >= 2 && s[0] < 'a' && s[1] < 'a'; {
	case capitals: // no word that is often written so
		return (len(s) + 2) / 3
	case len(s) > 24: // no word at all
		return (len(s)+7)/8 + len(s)/4
	default:
		return (len(s) + 7) / 8
	}
}

// runKind is what a stretch of text is made of.
type runKind uint8

const (
	asciiRun  runKind = iota // letters of English
	letterRun                // letters of others that are written with spaces
	digitRun
	spaceRun
	signRun
	wideRun  // ideographs, emoji
	otherRun // a letterRun or a wideRun
)

// wideRunAt is the stretch of one kind beyond ASCII that begins at i, and its
// characters.
func wideRunAt(s string, i int) (kind runKind, end, count int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	kind, end, count = runOf(r), i+size, 1
	for end < len(s) && s[end] >= utf8.RuneSelf {
		if r, size = utf8.DecodeRuneInString(s[end:]); runOf(r) != kind {
			break
		}
		end, count = end+size, count+1
	}
	return kind, end, count
}

// kindOf is the runKind of what begins with a byte; otherRun beyond ASCII.
const kindOf = "" +
	"\x04\x04\x04\x04\x04\x04\x04\x04\x04\x03\x03\x04\x04\x03\x04\x04" +
	"\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04" +
	"\x03\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04" +
	"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x04\x04\x04\x04\x04\x04" +
	"\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x04\x04\x04\x04" +
	"\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x04\x04\x04\x04" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06"

// runOf is the kind of a character beyond ASCII.
func runOf(r rune) runKind {
	if r >= 0x2e80 || !unicode.IsLetter(r) && !unicode.IsMark(r) {
		return wideRun
	}
	return letterRun
}
