package schema

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// maxSteps limits the work of a check: a small schema can ask for hours of it.
const maxSteps = 5_000_000

// Check returns what is wrong with a JSON value, in the order of the places in
// it, with names in alphabetical order. The error says that the text is not JSON
// or that the check takes too long.
func (s *Schema) Check(text []byte) ([]Finding, error) {
	v, err := decode(text)
	if err != nil {
		return nil, err
	}
	t, err := s.tree()
	if err != nil {
		return nil, err
	}
	c := &checker{most: Most, tracks: t.tracks, work: new(int)}
	c.check(t.root, v, nil)
	if *c.work > maxSteps {
		return nil, errors.New("the check against this schema takes too long")
	}
	return c.found, nil
}

// checker collects findings up to a number.
type checker struct {
	found  []Finding
	most   int
	tracks bool
	work   *int
}

// place is a part of the checked value; nil is the whole value.
type place struct {
	in   *place
	step string
}

// pointer is the place as a JSON pointer.
func (p *place) pointer() string {
	var steps []string
	for ; p != nil; p = p.in {
		steps = append(steps, "/"+bounded(escape(p.step)))
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

func (p *place) item(i int) *place { return &place{p, strconv.Itoa(i)} }

func (c *checker) full() bool { return len(c.found) >= c.most || *c.work > maxSteps }

func (c *checker) find(at *place, rule, message string) {
	if !c.full() {
		c.found = append(c.found, Finding{at.pointer(), rule, message})
	}
}

// apart returns a checker whose findings do not count yet.
func (c *checker) apart(most int) *checker {
	return &checker{most: most, tracks: c.tracks, work: c.work}
}

// matches reports whether a value matches a schema, and what it evaluated.
func (c *checker) matches(n *node, v any) (bool, seen) {
	trial := c.apart(1)
	s := trial.check(n, v, nil)
	return len(trial.found) == 0, s
}

// seen is which properties and items some keyword has judged.
type seen struct {
	names map[string]bool
	items map[int]bool
}

func (s *seen) name(name string) {
	if s.names == nil {
		s.names = map[string]bool{}
	}
	s.names[name] = true
}

func (s *seen) item(i int) {
	if s.items == nil {
		s.items = map[int]bool{}
	}
	s.items[i] = true
}

func (s *seen) add(t seen) {
	for name := range t.names {
		s.name(name)
	}
	for i := range t.items {
		s.item(i)
	}
}

// check finds what is wrong with v, and returns what was evaluated if that
// matters.
func (c *checker) check(n *node, v any, at *place) (s seen) {
	*c.work++
	if c.full() {
		return s
	}
	if n.never {
		c.find(at, "false", "no value is allowed here")
		return s
	}
	kind := kindOf(v)
	if n.types != nil && !slices.ContainsFunc(n.types, func(t string) bool { return isA(kind, t) }) {
		c.find(at, "type", "want "+articled(n.types...)+", got "+articled(kind))
		return s // the other keywords are about values of the right type
	}
	for _, a := range n.asserts {
		if (a.about == "" || isA(kind, a.about)) && !a.holds(v) {
			c.find(at, a.name, a.said())
		}
	}
	c.logic(n, v, at, &s)
	switch v := v.(type) {
	case []any:
		c.array(n, v, at, &s)
	case map[string]any:
		c.object(n, v, at, &s)
	}
	return s
}

// logic applies the schemas for the same value.
func (c *checker) logic(n *node, v any, at *place, s *seen) {
	for _, m := range slices.Concat(n.refs, n.allOf) {
		s.add(c.check(m, v, at))
	}
	if n.anyOf != nil && c.alternatives(n.anyOf, v, s) == 0 {
		c.none(n.anyOf, v, at, "anyOf")
	}
	if n.oneOf != nil {
		switch k := c.alternatives(n.oneOf, v, s); k {
		case 0:
			c.none(n.oneOf, v, at, "oneOf")
		case 1:
		default:
			c.find(at, "oneOf", "matches "+strconv.Itoa(k)+" of the alternatives, want exactly one")
		}
	}
	if n.not != nil {
		if ok, _ := c.matches(n.not, v); ok {
			c.find(at, "not", "matches the schema that \"not\" excludes")
		}
	}
	if n.when == nil {
		return
	}
	ok, t := c.matches(n.when, v)
	then := n.alse
	if ok {
		s.add(t)
		then = n.then
	}
	if then != nil {
		s.add(c.check(then, v, at))
	}
}

// alternatives counts the alternatives that match.
func (c *checker) alternatives(all []*node, v any, s *seen) (k int) {
	for _, m := range all {
		if ok, t := c.matches(m, v); ok {
			k++
			s.add(t)
		}
	}
	return k
}

// none reports that no alternative matches. If only one of them is for values
// of this kind, it reports what that one finds.
func (c *checker) none(all []*node, v any, at *place, rule string) {
	var meant []Finding
	candidates := 0
	for _, m := range all {
		trial := c.apart(c.most - len(c.found))
		trial.check(m, v, at)
		if !slices.ContainsFunc(trial.found, func(f Finding) bool {
			return f.Pointer == at.pointer() && slices.Contains([]string{"type", "const", "enum", "false"}, f.Rule)
		}) {
			candidates++
			meant = trial.found
		}
	}
	if candidates != 1 {
		c.find(at, rule, "matches none of the "+strconv.Itoa(len(all))+" alternatives")
		return
	}
	c.found = append(c.found, meant...)
}

// array checks the items.
func (c *checker) array(n *node, v []any, at *place, s *seen) {
	for i, item := range v {
		switch {
		case i < len(n.prefix):
			c.check(n.prefix[i], item, at.item(i))
		case n.items != nil:
			c.check(n.items, item, at.item(i))
		default:
			continue
		}
		c.saw(s, i)
	}
	if n.contains != nil {
		c.contains(n, v, at, s)
	}
	if n.unevaluatedItems == nil {
		return
	}
	for i, item := range v {
		if !s.items[i] {
			c.check(n.unevaluatedItems, item, at.item(i))
			s.item(i)
		}
	}
}

func (c *checker) saw(s *seen, i int) {
	if c.tracks {
		s.item(i)
	}
}

func (c *checker) contains(n *node, v []any, at *place, s *seen) {
	k := 0
	for i, item := range v {
		if ok, _ := c.matches(n.contains, item); ok {
			k++
			c.saw(s, i)
		}
	}
	switch {
	case k < n.minContains:
		c.find(at, "contains", "want "+strconv.Itoa(n.minContains)+" or more items that match \"contains\", got "+strconv.Itoa(k))
	case n.maxContains >= 0 && k > n.maxContains:
		c.find(at, "maxContains", "want "+strconv.Itoa(n.maxContains)+" or less items that match \"contains\", got "+strconv.Itoa(k))
	}
}

// object checks the properties.
func (c *checker) object(n *node, v map[string]any, at *place, s *seen) {
	c.missing(n.required, v, at, "required")
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if c.full() {
			return
		}
		c.property(n, name, v, &place{at, name}, s)
	}
	for _, name := range slices.Sorted(maps.Keys(n.dependentSchemas)) {
		if _, ok := v[name]; ok {
			s.add(c.check(n.dependentSchemas[name], v, at))
		}
	}
	if n.unevaluatedProperties == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if !s.names[name] {
			c.extra(n.unevaluatedProperties, v[name], &place{at, name}, "unevaluatedProperties")
			s.name(name)
		}
	}
}

// missing finds the required properties that are missing.
func (c *checker) missing(names []string, v map[string]any, at *place, rule string) {
	for _, name := range names {
		if _, ok := v[name]; !ok {
			c.find(at, rule, strconv.Quote(bounded(name))+" is missing")
		}
	}
}

// property checks one property.
func (c *checker) property(n *node, name string, in map[string]any, at *place, s *seen) {
	v, told := in[name], false
	if m := n.properties[name]; m != nil {
		told = true
		c.check(m, v, at)
	}
	for _, p := range n.patterns {
		if p.name.MatchString(name) {
			told = true
			c.check(p.node, v, at)
		}
	}
	if !told && n.additional != nil {
		told = true
		c.extra(n.additional, v, at, "additionalProperties")
	}
	if told && c.tracks {
		s.name(name)
	}
	if n.names != nil {
		if ok, _ := c.matches(n.names, name); !ok {
			c.find(at, "propertyNames", "this property name is not allowed")
		}
	}
	if more := n.dependentRequired[name]; more != nil {
		c.missing(more, in, at.in, "dependentRequired")
	}
}

// extra checks a property that no other keyword covers.
func (c *checker) extra(n *node, v any, at *place, rule string) {
	if n.never {
		c.find(at, rule, "this property is not allowed")
		return
	}
	c.check(n, v, at)
}
