package pick

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Condition is an expression of convo transform --where. Several goroutines may use it.
type Condition struct {
	holds func(*Subject) bool
}

// Holds reports whether the condition is true of a conversation. A comparison with what
// is not known of it is false.
func (c *Condition) Holds(s *Subject) bool { return c.holds(s) }

// SyntaxError is what is wrong with an expression, and where.
type SyntaxError struct {
	At   int // character, from 1
	What string
	Name string // of a field that nobody knows; "": it is something else
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("character %d: %s", e.At, e.What) }

// deepest is how many brackets and nots may be in each other.
const deepest = 100

// Parse reads an expression:
//
//	turns > 2 and tools has "git-*" and not (cost >= 0.5 or models ~ opus)
func Parse(expression string) (c *Condition, err error) {
	p := &parser{all: expression}
	defer func() {
		if failed := recover(); failed != nil {
			e, ok := failed.(*SyntaxError)
			if !ok {
				panic(failed)
			}
			c, err = nil, e
		}
	}()
	p.next()
	if p.word == "" {
		p.fail(p.at, "there is no condition")
	}
	holds := p.either(0)
	if p.word != "" {
		p.fail(p.at, "want and, or, or the end, not "+p.word)
	}
	return &Condition{holds}, nil
}

// parser reads words one after the other.
type parser struct {
	all  string
	end  int    // of the word
	at   int    // where it begins
	word string // "" at the end
	text bool   // it stood in quotes
}

type predicate = func(*Subject) bool

func (p *parser) fail(at int, what string) {
	panic(&SyntaxError{At: utf8.RuneCountInString(p.all[:at]) + 1, What: what})
}

// signs are the words that need no blanks around them, the longer first.
var signs = []string{"&&", "||", "==", "!=", "<=", ">=", "=", "<", ">", "~", "(", ")", "!"}

// next reads the next word.
func (p *parser) next() {
	rest := strings.TrimLeft(p.all[p.end:], " \t\r\n")
	p.at = len(p.all) - len(rest)
	p.text = false
	if rest == "" {
		p.word, p.end = "", len(p.all)
		return
	}
	if quote := rest[0]; quote == '"' || quote == '\'' {
		p.quoted(rest, quote)
		return
	}
	n := 0
	for _, sign := range signs {
		if strings.HasPrefix(rest, sign) {
			n = len(sign)
			break
		}
	}
	if n == 0 {
		if n = strings.IndexAny(rest, " \t\r\n()=!<>~\"'&|"); n < 0 {
			n = len(rest)
		}
		n = max(n, 1)
	}
	p.word, p.end = rest[:n], p.at+n
}

// quoted reads a text in quotes. Within it a backslash stands before a quote or itself.
func (p *parser) quoted(rest string, quote byte) {
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == quote:
			p.word, p.text, p.end = cmp.Or(b.String(), "\x00"), true, p.at+i+1 // "" is the end
			return
		case c == '\\' && i+1 < len(rest) && (rest[i+1] == quote || rest[i+1] == '\\'):
			i++
			b.WriteByte(rest[i])
		default:
			b.WriteByte(c)
		}
	}
	p.fail(p.at, "the quote is not closed")
}

// takes reads one of some words, if it comes next.
func (p *parser) takes(words ...string) bool {
	for _, w := range words {
		if !p.text && strings.EqualFold(p.word, w) {
			p.next()
			return true
		}
	}
	return false
}

func (p *parser) either(depth int) predicate {
	is := p.both(depth)
	for p.takes("or", "||") {
		a, b := is, p.both(depth)
		is = func(s *Subject) bool { return a(s) || b(s) }
	}
	return is
}

func (p *parser) both(depth int) predicate {
	is := p.not(depth)
	for p.takes("and", "&&") {
		a, b := is, p.not(depth)
		is = func(s *Subject) bool { return a(s) && b(s) }
	}
	return is
}

func (p *parser) not(depth int) predicate {
	at := p.at
	if depth > deepest {
		p.fail(at, "too many brackets")
	}
	if p.takes("not", "!") {
		is := p.not(depth + 1)
		return func(s *Subject) bool { return !is(s) }
	}
	if p.takes("(") {
		is := p.either(depth + 1)
		if !p.takes(")") {
			p.fail(at, "the bracket is not closed")
		}
		return is
	}
	return p.test()
}

// test reads a field and what it is compared with. Alone it holds if there is something.
func (p *parser) test() predicate {
	at, name := p.at, p.word
	switch {
	case name == "":
		p.fail(at, "want a field after this")
	case p.text || strings.ContainsAny(name, "()=!<>~&|"):
		p.fail(at, "want a field, not "+p.shown())
	}
	f := fieldNamed(name)
	if len(name) > 1 && name[0] == '.' {
		f = &field{name: name, kind: foreign, path: strings.Split(name[1:], ".")}
	}
	if f == nil {
		e := &SyntaxError{At: utf8.RuneCountInString(p.all[:at]) + 1, What: "unknown field " + strconv.Quote(name), Name: name}
		panic(e)
	}
	p.next()
	op, opAt := p.word, p.at
	if !p.takes("=", "==", "!=", "<=", ">=", "<", ">", "~", "has") {
		return f.something
	}
	if op == "==" {
		op = "="
	}
	if p.word == "" {
		p.fail(p.at, "want a value after "+op)
	}
	is := p.compared(f, strings.ToLower(op), opAt)
	p.next()
	return is
}

// shown is a word as a message has it.
func (p *parser) shown() string {
	if p.text {
		return strconv.Quote(strings.Trim(p.word, "\x00"))
	}
	return p.word
}

// something reports whether a field is not zero and not empty.
func (f *field) something(s *Subject) bool {
	if f.kind == number || f.kind == date {
		n, known := f.number(s)
		return known && n != 0
	}
	return f.some(s, func(t string) bool { return t != "" && (f.kind != foreign || t != "false" && t != "0") })
}

// compared is the comparison of a field with the word.
func (p *parser) compared(f *field, op string, opAt int) predicate {
	value := strings.Trim(p.word, "\x00")
	n, isNumber := numberOf(value)
	isNumber = isNumber && !p.text
	orders := strings.ContainsAny(op, "<>")
	switch {
	case f.kind == date:
		return p.dated(f, op, opAt, value)
	case f.kind == number && (op == "~" || op == "has"):
		p.fail(opAt, f.name+" is a number: compare it with =, !=, <, <=, > or >=")
	case f.kind == number && !isNumber:
		p.fail(p.at, f.name+" is a number, and "+p.shown()+" is not")
	case (f.kind == text || f.kind == list) && orders:
		p.fail(opAt, f.name+" is text: compare it with =, !=, ~ or has")
	case f.kind == foreign && orders && !isNumber:
		p.fail(p.at, "want a number after "+op+", not "+p.shown())
	}
	if f.kind == number || f.kind == foreign && (orders || isNumber && op != "~" && op != "has") {
		return f.between(op, n, n)
	}
	match := func(t string) bool { return t == value }
	switch op {
	case "~":
		re, err := regexp.Compile(value)
		if err != nil {
			p.fail(p.at, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
		match = re.MatchString
	case "has":
		match = func(t string) bool { return strings.Contains(t, value) }
		if f.kind == list && f.name != "text" {
			if _, err := path.Match(value, ""); err != nil {
				p.fail(p.at, "want a name, or a pattern such as git-*")
			}
			match = func(t string) bool {
				ok, _ := path.Match(value, t)
				return ok
			}
		}
	}
	return func(s *Subject) bool { return f.some(s, match) == (op != "!=") }
}

// between compares a number with all that is from low to high: one number, or the times
// of a day.
func (f *field) between(op string, low, high float64) predicate {
	return func(s *Subject) bool {
		x, known := f.number(s)
		if !known {
			return false
		}
		switch op {
		case "=":
			return low <= x && x <= high
		case "!=":
			return x < low || x > high
		case "<":
			return x < low
		case "<=":
			return x <= high
		case ">":
			return x > high
		default:
			return x >= low
		}
	}
}

// dated compares a time with a day or a time.
func (p *parser) dated(f *field, op string, opAt int, value string) predicate {
	if op == "~" || op == "has" {
		p.fail(opAt, f.name+" is a time: compare it with =, !=, <, <=, > or >=")
	}
	day, err := time.Parse(time.DateOnly, value)
	low, high := day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli()-1
	if err != nil {
		at, err := time.Parse(time.RFC3339, value)
		if err != nil {
			p.fail(p.at, f.name+" is a time: want a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z")
		}
		low, high = at.UnixMilli(), at.UnixMilli()
	}
	return f.between(op, float64(low), float64(high))
}

// numberOf reads a number as flags take it: 50000, 50k, 1.5m, $0.25.
func numberOf(s string) (float64, bool) {
	s = strings.TrimPrefix(s, "$")
	factor := 1.0
	switch {
	case strings.HasSuffix(s, "k"):
		factor, s = 1e3, s[:len(s)-1]
	case strings.HasSuffix(s, "m"):
		factor, s = 1e6, s[:len(s)-1]
	}
	if s == "" || strings.Trim(s, "0123456789.+-eE_") != "" { // Inf, NaN and 0x are none
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return n * factor, err == nil
}
