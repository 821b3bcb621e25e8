package frame

import (
	"math"
	"strings"

	"convo/conv/shape"
)

// FailureShape is a failure as failure.writeJSON writes it.
func FailureShape() *shape.Shape {
	var codes []string
	for _, row := range exitTable {
		codes = append(codes, row.name)
	}
	text := shape.String()
	return shape.Object(append(PlaceShape(),
		shape.Must("code", shape.Words(strings.Join(codes, " "))).Says("The exit code by its name."),
		shape.Must("exit", Count()).Says("The exit code; convo help exit-codes explains them."),
		shape.Must("retryable", shape.Bool()).Says("The same command may succeed later."),
		shape.Must("message", text),
		shape.May("provider", text).Says("The vendor that was called."),
		shape.May("model", text),
		shape.May("status", Count()).Says("Of the HTTP answer."),
		shape.May("request_id", text).Says("By which the vendor finds the call."),
		shape.May("retry_after", shape.Number()).Says("Seconds."),
		shape.May("file", text),
		shape.May("path", text).Says("The place in the file's JSON: messages[3].content[1]."),
		shape.May("hint", text),
	)...).Named("errors", "A failure, as --errors json writes it on stderr, one a line.")
}

// Count is a number of things.
func Count() *shape.Shape { return shape.Integer().Between(0, math.Inf(1)) }

// PlaceShape is where in a file something is.
func PlaceShape() []*shape.Member {
	return []*shape.Member{
		shape.May("line", Count()).Says("From 1."),
		shape.May("column", Count()).Says("From 1, in characters."),
	}
}

// Severities are those of findings and notes.
const Severities = "error warning loss info"
