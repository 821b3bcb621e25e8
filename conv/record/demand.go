package record

import "convo/conv/shape"

// demand is what servers demand of a field. Its shape is built only when
// somebody asks for it: reading and writing never do.
type demand struct {
	is    func() *shape.Shape // nil: not part of the shape
	as    func(string, *shape.Shape) *shape.Member
	about string
}

// Shape is what servers demand of the object. The fields in more belong only
// to the shape.
func (r *Record[D, P]) Shape(more ...*shape.Member) *shape.Shape {
	return shape.Object(r.Members(more...)...).Named(r.name, "")
}

// Members are the fields of the shape.
func (r *Record[D, P]) Members(more ...*shape.Member) []*shape.Member {
	all := make([]*shape.Member, 0, len(r.keys)+len(more))
	for i := range r.keys {
		if f := r.field(i); f.member.is != nil {
			all = append(all, f.member.as(f.key, f.member.is()).Says(f.member.about))
		}
	}
	return append(all, more...)
}

// Must adds a shape to the field: all servers demand the field.
func (r *Record[D, P]) Must(is func() *shape.Shape) *Record[D, P] { return r.demand(is, shape.Must) }

// Due adds a shape to the field: only the vendor's own servers demand it.
func (r *Record[D, P]) Due(is func() *shape.Shape) *Record[D, P] { return r.demand(is, shape.Due) }

// May adds a shape to the field: the field is optional.
func (r *Record[D, P]) May(is func() *shape.Shape) *Record[D, P] { return r.demand(is, shape.May) }

func (r *Record[D, P]) demand(is func() *shape.Shape, as func(string, *shape.Shape) *shape.Member) *Record[D, P] {
	r.last().member = demand{is: is, as: as}
	return r
}

// Says gives the field a line of explanation in the schema.
func (r *Record[D, P]) Says(about string) *Record[D, P] {
	r.last().member.about = about
	return r
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
