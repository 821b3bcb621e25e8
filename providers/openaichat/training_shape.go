package openaichat

import (
	"convo/conv"
	"convo/conv/shape"
)

// trainingShape is a line of training data, from the vendor's API reference:
// FineTuneChatRequestInput and FineTunePreferenceRequestInput. Examples for a
// grader have members of any name beside. Whose weights may be what is a rule
// of conversations.
func trainingShape() *shape.Shape {
	one := message(parts(), shape.May("weight", shape.Any()))
	messages := shape.List(one).Some()
	history := shape.May("messages", messages).Says("The history, which ends in what is to be learned.")
	tools := []*shape.Member{
		shape.May("tools", shape.List(tool())),
		shape.May("functions", shape.List(function()).Some()).Says("The old form of tools."),
		shape.May("parallel_tool_calls", shape.Bool().Loose()),
	}
	input := shape.Object(append(tools, shape.Must("messages", messages))...).Named("input", "What both answers of a preference are to.")
	answer := shape.List(one)
	return shape.Object(append(tools,
		history,
		shape.May("input", input),
		shape.May("preferred_output", answer),
		shape.May(conv.NotPreferred, answer),
	)...).Open().OneOf("messages", "input").Named(training, "A line of training data of OpenAI.")
}
