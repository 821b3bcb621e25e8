package pipe

import (
	"convo/commands/internal/frame"
	"convo/conv/shape"
)

// NotesShape is the report of noteLog.
func NotesShape() *shape.Shape {
	text := shape.String()
	return shape.List(shape.Object(append(frame.PlaceShape(),
		shape.Must("severity", shape.Words(frame.Severities)),
		shape.Must("kind", shape.Words("dropped downgraded renamed synthesized merged recovered redacted unknown read")),
		shape.Must("code", text).Says("What it is about, such as L-THINK."),
		shape.Must("what", text),
		shape.Must("count", frame.Count()).Says("How many are alike; the place is that of the first."),
		shape.Must("file", text),
		shape.May("at", text).Says("A JSON pointer into the file."),
		shape.May("asked", shape.Bool()).Says("An operation asked for it."),
	)...)).Named("notes", "What convo transform --report changed and lost.")
}
