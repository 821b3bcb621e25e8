// Package shape says what JSON a reader takes, once: [Shape.Check] finds all
// that is wrong with a text in one pass over its bytes, and [Shape.Schema]
// writes the same as JSON Schema.
//
// The rule of the room: a shape knows one value and what is in it, never what
// stands beside it or what came before. Whether a call has its result is a
// rule of conversations. A shape is built when it is needed, and not changed
// after that.
package shape

import (
	"strings"

	"convo/conv/rawjson"
)

// Shape is what a JSON value may be.
type Shape struct {
	name, about string
	kinds       kinds
	whole       bool // numbers have no fraction
	least, most float64
	bounded     bool
	loose       bool   // only strict reading looks at it
	lenient     bool   // objects in it may have other members
	words       []word // that a string may be; nil: any
	form        Form   // of strings

	options []*Shape // that it is either of; what they say is here, too

	elements *Shape // of an array; nil: any
	some     bool   // an array has elements

	tag     *tagged  // objects that are told apart by a member
	members []Member // of an object
	rest    *Shape   // of other members; nil: there are none
	need    uint64   // members that must be there, as bits
	due     uint64   // members that must be there in strict reading
	choices []choice
	needs   []need
}

// kinds is a set of rawjson.Kind.
type kinds uint16

func kindOf(k rawjson.Kind) kinds         { return 1 << k }
func (k kinds) has(one rawjson.Kind) bool { return k>>one&1 != 0 }

const anything = 1<<rawjson.Null | 1<<rawjson.Bool | 1<<rawjson.Num | 1<<rawjson.String | 1<<rawjson.Array | 1<<rawjson.Object

// word is one that a string may be. With open, others may follow it.
type word struct {
	text          string
	open, dialect bool
}

// is reports whether s is the word.
func (w *word) is(s string) bool {
	return w.text == s || w.open && strings.HasPrefix(s, w.text)
}

// wordsOf are those of a text with blanks between. One with a * at its end is
// how several begin; one with a ~ before it is of a dialect.
func wordsOf(text string) (words []word) {
	for w := range strings.FieldsSeq(text) {
		w, dialect := strings.CutPrefix(w, "~")
		w, open := strings.CutSuffix(w, "*")
		words = append(words, word{w, open, dialect})
	}
	return words
}

// What builds shapes is not inlined: the code of a format's shape would be
// three times as long.

// Any is any value, null too.
//
//go:noinline
func Any() *Shape { return &Shape{kinds: anything} }

// Null is null. An optional member may be null without it.
//
//go:noinline
func Null() *Shape { return &Shape{kinds: kindOf(rawjson.Null)} }

// Bool is true or false.
//
//go:noinline
func Bool() *Shape { return &Shape{kinds: kindOf(rawjson.Bool)} }

// Number is any number.
//
//go:noinline
func Number() *Shape { return &Shape{kinds: kindOf(rawjson.Num)} }

// Integer is a whole number, however it is written: 5, 5.0.
//
//go:noinline
func Integer() *Shape { return &Shape{kinds: kindOf(rawjson.Num), whole: true} }

// Between bounds a number; both bounds may be.
//
//go:noinline
func (s *Shape) Between(least, most float64) *Shape {
	s.bounded, s.least, s.most = true, least, most
	return s
}

// String is any string.
//
//go:noinline
func String() *Shape { return &Shape{kinds: kindOf(rawjson.String)} }

// Words is a string that is one of some words: "low high", blanks between.
// One with a * at its end is how words begin. One with a ~ before it is only
// known to servers that speak a dialect.
//
//go:noinline
func Words(text string) *Shape {
	return &Shape{kinds: kindOf(rawjson.String), words: wordsOf(text)}
}

// Form is how a string is written.
type Form int

// The forms.
const (
	AnyForm    Form = iota
	Base64Form      // base64 without a data: URL around it
	DataForm        // a data: URL
	FullForm        // not empty
)

// Base64 is a string of base64, and no data: URL.
//
//go:noinline
func Base64() *Shape { return &Shape{kinds: kindOf(rawjson.String), form: Base64Form} }

// DataURL is a string that is a data: URL.
//
//go:noinline
func DataURL() *Shape { return &Shape{kinds: kindOf(rawjson.String), form: DataForm} }

// Full is a string that is not empty.
//
//go:noinline
func Full() *Shape { return &Shape{kinds: kindOf(rawjson.String), form: FullForm} }

// List is an array.
//
//go:noinline
func List(of *Shape) *Shape { return &Shape{kinds: kindOf(rawjson.Array), elements: of} }

// Some says that an array has elements.
//
//go:noinline
func (s *Shape) Some() *Shape {
	s.some = true
	return s
}

// Map is an object of any members that are of one shape.
//
//go:noinline
func Map(of *Shape) *Shape { return &Shape{kinds: kindOf(rawjson.Object), rest: of} }

// Anything is an object of any members.
//
//go:noinline
func Anything() *Shape { return Map(Any()) }

// Either is a value of one of several kinds, each of which only one of the
// shapes has.
func Either(shapes ...*Shape) *Shape {
	all := *shapes[0]
	for _, s := range shapes[1:] {
		if all.kinds&s.kinds != 0 {
			panic("shape: two shapes of one kind")
		}
		all.kinds |= s.kinds
		if s.kinds.has(rawjson.String) {
			all.words, all.form = s.words, s.form
		}
		if s.kinds.has(rawjson.Num) {
			all.whole, all.bounded, all.least, all.most = s.whole, s.bounded, s.least, s.most
		}
		if s.kinds.has(rawjson.Array) {
			all.elements, all.some = s.elements, s.some
		}
		if s.kinds.has(rawjson.Object) {
			all.tag, all.members, all.rest, all.need, all.choices = s.tag, s.members, s.rest, s.need, s.choices
			all.due, all.needs = s.due, s.needs
		}
	}
	all.name, all.about, all.options = "", "", shapes
	return &all
}

// Loose says that only strict reading looks at the value: servers that speak
// a dialect take others.
//
//go:noinline
func (s *Shape) Loose() *Shape {
	loose := *s
	loose.loose = true
	return &loose
}

// Lenient says of a whole text that its objects may have other members, which
// are flaws only to those who ask.
func (s *Shape) Lenient() *Shape {
	s.lenient = true
	return s
}

// Named gives a shape the name that a schema calls it by, and a line for
// people.
//
//go:noinline
func (s *Shape) Named(name, about string) *Shape {
	s.name, s.about = name, about
	return s
}
