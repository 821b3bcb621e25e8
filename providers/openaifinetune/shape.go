package openaifinetune

import (
	"convo/conv/shape"
	"convo/providers/openaichat"
)

// lineShape is a line of training data, from the vendor's API reference:
// FineTuneChatRequestInput and FineTunePreferenceRequestInput. Examples for a
// grader have fields of any name beside. Which weights are allowed is a rule
// of conversations.
func lineShape() *shape.Shape {
	one := openaichat.MessageShape(shape.May("weight", shape.Any()))
	messages := shape.List(one).Some()
	history := shape.May("messages", messages).Says("The history, which ends in what is to be learned.")
	tools := []*shape.Member{
		shape.May("tools", shape.List(openaichat.ToolShape())),
		shape.May("functions", shape.List(openaichat.FunctionShape()).Some()).Says("The old form of tools."),
		shape.May("parallel_tool_calls", shape.Bool().Loose()),
	}
	input := shape.Object(append(tools, shape.Must("messages", messages))...).Named("input", "What both answers of a preference are to.")
	answer := shape.List(one)
	return shape.Object(append(tools,
		history,
		shape.May("input", input),
		shape.May("preferred_output", answer),
		shape.May(hintOther, answer),
	)...).Open().OneOf("messages", "input").Named(family, "A line of training data of OpenAI.")
}
