package record

import "convo/conv/shape"

// demand is what servers demand of a field. Shapes are made when somebody
// asks for them, which reading and writing never do.
type demand struct {
	is    func() *shape.Shape // nil: not part of the shape
	as    func(string, *shape.Shape) *shape.Member
	about string
}

// Shape is what servers demand of the object; more are fields that only the
// shape has.
func (r *Record[D, T]) Shape(more ...*shape.Member) *shape.Shape {
	return shape.Object(r.Members(more...)...).Named(r.name, "")
}

// Members are the fields of the shape.
func (r *Record[D, T]) Members(more ...*shape.Member) []*shape.Member {
	all := make([]*shape.Member, 0, len(r.fields)+len(more))
	for i := range r.fields {
		if f := &r.fields[i]; f.member.is != nil {
			all = append(all, f.member.as(f.key, f.member.is()).Says(f.member.about))
		}
	}
	return append(all, more...)
}

// Must says that servers demand the field, and its shape.
func (r *Record[D, T]) Must(is func() *shape.Shape) *Record[D, T] { return r.demand(is, shape.Must) }

// Due says that only the vendor's own servers demand the field, and its shape.
func (r *Record[D, T]) Due(is func() *shape.Shape) *Record[D, T] { return r.demand(is, shape.Due) }

// May says that the field may be absent, and its shape.
func (r *Record[D, T]) May(is func() *shape.Shape) *Record[D, T] { return r.demand(is, shape.May) }

func (r *Record[D, T]) demand(is func() *shape.Shape, as func(string, *shape.Shape) *shape.Member) *Record[D, T] {
	r.last().member = demand{is: is, as: as}
	return r
}

// Says explains the field in a line of the schema.
func (r *Record[D, T]) Says(about string) *Record[D, T] {
	r.last().member.about = about
	return r
}

// The shapes of values that only strict reading looks at.

// LooseString is any string.
func LooseString() *shape.Shape { return shape.String().Loose() }

// LooseBool is true or false.
func LooseBool() *shape.Shape { return shape.Bool().Loose() }

// LooseNumber is any number.
func LooseNumber() *shape.Shape { return shape.Number().Loose() }

// LooseObject is an object of any fields.
func LooseObject() *shape.Shape { return shape.Anything().Loose() }
