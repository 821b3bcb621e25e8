package shape

import "slices"

// label is the tag of a case; without words the tag is absent.
type label struct {
	key   string
	words []word
}

// equal reports whether two labels, which may be nil, are the same.
func (l *label) equal(m *label) bool {
	if l == nil || m == nil {
		return l == m
	}
	return l.key == m.key && slices.Equal(l.words, m.words)
}

// cases writes that an object matches one of several cases.
func (r *renderer) cases(t *tagged) {
	r.ArrayField("oneOf")
	for _, c := range t.cases {
		if slices.ContainsFunc(c.words, func(w word) bool { return !w.dialect }) {
			r.schema(c.shape, &label{t.key, c.words}, "")
		}
	}
	switch {
	case t.none == nil:
	case t.none.tag == nil:
		r.schema(t.none, &label{key: t.key}, "")
	default: // told apart by another field
		r.BeginObject()
		r.Key("not")
		r.present(t.key)
		r.ArrayField("allOf")
		r.schema(t.none, nil, "")
		r.EndArray()
		r.EndObject()
	}
	if t.others != nil {
		r.other(t)
	}
	r.EndArray()
}

// other writes the objects with a tag that no case has.
func (r *renderer) other(t *tagged) {
	r.BeginObject()
	r.ObjectField("properties")
	r.ObjectField(t.key)
	r.Field("type", "string")
	r.ObjectField("not")
	r.wording(wordsIn(t.all), true)
	r.EndObject()
	r.EndObject()
	r.EndObject()
	r.StringsField("required", []string{t.key})
	r.ArrayField("allOf")
	r.schema(t.others, nil, "")
	r.EndArray()
	r.EndObject()
}

// present writes a schema of objects that have a field which is not null.
func (r *renderer) present(name string) {
	r.BeginObject()
	r.StringsField("required", []string{name})
	r.ObjectField("properties")
	r.ObjectField(name)
	r.Key("not")
	r.schema(Null(), nil, "")
	r.EndObject()
	r.EndObject()
	r.EndObject()
}

// label writes the field that is the tag of a case.
func (r *renderer) label(tag *label) {
	r.ObjectField(tag.key)
	if tag.words == nil {
		r.kinds(Null())
	} else {
		r.kinds(String())
		r.wording(tag.words, true)
	}
	r.EndObject()
}

// member writes a schema of objects that have a field, under either of its names.
func (r *renderer) member(s *Shape, name string) {
	also := s.members[s.index(name, 0)].also
	if also == "" {
		r.present(name)
		return
	}
	r.BeginObject()
	r.ArrayField("anyOf")
	r.present(name)
	r.present(also)
	r.EndArray()
	r.EndObject()
}

func (r *renderer) object(s *Shape, tag *label) {
	if s.tag != nil {
		if tag != nil {
			r.ObjectField("properties")
			r.label(tag)
			r.EndObject()
			r.StringsField("required", []string{tag.key})
		}
		r.cases(s.tag)
		return
	}
	var required []string
	var either []*Member // with two names
	if len(s.members) > 0 || tag != nil {
		r.ObjectField("properties")
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
	r.OptStrings("required", required)
	switch {
	case s.rest == nil && r.lenient:
	case s.rest == nil:
		r.BoolField("additionalProperties", false)
	case s.rest.kinds != anything:
		r.Key("additionalProperties")
		r.schema(s.rest, nil, "")
	}
	if len(s.choices)+len(s.needs)+len(either) > 0 {
		r.ArrayField("allOf")
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

// need writes that a field requires another one.
func (r *renderer) need(s *Shape, n *need) {
	r.BeginObject()
	r.Key("if")
	r.member(s, n.name)
	r.Key("then")
	r.member(s, n.other)
	r.EndObject()
}

// choice writes how many of some fields must be present.
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
		r.ObjectField("not")
		r.ArrayField("anyOf")
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
