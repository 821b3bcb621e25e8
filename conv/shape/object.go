package shape

import (
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// Member is a field of an object.
type Member struct {
	name, also string
	alias      string // in dialects
	about      string
	shape      *Shape
	must, due  bool
	solid      bool // strict reading takes no null
}

// Must is a required field.
//
//go:noinline
func Must(name string, s *Shape) *Member { return &Member{name: name, shape: s, must: true} }

// Due is a field that strict reading requires.
//
//go:noinline
func Due(name string, s *Shape) *Member { return &Member{name: name, shape: s, due: true} }

// May is an optional field, which may be null.
//
//go:noinline
func May(name string, s *Shape) *Member { return &Member{name: name, shape: s} }

// Or gives a field a second name.
//
//go:noinline
func (m *Member) Or(name string) *Member {
	m.also = name
	return m
}

// Also gives every field in the shape, at any depth, the second name that alias
// returns for it, if that is not "". Strict reading does not take it.
func (s *Shape) Also(alias func(name string) string) *Shape {
	if s == nil {
		return nil
	}
	for i := range s.members {
		m := &s.members[i]
		m.alias = alias(m.name)
		m.shape.Also(alias)
	}
	for _, one := range s.options {
		one.Also(alias)
	}
	s.elements.Also(alias)
	s.rest.Also(alias)
	if t := s.tag; t != nil {
		for i := range t.all {
			t.all[i].shape.Also(alias)
		}
		for _, one := range []*Shape{t.none, t.others, t.loose, t.silent} {
			one.Also(alias)
		}
	}
	return s
}

// aliased returns the index of a field by its name in dialects, -1 if the shape
// lacks it.
func (s *Shape) aliased(name string) int {
	return slices.IndexFunc(s.members, func(m Member) bool { return m.alias == name })
}

// Told reports an unknown tag in dialects, too, as a flaw of sort Strange.
//
//go:noinline
func (s *Shape) Told() *Shape {
	s.tag.told = true
	return s
}

// Says adds a line of explanation.
//
//go:noinline
func (m *Member) Says(about string) *Member {
	m.about = about
	return m
}

// Object is an object with these fields. Other fields are flaws only in strict
// reading: see [Shape.Check].
//
//go:noinline
func Object(members ...*Member) *Shape {
	s := &Shape{kinds: kindOf(rawjson.Object), members: make([]Member, len(members))}
	for i := range members {
		s.members[i] = *members[i]
		m := &s.members[i]
		if !m.must && !m.due {
			continue
		}
		if i >= 64 {
			panic("shape: name the required fields first")
		}
		s.due |= 1 << i
		if m.must {
			s.need |= 1 << i
		}
	}
	return s
}

// Mays adds optional fields, all of one shape. names has spaces in between.
//
//go:noinline
func (s *Shape) Mays(names string, of *Shape) *Shape {
	for name := range strings.FieldsSeq(names) {
		s.members = append(s.members, Member{name: name, shape: of})
	}
	return s
}

// NoNulls forbids null, in strict reading, for all fields so far whose shape
// does not allow it. An absent value is left out instead.
func (s *Shape) NoNulls() *Shape {
	for i := range s.members {
		s.members[i].solid = true
	}
	return s
}

// Open allows other fields, with any value.
//
//go:noinline
func (s *Shape) Open() *Shape {
	s.rest = Any()
	return s
}

// choice is how many of some fields must be present, in strict reading.
type choice struct {
	names       []string
	least, most int
	mask        uint64
}

// SomeOf requires at least one of these fields.
func (s *Shape) SomeOf(names ...string) *Shape { return s.choose(names, 1, len(names)) }

// OneOf requires exactly one of these fields.
func (s *Shape) OneOf(names ...string) *Shape { return s.choose(names, 1, 1) }

// MostOneOf allows at most one of these fields.
func (s *Shape) MostOneOf(names ...string) *Shape { return s.choose(names, 0, 1) }

// Needs allows these fields only if another one is present.
func (s *Shape) Needs(other string, names ...string) *Shape {
	for _, name := range names {
		s.needs = append(s.needs, need{name, other, s.bit(name), s.bit(other)})
	}
	return s
}

// need is a field that requires another one, in strict reading.
type need struct {
	name, other string
	bit, with   uint64
}

// bit returns the bit of a field.
func (s *Shape) bit(name string) uint64 {
	i := s.index(name, 0)
	if i < 0 || i >= 64 {
		panic("shape: no choice of " + name)
	}
	return 1 << i
}

func (s *Shape) choose(names []string, least, most int) *Shape {
	c := choice{names: names, least: least, most: most}
	for _, name := range names {
		c.mask |= s.bit(name)
	}
	s.choices = append(s.choices, c)
	return s
}

// index returns the index of a field, -1 if the shape lacks it. It looks first
// at the place that the field has if all fields come in order.
func (s *Shape) index(name string, next int) int {
	if next < len(s.members) && s.members[next].name == name {
		return next
	}
	return slices.IndexFunc(s.members, func(m Member) bool { return m.name == name || m.also == name && m.also != "" })
}

// tagged holds objects that differ by the value of one field, their tag.
type tagged struct {
	key    string
	cases  []Case
	all    []Case // cases and those that are allowed elsewhere
	none   *Shape // without the tag; nil: it is required
	others *Shape // with other tags; nil: there are no others
	told   bool   // other tags are flaws of sort Strange
	loose  *Shape // with other tags in dialects
	silent *Shape // without the tag in dialects
}

// Case is the objects that have one of some words as their tag.
type Case struct {
	words []word
	shape *Shape
}

// When is a case: an object whose fields stand next to the tag. words is as in
// [Words].
//
//go:noinline
func When(words string, s *Shape) Case { return Case{wordsOf(words), s} }

// ByTag is an object whose shape is named by its field key.
//
//go:noinline
func ByTag(key string, cases ...Case) *Shape {
	return &Shape{kinds: kindOf(rawjson.Object), tag: &tagged{key: key, cases: cases, all: cases}}
}

// Only allows just these words as tags. The other cases are flaws: Misplaced.
func (s *Shape) Only(words string) *Shape {
	only, t := *s, *s.tag
	t.cases = nil
	for _, w := range wordsOf(words) {
		c := s.tag.find(w.text, false)
		if c == nil {
			panic("shape: no case " + w.text)
		}
		t.cases = append(t.cases, Case{[]word{w}, c.shape})
	}
	only.tag, only.name, only.about = &t, "", ""
	return &only
}

// Untagged sets the shape of an object without the tag.
//
//go:noinline
func (s *Shape) Untagged(none *Shape) *Shape {
	s.tag.none = none
	return s
}

// Others sets the shape of an object with an unknown tag.
//
//go:noinline
func (s *Shape) Others(others *Shape) *Shape {
	s.tag.others = others
	return s
}

// Kept does the same as Others, but reports the unknown tag.
//
//go:noinline
func (s *Shape) Kept(others *Shape) *Shape {
	s.tag.others, s.tag.told = others, true
	return s
}

// Dialects sets the shape, in dialects, of an object with an unknown tag and of
// one without the tag; nil: the tag is required.
//
//go:noinline
func (s *Shape) Dialects(others, none *Shape) *Shape {
	s.tag.loose, s.tag.silent = others, none
	return s
}

// find returns the case of a word, nil if there is none.
func (t *tagged) find(text string, strict bool) *Case { return caseOf(t.cases, text, strict) }

func caseOf(cases []Case, text string, strict bool) *Case {
	for i := range cases {
		for k := range cases[i].words {
			if w := &cases[i].words[k]; w.is(text) && !(strict && w.dialect) {
				return &cases[i]
			}
		}
	}
	return nil
}
