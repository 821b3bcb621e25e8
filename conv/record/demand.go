package record

import (
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// demand is what servers demand of a field. Its shape is built only when
// somebody asks for it: reading and writing never do.
type demand struct {
	is    func() *shape.Shape // nil: not part of the shape
	as    func(string, *shape.Shape) *shape.Member
	about string
}

// Detail says more of a field that was added to a record.
type Detail struct {
	member demand       // of the shape
	need   string       // the error if it is absent or null, "" for none
	kind   rawjson.Kind // of its value; Invalid: any
	blank  bool         // an empty string is absent
	due    *uint64      // of its record
	bit    uint64       // in due
}

// Shape is what servers demand of the object. The fields in more belong only
// to the shape.
func Shape[D Source, P any](r *Record[D, P], more ...*shape.Member) *shape.Shape {
	return shape.Object(Members(r, more...)...).Named(r.name, "")
}

// Members are the fields of the shape.
func Members[D Source, P any](r *Record[D, P], more ...*shape.Member) []*shape.Member {
	all := make([]*shape.Member, 0, len(r.keys)+len(more))
	for i := range r.keys {
		if f := r.field(i); f.detail.member.is != nil {
			m := f.detail.member.as(f.key, f.detail.member.is()).Says(f.detail.member.about)
			if r.own.Snakes {
				m.Or(Snake(f.key))
			}
			all = append(all, m)
		}
	}
	return append(all, more...)
}

// Must adds a shape to the field: all servers demand the field.
func (d *Detail) Must(is func() *shape.Shape) *Detail { return d.demand(is, shape.Must) }

// Due adds a shape to the field: only the vendor's own servers demand it.
func (d *Detail) Due(is func() *shape.Shape) *Detail { return d.demand(is, shape.Due) }

// May adds a shape to the field: the field is optional.
func (d *Detail) May(is func() *shape.Shape) *Detail { return d.demand(is, shape.May) }

//go:noinline
func (d *Detail) demand(is func() *shape.Shape, as func(string, *shape.Shape) *shape.Member) *Detail {
	d.member = demand{is: is, as: as}
	return d
}

// Says gives the field a line of explanation in the schema.
func (d *Detail) Says(about string) *Detail {
	d.member.about = about
	return d
}

// Of sets the kind of the field's value. See Lenient of a [Family].
func (d *Detail) Of(kind rawjson.Kind) *Detail {
	d.kind = kind
	return d
}

// OrBlank says that an empty string is the same as no field, so that its name is not
// kept either.
func (d *Detail) OrBlank() *Detail {
	d.blank = true
	return d
}

// Needed sets the error for a field that is absent or null.
func (d *Detail) Needed(message string) *Detail {
	d.need = message
	return d.whenAbsent()
}

// whenAbsent says that the absence of the field matters.
func (d *Detail) whenAbsent() *Detail {
	*d.due |= d.bit
	return d
}

// The shapes of values that only strict reading checks.

// LooseString is any string.
func LooseString() *shape.Shape { return shape.String().Loose() }

// LooseBool is true or false.
func LooseBool() *shape.Shape { return shape.Bool().Loose() }

// LooseNumber is any number.
func LooseNumber() *shape.Shape { return shape.Number().Loose() }

// LooseObject is an object of any fields.
func LooseObject() *shape.Shape { return shape.Anything().Loose() }
