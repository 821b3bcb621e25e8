package shape

import (
	"reflect"
	"slices"

	"convo/conv/rawjson"
)

// Schema writes s as JSON Schema 2020-12, with an id and a title. The schema
// accepts what a strict [Shape.Check] accepts. If s is lenient, it also accepts
// unknown fields.
func (s *Shape) Schema(w *rawjson.Writer, id string) {
	r := begin(w, id, s.name, s.about)
	r.lenient = s.lenient
	r.value(s, nil)
	r.definitions()
	w.EndObject()
}

// SchemaOfAny writes the schema of a value that has one of several shapes.
func SchemaOfAny(w *rawjson.Writer, id, about string, shapes ...*Shape) {
	r := begin(w, id, "", about)
	w.ArrayField("anyOf")
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

// renderer does the work of Schema.
type renderer struct {
	*rawjson.Writer
	defined map[string]definition
	waiting []definition
	lenient bool
}

// definition is a shape that others refer to. The shape of a case has its tag.
type definition struct {
	shape *Shape
	tag   *label
}

// definitions writes the shapes that were referred to, and those that they
// refer to in turn.
func (r *renderer) definitions() {
	if len(r.waiting) == 0 {
		return
	}
	r.ObjectField("$defs")
	for len(r.waiting) > 0 {
		d := r.waiting[0]
		r.waiting = r.waiting[1:]
		r.ObjectField(d.shape.name)
		r.OptField("description", d.shape.about)
		r.value(d.shape, d.tag)
		r.EndObject()
	}
	r.EndObject()
}

// schema writes a shape as a schema: as a reference if it has a name, in full
// if it has none or the name was used with another tag.
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
			panic("shape: two shapes are called " + s.name)
		}
		r.Field("$ref", "#/$defs/"+s.name)
	}
	r.EndObject()
}

// nullable writes the shape of a field, which may be null unless that is forbidden.
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
	r.ArrayField("anyOf")
	r.schema(m.shape, nil, "")
	r.schema(Null(), nil, "")
	r.EndArray()
	r.EndObject()
}

// value writes the keywords of a shape into the open object.
func (r *renderer) value(s *Shape, tag *label) {
	if s.hasNames() {
		r.ArrayField("anyOf")
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
		r.IntField("minItems", 1)
	}
	if !s.kinds.has(rawjson.Object) || s.kinds == anything {
		return
	}
	if s.kinds == kindOf(rawjson.Object) {
		r.object(s, tag)
		return
	}
	r.Key("if") // only objects are checked for this
	r.schema(Anything(), nil, "")
	r.ObjectField("then")
	r.object(s, tag)
	r.EndObject()
}

// hasNames reports whether s is one of several shapes and these have names.
func (s *Shape) hasNames() bool {
	return slices.ContainsFunc(s.options, func(one *Shape) bool { return one.name != "" })
}
