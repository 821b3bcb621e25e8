package meter

import (
	"convo/commands/internal/frame"
	"convo/conv/shape"
)

// CostsShape is the report of metering.
func CostsShape() *shape.Shape {
	text := shape.String()
	var sums []*shape.Member
	for _, name := range costColumns {
		sums = append(sums, shape.Must(name, shape.Number()))
	}
	keys := []*shape.Member{shape.May("model", text), shape.May("turn", text), shape.May("file", text), shape.May("day", text)}
	return shape.Object(
		shape.Must("kind", text).Says("Measured or estimated."),
		shape.Must("prices", shape.Object(
			shape.Must("date", text),
			shape.Must("source", text),
			shape.May("asOf", text),
		)),
		shape.Must("by", shape.Words("model turn file day")),
		shape.Must("rows", shape.List(shape.Object(append(sums, keys...)...).OneOf("model", "turn", "file", "day"))),
		shape.Must("total", shape.Object(sums...)),
		shape.Must("over", shape.List(shape.Object(
			shape.Must("limit", text).Says("The flag."),
			shape.Must("at", text),
			shape.Must("is", text),
			shape.Must("by", text).Says("How much it is more."),
		))),
		shape.Must("notKnown", shape.List(shape.Object(
			shape.Must("why", text),
			shape.Must("answers", frame.Count()),
		))),
	).Named("costs", "What convo cost -t json sums up.")
}
