package openaifinetune

import (
	"convo/conv/shape"
	"convo/providers/openaichat"
)

// lineShape is a line of training data, from the vendor's API reference:
// FineTuneChatRequestInput and FineTunePreferenceRequestInput. Examples for a
// grader may have any other fields. A lint rule checks the weights.
func lineShape() *shape.Shape {
	one := openaichat.MessageShape(shape.May("weight", shape.Any()))
	messages := shape.List(one).Some()
	history := shape.May("messages", messages).Says("The history. It ends with what the model should learn.")
	tools := []*shape.Member{
		shape.May("tools", shape.List(openaichat.ToolShape())),
		shape.May("functions", shape.List(openaichat.FunctionShape()).Some()).Says("The old form of tools."),
		shape.May("parallel_tool_calls", shape.Bool().Loose()),
	}
	input := shape.Object(append(tools, shape.Must("messages", messages))...).Named("input", "The history that both answers follow.")
	answer := shape.List(one)
	return shape.Object(append(tools,
		history,
		shape.May("input", input),
		shape.May("preferred_output", answer),
		shape.May(fieldOther, answer),
	)...).Open().OneOf("messages", "input").Named(family, "A line of OpenAI's training data.")
}
