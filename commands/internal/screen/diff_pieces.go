package screen

import (
	"strings"
	"unicode/utf8"

	"convo/conv/diff"
	"convo/conv/view"
)

// linesOf makes lines of pieces. A line without anything that both have is a line
// that is gone, then one that is new.
func linesOf(pieces []diff.Piece) (lines []diffLine) {
	var now []diff.Piece
	end := func() {
		var said [3]bool // both, removed, added
		for _, p := range now {
			switch {
			case p.Change == diff.Removed:
				said[1] = true
			case p.Change == diff.Added:
				said[2] = true
			case p.Text != "":
				said[0] = true
			}
		}
		switch {
		case said[0] && (said[1] || said[2]):
			lines = append(lines, diffLine{mark: changed, pieces: now})
		case said[1] || said[2]:
			for i, c := range [...]diff.Change{diff.Removed, diff.Added} {
				if text := textOfChange(now, c); said[i+1] {
					lines = append(lines, diffLine{mark: "-+"[i], pieces: []diff.Piece{{Change: diff.Same, Text: text}}})
				}
			}
		default:
			lines = append(lines, diffLine{mark: both, pieces: now})
		}
		now = nil
	}
	for _, p := range pieces {
		for text := p.Text; ; {
			line, rest, more := strings.Cut(text, "\n")
			if line != "" || more && len(now) == 0 {
				now = append(now, diff.Piece{Change: p.Change, Text: line})
			}
			if !more {
				break
			}
			end()
			text = rest
		}
	}
	if len(now) > 0 {
		end()
	}
	return lines
}

func textOfChange(pieces []diff.Piece, c diff.Change) (text string) {
	for _, p := range pieces {
		if p.Change == c {
			text += p.Text
		}
	}
	return text
}

// The most of a line that is shown of what both have, at each side of a change, and
// of anything else.
const (
	sideShown = 120
	mostShown = 2000
)

// shortened cuts the long pieces of a line: one may be of a megabyte.
func (l *diffLine) shortened() []diff.Piece {
	cut := make([]diff.Piece, 0, len(l.pieces))
	size := 0
	for i, p := range l.pieces {
		most := mostShown
		if p.Change == diff.Same && l.mark == changed {
			most = 2 * sideShown
		}
		if len(p.Text) > most {
			head, tail := valid(p.Text[:most/2]), valid(p.Text[len(p.Text)-most/2:])
			if p.Change == diff.Same && l.mark == changed && i == 0 {
				head = ""
			}
			if p.Change == diff.Same && l.mark == changed && i == len(l.pieces)-1 {
				tail = ""
			}
			p.Text = head + "… " + view.Size(len(p.Text)-len(head)-len(tail)) + " …" + tail
		}
		if size += len(p.Text); size > 4*mostShown {
			return append(cut, diff.Piece{Change: diff.Same, Text: "… " + view.Count(len(l.pieces)-i, "more piece")})
		}
		cut = append(cut, p)
	}
	return cut
}

// valid is a text without the halves of characters at its ends.
func valid(s string) string {
	for len(s) > 0 && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	return strings.ToValidUTF8(s, "")
}
