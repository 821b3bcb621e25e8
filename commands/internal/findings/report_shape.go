package findings

import (
	"convo/commands/internal/frame"
	"convo/conv/shape"
)

// FindingsShape is the report of jsonReport.
func FindingsShape() *shape.Shape {
	text := shape.String()
	return shape.List(shape.Object(append(frame.PlaceShape(),
		shape.Must("rule", text).Says("Its id; convo help ID explains it."),
		shape.Must("severity", shape.Words(frame.Severities)),
		shape.Must("file", text),
		shape.Must("message", text),
		shape.May("pointer", text).Says("A JSON pointer into the file."),
		shape.May("hint", text),
	)...)).Named("findings", "What convo validate -t json finds.")
}
