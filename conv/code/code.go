// Package code tells the tokens of source text apart, for those who colour it: a
// page, a terminal.
//
// It knows the languages that agents write most, by their comments, strings,
// numbers and keywords, and nothing of their grammar. Where it errs, a word has
// the wrong colour: the pieces of a text always make up the text.
//
// The rule of the room: every input takes linear time. The libraries for this
// take 10 ms and more before main, in every command.
package code

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Kind is what a piece of source text is.
type Kind uint8

// The kinds of pieces.
const (
	Plain Kind = iota
	Comment
	String
	Number // and the constants of a language, as true
	Keyword
	Function // a name before a parenthesis
	Name     // a key of an object, an attribute
	Removed  // a line of a diff
	Added    // a line of a diff
	Place    // of a diff: which file and which lines
)

// Pieces yields the pieces of a text in order. The name of the language is as after the
// fence of a code block, or the ending of a file: go, py, Python. Of a language that is
// not known, all of the text is one.
func Pieces(name, text string) iter.Seq2[Kind, string] {
	return func(yield func(Kind, string) bool) {
		l := lookup(name)
		if l == nil {
			yield(Plain, text)
			return
		}
		s := &scanner{language: l, text: text, yield: yield}
		for s.going() {
			l.next(s)
		}
		s.plain()
	}
}

func lookup(name string) *language {
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	return byName(strings.ToLower(strings.TrimPrefix(name, ".")))
}

// scanner is at a place in a text: all before from is yielded, all between from
// and at is plain.
type scanner struct {
	*language
	text     string
	from, at int
	open     int // of HTML: inside a tag
	lost     int // the quotes of which no end is left, as bits
	stopped  bool
	yield    func(Kind, string) bool
}

func (s *scanner) going() bool { return s.at < len(s.text) && !s.stopped }

// plain yields what is pending.
func (s *scanner) plain() {
	if s.from < s.at && !s.stopped {
		s.stopped = !s.yield(Plain, s.text[s.from:s.at])
	}
	s.from = s.at
}

// take yields the text up to end as a piece.
func (s *scanner) take(k Kind, end int) {
	s.plain()
	if !s.stopped {
		s.stopped = !s.yield(k, s.text[s.at:end])
	}
	s.at, s.from = end, end
}

// rest is what is left of the text.
func (s *scanner) rest() string { return s.text[s.at:] }

// lineEnd is where the line ends that has the place i.
func (s *scanner) lineEnd(i int) int {
	if n := strings.IndexByte(s.text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s.text)
}

// lineStart reports whether only blanks stand before this place on its line.
func (s *scanner) lineStart() bool {
	for i := s.at - 1; i >= 0 && i >= s.at-maxIndent; i-- {
		switch s.text[i] {
		case '\n':
			return true
		case ' ', '\t', '-':
		default:
			return false
		}
	}
	return s.at <= maxIndent
}

// maxIndent bounds how far lineStart looks back.
const maxIndent = 200

// token reads one token of a language with words.
func token(s *scanner) {
	switch c := s.text[s.at]; {
	case s.comment(), s.quoted():
	case isDigit(c):
		s.number()
	case isLetter(c) || c >= utf8.RuneSelf || strings.IndexByte(s.letters, c) >= 0:
		s.word()
	default:
		s.at++
	}
}

func (s *scanner) comment() bool {
	rest := s.rest()
	for _, mark := range s.line {
		if strings.HasPrefix(rest, mark) && (!s.apart || s.at == 0 || strings.IndexByte(" \t\n;(", s.text[s.at-1]) >= 0) {
			s.take(Comment, s.lineEnd(s.at))
			return true
		}
	}
	if s.block[0] != "" && strings.HasPrefix(rest, s.block[0]) {
		end := len(s.text)
		if n := strings.Index(rest[len(s.block[0]):], s.block[1]); n >= 0 {
			end = s.at + len(s.block[0]) + n + len(s.block[1])
		}
		s.take(Comment, end)
		return true
	}
	return false
}

// quoted takes a string. One without an end is all of its line; if it may have
// several lines, its quote means nothing.
func (s *scanner) quoted() bool {
	for i, q := range s.quotes {
		if !strings.HasPrefix(s.rest(), q.mark) || s.lost&(1<<i) != 0 {
			continue
		}
		end := s.stringEnd(s.at+len(q.mark), q)
		switch {
		case end > 0 && s.keys && s.beforeColon(end):
			s.take(Name, end)
		case end > 0:
			s.take(String, end)
		case q.how == character:
			s.at++
		case q.how == lines || q.how == raw:
			s.lost |= 1 << i
			return false
		default:
			s.take(String, s.lineEnd(s.at))
		}
		return true
	}
	return false
}

// stringEnd is where the string ends whose text begins at i, 0 if it does not.
func (s *scanner) stringEnd(i int, q quote) int {
	if q.how == character {
		return s.characterEnd(i)
	}
	for i < len(s.text) {
		switch c := s.text[i]; {
		case c == '\\' && q.how != raw:
			i++
		case c == '\n' && q.how == inLine:
			return 0
		case c == q.mark[0] && strings.HasPrefix(s.text[i:], q.mark):
			return i + len(q.mark)
		}
		i++
	}
	return 0
}

// characterEnd is where a quoted character ends, 0 if there is none: 'a is a
// lifetime in Rust.
func (s *scanner) characterEnd(i int) int {
	if i >= len(s.text) {
		return 0
	}
	if s.text[i] == '\\' {
		i += 2 // what is escaped may be a quote
		if n := strings.IndexAny(s.text[min(i, len(s.text)):min(i+10, len(s.text))], "'\n"); n >= 0 && s.text[i+n] == '\'' {
			return i + n + 1
		}
		return 0
	}
	_, size := utf8.DecodeRuneInString(s.text[i:])
	if strings.HasPrefix(s.text[i+size:], "'") {
		return i + size + 1
	}
	return 0
}

func (s *scanner) beforeColon(end int) bool {
	return strings.HasPrefix(strings.TrimLeft(s.text[end:min(len(s.text), end+8)], " "), ":")
}

func (s *scanner) number() {
	end := s.at + 1
	for end < len(s.text) {
		c := s.text[end]
		sign := (c == '+' || c == '-') && (s.text[end-1] == 'e' || s.text[end-1] == 'E')
		if !isDigit(c) && !isLetter(c) && c != '.' && !sign {
			break
		}
		end++
	}
	s.take(Number, end)
}

func (s *scanner) word() {
	start, end := s.at, s.at
	for end < len(s.text) {
		c := s.text[end]
		if !isLetter(c) && !isDigit(c) && c < utf8.RuneSelf && strings.IndexByte(s.letters, c) < 0 {
			break
		}
		end++
	}
	word := s.text[start:end]
	if s.fold {
		word = strings.ToLower(word)
	}
	switch kind, known := s.words[word]; {
	case known && !s.after('.'):
		s.take(kind, end)
	case s.keys && s.lineStart() && s.key(end):
		s.take(Name, end)
	case s.calls && strings.HasPrefix(s.text[end:], "("):
		s.take(Function, end)
	default:
		s.at = end
	}
}

// key reports whether a word that ends here is the key of a line.
func (s *scanner) key(end int) bool {
	rest := strings.TrimLeft(s.text[end:min(len(s.text), end+40)], " ")
	return strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":") && (len(rest) == 1 || strings.IndexByte(" \n\r", rest[1]) >= 0)
}

func (s *scanner) after(c byte) bool { return s.at > 0 && s.text[s.at-1] == c }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
