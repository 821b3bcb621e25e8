package diff

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"convo/conv/view"
)

// words compares texts. It counts how much it has compared: of two large
// conversations of which everything differs, not every word is worth the time.
type words struct{ seen int }

// How many words are compared with all their differences, how many differences that
// are, and how many are looked for in the rest.
const (
	wordsCompared = 500_000
	wordEdits     = 1000
	lateEdits     = 50
)

// texts compares two texts: by lines, and lines that differ by words.
func (w *words) texts(a, b string) []Piece {
	if a == b {
		return appendPiece(nil, Same, a)
	}
	linesA, linesB := linesOf(a), linesOf(b)
	var pieces []Piece
	var oldA, newB strings.Builder
	flush := func() {
		pieces = w.append(pieces, oldA.String(), newB.String())
		oldA.Reset()
		newB.Reset()
	}
	for _, s := range view.Compare(linesA, linesB) {
		switch s.Change {
		case view.Same:
			flush()
			pieces = appendPiece(pieces, Same, strings.Join(linesA[s.A:s.A+s.N], ""))
		case view.Removed:
			oldA.WriteString(strings.Join(linesA[s.A:s.A+s.N], ""))
		case view.Added:
			newB.WriteString(strings.Join(linesB[s.B:s.B+s.N], ""))
		}
	}
	flush()
	return pieces
}

// appendPiece adds a piece, joined with the last one if it goes on with it.
func appendPiece(pieces []Piece, change Change, text string) []Piece {
	if text == "" {
		return pieces
	}
	if n := len(pieces); n > 0 && pieces[n-1].Change == change {
		pieces[n-1].Text += text
		return pieces
	}
	return append(pieces, Piece{change, text})
}

// leastAlike is the part of two texts that must be the same for their words to be
// compared: else marks between every two words hide what the texts say.
const leastAlike = 0.25

// append adds the pieces of lines that differ.
func (w *words) append(pieces []Piece, a, b string) []Piece {
	if a == "" || b == "" {
		return appendPiece(appendPiece(pieces, Removed, a), Added, b)
	}
	wordsA, wordsB := wordsOf(a), wordsOf(b)
	most := wordEdits
	if w.seen += len(wordsA) + len(wordsB); w.seen > wordsCompared {
		most = lateEdits
	}
	steps, _ := view.Within(wordsA, wordsB, most)
	same := 0
	for _, s := range steps {
		if s.Change == view.Same {
			for _, word := range wordsA[s.A : s.A+s.N] {
				same += len(strings.TrimSpace(word))
			}
		}
	}
	if float64(same) < leastAlike*float64(max(len(a), len(b))) {
		return appendPiece(appendPiece(pieces, Removed, a), Added, b)
	}
	var removed, added strings.Builder
	flush := func() {
		pieces = appendPiece(appendPiece(pieces, Removed, removed.String()), Added, added.String())
		removed.Reset()
		added.Reset()
	}
	for i, s := range steps {
		switch s.Change {
		case view.Removed:
			for _, word := range wordsA[s.A : s.A+s.N] {
				removed.WriteString(word)
			}
		case view.Added:
			for _, word := range wordsB[s.B : s.B+s.N] {
				added.WriteString(word)
			}
		case view.Same:
			text := strings.Join(wordsA[s.A:s.A+s.N], "")
			// A space between two changed words is changed with them.
			if i > 0 && i+1 < len(steps) && strings.TrimLeft(text, " ") == "" && removed.Len() > 0 && added.Len() > 0 {
				removed.WriteString(text)
				added.WriteString(text)
				continue
			}
			flush()
			pieces = appendPiece(pieces, Same, text)
		}
	}
	flush()
	return pieces
}

// linesOf splits a text after its newlines.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// wordsOf splits a text into words, white space and single other characters. Of
// scripts that put no space between words, each character is a word.
func wordsOf(text string) (words []string) {
	for text != "" {
		first, size := utf8.DecodeRuneInString(text)
		end, kind := size, kindOf(first)
		for kind != single && end < len(text) {
			r, n := utf8.DecodeRuneInString(text[end:])
			if kindOf(r) != kind && !joins(text, end, r) {
				break
			}
			end += n
		}
		words = append(words, text[:end])
		text = text[end:]
	}
	return words
}

// joins reports whether a character in a text stands within a word: the point of
// 5.9, the colon of 12:04, the apostrophe of don't.
func joins(text string, at int, r rune) bool {
	if at+1 >= len(text) || kindOf(rune(text[at-1])) != letter || kindOf(rune(text[at+1])) != letter {
		return false
	}
	digits := text[at-1] <= '9' && text[at+1] <= '9'
	return digits && (r == '.' || r == ',' || r == ':') || !digits && r == '\''
}

// The kinds of characters in a text.
const (
	single = iota
	letter
	blank
)

func kindOf(r rune) int {
	switch {
	case r == ' ' || r == '\t':
		return blank
	case r == '\n':
		return single
	case r < 0x80:
		if r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return letter
		}
		return single
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
		return single
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return letter
	}
	return single
}
