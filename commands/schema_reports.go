package commands

import (
	"math"
	"strings"

	"convo/conv/shape"
)

// failureShape is a failure as failure.writeJSON writes it.
func failureShape() *shape.Shape {
	var codes []string
	for _, row := range exitTable {
		codes = append(codes, row.name)
	}
	text := shape.String()
	return shape.Object(append(placeShape(),
		shape.Must("code", shape.Words(strings.Join(codes, " "))).Says("The exit code by its name."),
		shape.Must("exit", count()).Says("The exit code; convo help exit-codes explains them."),
		shape.Must("retryable", shape.Bool()).Says("The same command may succeed later."),
		shape.Must("message", text),
		shape.May("provider", text).Says("The vendor that was called."),
		shape.May("model", text),
		shape.May("status", count()).Says("Of the HTTP answer."),
		shape.May("request_id", text).Says("By which the vendor finds the call."),
		shape.May("retry_after", shape.Number()).Says("Seconds."),
		shape.May("file", text),
		shape.May("path", text).Says("The place in the file's JSON: messages[3].content[1]."),
		shape.May("hint", text),
	)...).Named("errors", "A failure, as --errors json writes it on stderr, one a line.")
}

// count is a number of things.
func count() *shape.Shape { return shape.Integer().Between(0, math.Inf(1)) }

// placeShape is where in a file something is.
func placeShape() []*shape.Member {
	return []*shape.Member{
		shape.May("line", count()).Says("From 1."),
		shape.May("column", count()).Says("From 1, in characters."),
	}
}

// severities are those of findings and notes.
const severities = "error warning loss info"

// findingsShape is the report of jsonReport.
func findingsShape() *shape.Shape {
	text := shape.String()
	return shape.List(shape.Object(append(placeShape(),
		shape.Must("rule", text).Says("Its id; convo help ID explains it."),
		shape.Must("severity", shape.Words(severities)),
		shape.Must("file", text),
		shape.Must("message", text),
		shape.May("pointer", text).Says("A JSON pointer into the file."),
		shape.May("hint", text),
	)...)).Named("findings", "What convo validate -t json finds.")
}

// notesShape is the report of noteLog.
func notesShape() *shape.Shape {
	text := shape.String()
	return shape.List(shape.Object(append(placeShape(),
		shape.Must("severity", shape.Words(severities)),
		shape.Must("kind", shape.Words("dropped downgraded renamed synthesized merged recovered unknown")),
		shape.Must("code", text).Says("What it is about, such as L-THINK."),
		shape.Must("what", text),
		shape.Must("count", count()).Says("How many are alike; the place is that of the first."),
		shape.Must("file", text),
		shape.May("at", text).Says("A JSON pointer into the file."),
		shape.May("asked", shape.Bool()).Says("An operation asked for it."),
	)...)).Named("notes", "What convo transform --report changed and lost.")
}

// costsShape is the report of metering.
func costsShape() *shape.Shape {
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
			shape.Must("answers", count()),
		))),
	).Named("costs", "What convo cost -t json sums up.")
}
