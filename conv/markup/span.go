package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is how a span is shown.
type Style uint8

// The styles.
const (
	Strong Style = 1 << iota
	Emphasis
	Strike
	Verbatim // code
	Break    // a new line; the text is empty
)

// Span is a run of characters in one style. Link is where it leads, "" if
// nowhere: an address with http, https or mailto.
type Span struct {
	Text  string
	Style Style
	Link  string
}

// mostSpans is how many spans a text may have, and mostPieces how many marks and
// texts between them. Nobody writes so many, and Chromium takes minutes for 260,000
// spans in a paragraph.
const (
	mostSpans  = 4000
	mostPieces = 4 * mostSpans
)

// Spans reads the text of a paragraph, a heading or a cell. A text with too many
// marks or spans is one, as it was written.
func Spans(text string) []Span {
	s := &spanner{text: text, lastMark: -1, lastText: -1}
	if s.read() {
		if spans := s.finish(); len(spans) <= mostSpans {
			return spans
		}
	}
	return []Span{{Text: text}}
}

// spanner collects pieces. Styles are ranges over the pieces, so marks that
// cross each other do no harm.
type spanner struct {
	text               string
	pieces             []Span
	ranges             []styled
	opened             [5][]int // pieces that are marks and may open a range, by mark
	links              []int    // pieces that are an opening bracket
	ticks              map[int]int
	lastMark, lastText int // pieces
	from               int // where the text begins that is not in a piece yet
}

// styled is a range of pieces with a style or a link.
type styled struct {
	from, to int
	style    Style
	link     string
}

// The marks: one and two of * and _, and two of ~.
var marks = [5]struct {
	mark  string
	style Style
}{{"**", Strong}, {"*", Emphasis}, {"__", Strong}, {"_", Emphasis}, {"~~", Strike}}

// read collects the pieces, and reports whether there are not too many.
func (s *spanner) read() bool {
	for i := 0; i < len(s.text); {
		if len(s.pieces) > mostPieces {
			return false
		}
		n := 0
		switch s.text[i] {
		case '\\':
			n = s.escape(i)
		case '`':
			n = s.code(i)
		case '*', '_', '~':
			n = s.run(i)
		case '[':
			s.flush(i)
			s.links = append(s.links, len(s.pieces))
			s.piece(i, "[")
			n = 1
		case ']':
			n = s.link(i)
		case '\n':
			n = s.newline(i)
		case 'h':
			n = s.address(i)
		case '<':
			n = s.bracketed(i)
		}
		i += max(n, 1)
	}
	s.flush(len(s.text))
	return true
}

// flush makes a piece of the text before i.
func (s *spanner) flush(i int) {
	if s.from < i {
		s.pieces = append(s.pieces, Span{Text: s.text[s.from:i]})
	}
	s.from = i
}

// piece adds what stands at i, which is as long as its text.
func (s *spanner) piece(i int, text string) {
	s.flush(i)
	s.pieces = append(s.pieces, Span{Text: text})
	s.from = i + len(text)
}

// escape takes a punctuation mark after a backslash as it is.
func (s *spanner) escape(i int) int {
	if i+1 >= len(s.text) || s.text[i+1] >= utf8.RuneSelf || !unicode.IsPunct(rune(s.text[i+1])) && !unicode.IsSymbol(rune(s.text[i+1])) {
		return 1
	}
	s.flush(i)
	s.from = i + 1
	return 2
}

// code reads what stands between two runs of as many backticks.
func (s *spanner) code(i int) int {
	n := runOf(s.text[i:])
	if s.ticks == nil {
		s.ticks = lastTicks(s.text)
	}
	if s.ticks[n] <= i {
		return n
	}
	for end := i + n; end < len(s.text); {
		at := strings.IndexByte(s.text[end:], '`')
		end += at
		m := runOf(s.text[end:])
		if m != n {
			end += m
			continue
		}
		text := strings.ReplaceAll(s.text[i+n:end], "\n", " ")
		if len(text) > 2 && text[0] == ' ' && text[len(text)-1] == ' ' && strings.TrimSpace(text) != "" {
			text = text[1 : len(text)-1]
		}
		s.flush(i)
		s.pieces = append(s.pieces, Span{Text: text, Style: Verbatim})
		s.from = end + n
		return s.from - i
	}
	return n
}

// lastTicks is where the last run of each length begins: from there on, a run
// of that length has no end.
func lastTicks(text string) map[int]int {
	last := map[int]int{}
	for i := 0; i < len(text); {
		at := strings.IndexByte(text[i:], '`')
		if at < 0 {
			break
		}
		i += at
		n := runOf(text[i:])
		last[n] = i
		i += n
	}
	return last
}

// run reads a run of marks: a pair, one, or both.
func (s *spanner) run(i int) int {
	c := s.text[i]
	n := runOf(s.text[i:])
	before, _ := utf8.DecodeLastRuneInString(s.text[:i])
	after, _ := utf8.DecodeRuneInString(s.text[i+n:])
	if i == 0 {
		before = ' '
	}
	if i+n == len(s.text) {
		after = ' '
	}
	opens := !unicode.IsSpace(after) && (!isMark(after) || unicode.IsSpace(before) || isMark(before))
	closes := !unicode.IsSpace(before) && (!isMark(before) || unicode.IsSpace(after) || isMark(after))
	if c == '_' {
		opens, closes = opens && (!closes || isMark(before)), closes && (!opens || isMark(after))
	}
	if n > 3 || c == '~' && n != 2 || !opens && !closes {
		return n
	}
	for at := i; at < i+n; {
		for k, m := range marks {
			if m.mark[0] == c && len(m.mark) <= i+n-at && (len(m.mark) == 2) == (i+n-at >= 2) {
				s.mark(k, at, opens, closes)
				at += len(m.mark)
				break
			}
		}
	}
	return n
}

// mark closes the range that the last mark of its kind opened, or opens one. A range
// without a text would show nothing, so its marks are text.
func (s *spanner) mark(k, at int, opens, closes bool) {
	s.flush(at)
	if last := len(s.pieces) - 1; last > s.lastMark {
		s.lastText = last
	}
	s.piece(at, marks[k].mark)
	here := len(s.pieces) - 1
	s.lastMark = here
	open := s.opened[k]
	if closes && len(open) > 0 && open[len(open)-1] < s.lastText {
		from := open[len(open)-1]
		s.opened[k] = open[:len(open)-1]
		s.pieces[from].Text, s.pieces[here].Text = "", ""
		s.ranges = append(s.ranges, styled{from: from, to: here, style: marks[k].style})
		return
	}
	if opens {
		s.opened[k] = append(open, here)
	}
}

// isMark reports whether a character is punctuation.
func isMark(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// newline is a break if a backslash or two spaces stand before it, and else a
// space: models do not break their lines.
func (s *spanner) newline(i int) int {
	line := s.text[s.from:i]
	bare := strings.TrimRight(line, " ")
	hard := len(line)-len(bare) >= 2
	if strings.HasSuffix(bare, `\`) && len(line) == len(bare) {
		bare, hard = bare[:len(bare)-1], true
	}
	s.flush(s.from + len(bare))
	s.from = i + 1
	if hard {
		s.pieces = append(s.pieces, Span{Style: Break})
	} else {
		s.pieces = append(s.pieces, Span{Text: " "})
	}
	return 1
}

// finish gives each piece its styles, and joins pieces that are alike.
func (s *spanner) finish() []Span {
	edges := make([][3]int, len(s.pieces)+1) // how many ranges of each style begin, less those that end
	for _, r := range s.ranges {
		if r.link != "" {
			for i := r.from; i < r.to; i++ {
				s.pieces[i].Link = r.link
			}
			continue
		}
		for bit := range 3 {
			if r.style == 1<<bit {
				edges[r.from][bit]++
				edges[r.to][bit]--
			}
		}
	}
	var spans []Span
	var open [3]int
	var text []byte // of the last span
	end := func() {
		if len(spans) > 0 {
			spans[len(spans)-1].Text = string(text)
		}
		text = text[:0]
	}
	for i, p := range s.pieces {
		for bit := range open {
			if open[bit] += edges[i][bit]; open[bit] > 0 {
				p.Style |= 1 << bit
			}
		}
		last := len(spans) - 1
		switch {
		case p.Text == "" && p.Style&Break == 0:
		case last >= 0 && spans[last].Style == p.Style && spans[last].Link == p.Link && p.Style&Break == 0:
			text = append(text, p.Text...)
		default:
			end()
			spans = append(spans, p)
			text = append(text, p.Text...)
		}
	}
	end()
	return spans
}
