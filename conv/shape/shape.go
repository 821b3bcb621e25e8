// Package shape describes the JSON that a reader accepts. One description
// serves two purposes: [Shape.Check] finds the mistakes of a text in one pass
// over its bytes, and [Shape.Schema] writes a JSON Schema.
//
// The rule of the room: a shape knows one value and what is in it, never what is
// next to it or came before it. Whether a call has a result is a rule of
// conversations. A shape is built when it is needed and never changed afterwards.
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
	loose       bool   // only strict reading checks it
	lenient     bool   // objects in it may have unknown fields
	words       []word // allowed strings; nil: any
	form        Form   // of strings

	options []*Shape // of Either; their content is also copied here

	elements *Shape // of an array; nil: any
	some     bool   // an array must have elements

	tag     *tagged  // objects that differ by a tag
	members []Member // of an object
	rest    *Shape   // of other fields; nil: none are allowed
	need    uint64   // required fields, as bits
	due     uint64   // fields that strict reading requires
	choices []choice
	needs   []need
}

// kinds is a set of rawjson.Kind.
type kinds uint16

func kindOf(k rawjson.Kind) kinds         { return 1 << k }
func (k kinds) has(one rawjson.Kind) bool { return k>>one&1 != 0 }

const anything = 1<<rawjson.Null | 1<<rawjson.Bool | 1<<rawjson.Num | 1<<rawjson.String | 1<<rawjson.Array | 1<<rawjson.Object

// word is an allowed string. If open, it is the beginning of one.
type word struct {
	text          string
	open, dialect bool
}

// is reports whether s is the word.
func (w *word) is(s string) bool {
	return w.text == s || w.open && strings.HasPrefix(s, w.text)
}

// wordsOf splits a text at spaces. A word that ends in * is a beginning, a word
// after ~ belongs to a dialect.
func wordsOf(text string) (words []word) {
	for w := range strings.FieldsSeq(text) {
		w, dialect := strings.CutPrefix(w, "~")
		w, open := strings.CutSuffix(w, "*")
		words = append(words, word{w, open, dialect})
	}
	return words
}

// The functions that build shapes are not inlined: this keeps the code of a
// shape at a third of its size.

// Any is any value, null included.
//
//go:noinline
func Any() *Shape { return &Shape{kinds: anything} }

// Null is null. An optional field may be null without it.
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

// Integer is a whole number in any notation: 5, 5.0.
//
//go:noinline
func Integer() *Shape { return &Shape{kinds: kindOf(rawjson.Num), whole: true} }

// Between sets the bounds of a number, which are themselves allowed.
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

// Words is a string out of a list such as "low high". A word that ends in * is
// the beginning of allowed strings. Only servers that speak a dialect know a
// word after ~.
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

// Base64 is a string of base64 without a data: URL.
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

// Some requires that an array has elements.
//
//go:noinline
func (s *Shape) Some() *Shape {
	s.some = true
	return s
}

// Map is an object with any fields, all of one shape.
//
//go:noinline
func Map(of *Shape) *Shape { return &Shape{kinds: kindOf(rawjson.Object), rest: of} }

// Anything is an object with any fields.
//
//go:noinline
func Anything() *Shape { return Map(Any()) }

// Either is a value of one of several shapes, no two of which have a kind in
// common.
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

// Loose limits the check of the value to strict reading: servers that speak a
// dialect accept other values.
//
//go:noinline
func (s *Shape) Loose() *Shape {
	loose := *s
	loose.loose = true
	return &loose
}

// Lenient lets the schema of a whole text allow unknown fields, which only
// strict reading reports.
func (s *Shape) Lenient() *Shape {
	s.lenient = true
	return s
}

// Named gives a shape its name in a schema, and a line of explanation.
//
//go:noinline
func (s *Shape) Named(name, about string) *Shape {
	s.name, s.about = name, about
	return s
}
