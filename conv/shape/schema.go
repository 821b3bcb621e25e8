package shape

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"

	"convo/conv/rawjson"
)

// Schema writes s as JSON Schema 2020-12, with an id and a title. It takes
// what [Shape.Check] finds no flaw in when it is strict, but that a lenient
// shape's objects may have members that none of them names.
func (s *Shape) Schema(w *rawjson.Writer, id string) {
	r := begin(w, id, s.name, s.about)
	r.lenient = s.lenient
	r.value(s, nil)
	r.definitions()
	w.EndObject()
}

// SchemaOfAny writes the schema of a value that is of one of several shapes.
func SchemaOfAny(w *rawjson.Writer, id, about string, shapes ...*Shape) {
	r := begin(w, id, "", about)
	w.Key("anyOf")
	w.BeginArray()
	for _, s := range shapes {
		r.schema(s, nil, "")
	}
	w.EndArray()
	r.definitions()
	w.EndObject()
}

func begin(w *rawjson.Writer, id, title, about string) *renderer {
	w.BeginObject()
	w.Field("$schema", "https://json-schema.org/draft/2020-12/schema")
	w.Field("$id", id)
	w.OptField("title", title)
	w.OptField("description", about)
	return &renderer{Writer: w, defined: map[string]definition{}}
}

// renderer is Schema at work.
type renderer struct {
	*rawjson.Writer
	defined map[string]definition
	waiting []definition
	lenient bool
}

// definition is a shape that is referred to. One of a case has its tag.
type definition struct {
	shape *Shape
	tag   *label
}

// label is the tag of a case; without words it is not there.
type label struct {
	key   string
	words []word
}

// definitions writes the shapes that were referred to, and those that they
// refer to.
func (r *renderer) definitions() {
	if len(r.waiting) == 0 {
		return
	}
	r.Key("$defs")
	r.BeginObject()
	for len(r.waiting) > 0 {
		d := r.waiting[0]
		r.waiting = r.waiting[1:]
		r.Key(d.shape.name)
		r.BeginObject()
		r.OptField("description", d.shape.about)
		r.value(d.shape, d.tag)
		r.EndObject()
	}
	r.EndObject()
}

// schema writes a shape as a schema of its own: by its name, if it has one.
// Under another tag than before it is written out.
func (r *renderer) schema(s *Shape, tag *label, about string) {
	r.BeginObject()
	r.OptField("description", about)
	d, known := r.defined[s.name]
	switch {
	case s.name == "" || known && !d.tag.equal(tag):
		r.value(s, tag)
	case !known:
		d = definition{s, tag}
		r.defined[s.name] = d
		r.waiting = append(r.waiting, d)
		fallthrough
	default:
		if d.shape != s && !reflect.DeepEqual(d.shape, s) {
			panic("shape: two are called " + s.name)
		}
		r.Field("$ref", "#/$defs/"+s.name)
	}
	r.EndObject()
}

// equal reports whether two labels, which may be nil, say the same.
func (l *label) equal(m *label) bool {
	if l == nil || m == nil {
		return l == m
	}
	return l.key == m.key && slices.Equal(l.words, m.words)
}

// nullable writes the shape of a member, which may be null if nothing forbids.
func (r *renderer) nullable(m *Member) {
	if m.must || m.due || m.solid || m.shape.kinds.has(rawjson.Null) {
		r.schema(m.shape, nil, m.about)
		return
	}
	if m.shape.name == "" && m.shape.tag == nil && m.shape.words == nil && !m.shape.hasNames() {
		or := *m.shape
		or.kinds |= kindOf(rawjson.Null)
		r.schema(&or, nil, m.about)
		return
	}
	r.BeginObject()
	r.OptField("description", m.about)
	r.Key("anyOf")
	r.BeginArray()
	r.schema(m.shape, nil, "")
	r.schema(Null(), nil, "")
	r.EndArray()
	r.EndObject()
}

// value writes the keywords of a shape into the object that is open.
func (r *renderer) value(s *Shape, tag *label) {
	if s.hasNames() {
		r.Key("anyOf")
		r.BeginArray()
		for _, one := range s.options {
			r.schema(one, nil, "")
		}
		r.EndArray()
		return
	}
	r.kinds(s)
	if s.kinds.has(rawjson.String) {
		r.strings(s)
	}
	if s.bounded {
		r.bounds(s)
	}
	if s.elements != nil {
		r.Key("items")
		r.schema(s.elements, nil, "")
	}
	if s.some {
		r.Key("minItems")
		r.Int(1)
	}
	if !s.kinds.has(rawjson.Object) || s.kinds == anything {
		return
	}
	if s.kinds == kindOf(rawjson.Object) {
		r.object(s, tag)
		return
	}
	r.Key("if") // what is said of objects others pass
	r.schema(Anything(), nil, "")
	r.Key("then")
	r.BeginObject()
	r.object(s, tag)
	r.EndObject()
}

// hasNames reports whether s is either of some shapes that have names.
func (s *Shape) hasNames() bool {
	return slices.ContainsFunc(s.options, func(one *Shape) bool { return one.name != "" })
}

func (r *renderer) kinds(s *Shape) {
	if s.kinds == anything {
		return
	}
	var names []string
	for one, name := range [...]string{rawjson.Null: "null", rawjson.Bool: "boolean", rawjson.Num: "number", rawjson.String: "string", rawjson.Array: "array", rawjson.Object: "object"} {
		if !s.kinds.has(rawjson.Kind(one)) || name == "" {
			continue
		}
		if name == "number" && s.whole {
			name = "integer"
		}
		names = append(names, name)
	}
	r.Key("type")
	if len(names) == 1 {
		r.Str(names[0])
		return
	}
	r.strs(names)
}

func (r *renderer) strs(all []string) {
	r.BeginArray()
	for _, s := range all {
		r.Str(s)
	}
	r.EndArray()
}

// strings writes what strings are taken. Where other kinds are, too, an enum
// would refuse those, so it is a pattern.
func (r *renderer) strings(s *Shape) {
	switch s.form {
	case AnyForm:
	case Base64Form:
		r.Field("contentEncoding", "base64")
		r.Key("not")
		r.BeginObject()
		r.Field("pattern", "^data:")
		r.EndObject()
	case DataForm:
		r.Field("pattern", "^data:")
	case FullForm:
		r.Key("minLength")
		r.Int(1)
	}
	if s.words != nil {
		r.wording(s.words, s.kinds == kindOf(rawjson.String))
	}
}

// wording writes which words a string may be.
func (r *renderer) wording(words []word, alone bool) {
	var names []string
	pattern, open := "", false
	for _, one := range words {
		if one.dialect {
			continue
		}
		names = append(names, one.text)
		end := "$"
		if one.open {
			open, end = true, ""
		}
		if pattern != "" {
			pattern += "|"
		}
		pattern += "^" + regexp.QuoteMeta(one.text) + end
	}
	switch {
	case open || !alone:
		r.Field("pattern", pattern)
	case len(names) == 1:
		r.Field("const", names[0])
	default:
		r.Key("enum")
		r.strs(names)
	}
}

func (r *renderer) bounds(s *Shape) {
	if !math.IsInf(s.least, -1) {
		r.Key("minimum")
		r.Raw(rawjson.Raw(strconv.FormatFloat(s.least, 'f', -1, 64)))
	}
	if !math.IsInf(s.most, 1) {
		r.Key("maximum")
		r.Raw(rawjson.Raw(strconv.FormatFloat(s.most, 'f', -1, 64)))
	}
}

// cases writes that an object is of one case of several.
func (r *renderer) cases(t *tagged) {
	r.Key("oneOf")
	r.BeginArray()
	for _, c := range t.cases {
		if slices.ContainsFunc(c.words, func(w word) bool { return !w.dialect }) {
			r.schema(c.shape, &label{t.key, c.words}, "")
		}
	}
	switch {
	case t.none == nil:
	case t.none.tag == nil:
		r.schema(t.none, &label{key: t.key}, "")
	default: // told apart by another member
		r.BeginObject()
		r.Key("not")
		r.present(t.key)
		r.Key("allOf")
		r.BeginArray()
		r.schema(t.none, nil, "")
		r.EndArray()
		r.EndObject()
	}
	if t.others != nil {
		r.other(t)
	}
	r.EndArray()
}

// other writes what objects of a word are that no case has.
func (r *renderer) other(t *tagged) {
	r.BeginObject()
	r.Key("properties")
	r.BeginObject()
	r.Key(t.key)
	r.BeginObject()
	r.Field("type", "string")
	r.Key("not")
	r.BeginObject()
	r.wording(wordsIn(t.all), true)
	r.EndObject()
	r.EndObject()
	r.EndObject()
	r.Key("required")
	r.strs([]string{t.key})
	r.Key("allOf")
	r.BeginArray()
	r.schema(t.others, nil, "")
	r.EndArray()
	r.EndObject()
}

// present writes a schema of objects that have a member, which is not null.
func (r *renderer) present(name string) {
	r.BeginObject()
	r.Key("required")
	r.strs([]string{name})
	r.Key("properties")
	r.BeginObject()
	r.Key(name)
	r.BeginObject()
	r.Key("not")
	r.schema(Null(), nil, "")
	r.EndObject()
	r.EndObject()
	r.EndObject()
}

// label writes the member that is the tag of a case.
func (r *renderer) label(tag *label) {
	r.Key(tag.key)
	r.BeginObject()
	if tag.words == nil {
		r.kinds(Null())
	} else {
		r.kinds(String())
		r.wording(tag.words, true)
	}
	r.EndObject()
}

// member writes a schema of objects that have a member, by either of its names.
func (r *renderer) member(s *Shape, name string) {
	also := s.members[s.index(name, 0)].also
	if also == "" {
		r.present(name)
		return
	}
	r.BeginObject()
	r.Key("anyOf")
	r.BeginArray()
	r.present(name)
	r.present(also)
	r.EndArray()
	r.EndObject()
}

func (r *renderer) object(s *Shape, tag *label) {
	if s.tag != nil {
		if tag != nil {
			r.Key("properties")
			r.BeginObject()
			r.label(tag)
			r.EndObject()
			r.Key("required")
			r.strs([]string{tag.key})
		}
		r.cases(s.tag)
		return
	}
	var required []string
	var either []*Member // of two names
	if len(s.members) > 0 || tag != nil {
		r.Key("properties")
		r.BeginObject()
		if tag != nil && s.index(tag.key, 0) < 0 {
			if r.label(tag); tag.words != nil {
				required = append(required, tag.key)
			}
		}
		for i := range s.members {
			m := &s.members[i]
			switch {
			case !m.must && !m.due:
			case m.also != "":
				either = append(either, m)
			default:
				required = append(required, m.name)
			}
			r.Key(m.name)
			r.nullable(m)
			if m.also != "" {
				r.Key(m.also)
				r.nullable(m)
			}
		}
		r.EndObject()
	}
	if len(required) > 0 {
		r.Key("required")
		r.strs(required)
	}
	switch {
	case s.rest == nil && r.lenient:
	case s.rest == nil:
		r.Key("additionalProperties")
		r.Bool(false)
	case s.rest.kinds != anything:
		r.Key("additionalProperties")
		r.schema(s.rest, nil, "")
	}
	if len(s.choices)+len(s.needs)+len(either) > 0 {
		r.Key("allOf")
		r.BeginArray()
		for _, m := range either {
			r.member(s, m.name)
		}
		for i := range s.choices {
			r.choice(s, &s.choices[i])
		}
		for i := range s.needs {
			r.need(s, &s.needs[i])
		}
		r.EndArray()
	}
}

// need writes that a member is not there without another.
func (r *renderer) need(s *Shape, n *need) {
	r.BeginObject()
	r.Key("if")
	r.member(s, n.name)
	r.Key("then")
	r.member(s, n.other)
	r.EndObject()
}

// choice writes how many of some members there have to be.
func (r *renderer) choice(s *Shape, c *choice) {
	r.BeginObject()
	if c.most == 1 {
		r.Key("oneOf")
	} else {
		r.Key("anyOf")
	}
	r.BeginArray()
	for _, name := range c.names {
		r.member(s, name)
	}
	if c.least == 0 {
		r.BeginObject()
		r.Key("not")
		r.BeginObject()
		r.Key("anyOf")
		r.BeginArray()
		for _, name := range c.names {
			r.member(s, name)
		}
		r.EndArray()
		r.EndObject()
		r.EndObject()
	}
	r.EndArray()
	r.EndObject()
}
