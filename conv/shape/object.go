package shape

import (
	"strings"

	"convo/conv/rawjson"
)

// Member is one of an object.
type Member struct {
	name, also string
	about      string
	shape      *Shape
	must, due  bool
	solid      bool // to strict reading it is not null
}

// Must is a member that has to be there.
//
//go:noinline
func Must(name string, s *Shape) *Member { return &Member{name: name, shape: s, must: true} }

// Due is a member that has to be there in strict reading.
//
//go:noinline
func Due(name string, s *Shape) *Member { return &Member{name: name, shape: s, due: true} }

// May is a member that may be there, or be null.
//
//go:noinline
func May(name string, s *Shape) *Member { return &Member{name: name, shape: s} }

// Or gives a member a second name that it may have.
//
//go:noinline
func (m *Member) Or(name string) *Member {
	m.also = name
	return m
}

// Says explains the member in a line.
//
//go:noinline
func (m *Member) Says(about string) *Member {
	m.about = about
	return m
}

// Object is an object of these members. Others are flaws only to those who
// take no others: see [Shape.Check].
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
			panic("shape: name the members that have to be there first")
		}
		s.due |= 1 << i
		if m.must {
			s.need |= 1 << i
		}
	}
	return s
}

// Mays adds members that may be there, all of one shape; names are a text with
// blanks between.
//
//go:noinline
func (s *Shape) Mays(names string, of *Shape) *Shape {
	for name := range strings.FieldsSeq(names) {
		s.members = append(s.members, Member{name: name, shape: of})
	}
	return s
}

// NoNulls says that in strict reading no member so far is null, but where its
// shape is: who has nothing to say leaves it out.
func (s *Shape) NoNulls() *Shape {
	for i := range s.members {
		s.members[i].solid = true
	}
	return s
}

// Open says that an object may have other members, of any kind.
//
//go:noinline
func (s *Shape) Open() *Shape {
	s.rest = Any()
	return s
}

// choice is how many of some members there have to be, in strict reading.
type choice struct {
	names       []string
	least, most int
	mask        uint64
}

// SomeOf says that at least one of some members has to be there.
func (s *Shape) SomeOf(names ...string) *Shape { return s.choose(names, 1, len(names)) }

// OneOf says that exactly one of some members has to be there.
func (s *Shape) OneOf(names ...string) *Shape { return s.choose(names, 1, 1) }

// MostOneOf says that no two of some members can be there.
func (s *Shape) MostOneOf(names ...string) *Shape { return s.choose(names, 0, 1) }

// Needs says that some members can only be there with another.
func (s *Shape) Needs(other string, names ...string) *Shape {
	for _, name := range names {
		s.needs = append(s.needs, need{name, other, s.bit(name), s.bit(other)})
	}
	return s
}

// need is a member that can only be there with another, in strict reading.
type need struct {
	name, other string
	bit, with   uint64
}

// bit is that of a member.
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

// index is that of a member, -1 if there is none. It is looked for first
// where it stands if members come in order.
func (s *Shape) index(name string, next int) int {
	if next < len(s.members) && s.members[next].name == name {
		return next
	}
	for i := range s.members {
		if m := &s.members[i]; m.name == name || m.also == name && m.also != "" {
			return i
		}
	}
	return -1
}

// tagged is objects that are told apart by a member.
type tagged struct {
	key    string
	cases  []Case
	all    []Case // cases and those that stand elsewhere
	none   *Shape // without the member; nil: it has to be there
	others *Shape // of other words; nil: there are none
	told   bool   // that there are other words
	loose  *Shape // of other words in dialects
	silent *Shape // without the member in dialects
}

// Case is the objects whose tag is one of some words.
type Case struct {
	words []word
	shape *Shape
}

// When is a case: an object, whose members are beside the tag. Words are
// those of [Words].
//
//go:noinline
func When(words string, s *Shape) Case { return Case{wordsOf(words), s} }

// ByTag is an object that is of the shape that its member key says.
//
//go:noinline
func ByTag(key string, cases ...Case) *Shape {
	return &Shape{kinds: kindOf(rawjson.Object), tag: &tagged{key: key, cases: cases, all: cases}}
}

// Only is the same objects, but only of these words: others stand elsewhere.
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

// Untagged is what an object is that does not say.
//
//go:noinline
func (s *Shape) Untagged(none *Shape) *Shape {
	s.tag.none = none
	return s
}

// Others is what an object of another word is.
//
//go:noinline
func (s *Shape) Others(others *Shape) *Shape {
	s.tag.others = others
	return s
}

// Kept is Others, but that nobody knows the word is told.
//
//go:noinline
func (s *Shape) Kept(others *Shape) *Shape {
	s.tag.others, s.tag.told = others, true
	return s
}

// Dialects is what an object of another word is in dialects, and what one is
// that does not say; nil: it has to.
//
//go:noinline
func (s *Shape) Dialects(others, none *Shape) *Shape {
	s.tag.loose, s.tag.silent = others, none
	return s
}

// find is the case of a word among those of s, nil if there is none.
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
