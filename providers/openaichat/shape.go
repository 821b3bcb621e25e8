package openaichat

import (
	"convo/conv/record"
	"convo/conv/shape"
)

// requestShape is the request as OpenAI's servers accept it, from the vendor's
// API reference and the parameter types of its SDKs. For compatible servers,
// loose parts and dialects are not checked.
func requestShape() *shape.Shape {
	return record.Shape(objects().body).Needs("tools", "tool_choice", "parallel_tool_calls").Needs("stream", "stream_options").
		Needs("functions", "function_call").Named("openai-chat", "A request of OpenAI's Chat Completions.")
}

func oldChoiceShape() *shape.Shape {
	return shape.Either(shape.Words("none auto"), shape.Object(shape.Must("name", shape.String()))).Loose()
}

func audioShape() *shape.Shape {
	return shape.Object(
		shape.Must("format", shape.String()),
		shape.Must("voice", shape.Either(shape.String(), shape.Object(shape.Must("id", shape.String())))),
	).Loose()
}

func predictionShape() *shape.Shape {
	return shape.ByTag("type",
		shape.When("content", shape.Object(shape.Must("content", contents("text")))),
	).Loose()
}

func searchShape() *shape.Shape {
	place := shape.Object().Mays("city country region timezone", record.LooseString())
	return shape.Object(
		shape.May("search_context_size", shape.Words("low medium high").Loose()),
		shape.May("user_location", shape.ByTag("type",
			shape.When("approximate", shape.Object(shape.Must("approximate", place))))),
	).Loose()
}

// tool is an element of tools.
func tool() *shape.Shape {
	text := shape.String().Loose()
	format := shape.ByTag("type",
		shape.When("text", shape.Object()),
		shape.When("grammar", shape.Object(shape.Must("grammar", shape.Object(
			shape.Must("definition", shape.String()),
			shape.Must("syntax", shape.Words("lark regex")),
		)))),
	).Loose()
	return shape.ByTag("type",
		shape.When("function", shape.Object(shape.Must("function", function())).Named("function_tool", "")),
		shape.When("custom", shape.Object(shape.Must("custom", shape.Object(
			shape.Must("name", shape.String()),
			shape.May("description", text),
			shape.May("format", format),
		))).Named("custom_tool", "")),
	).Dialects(shape.Anything(), nil)
}

// function is the definition of a function.
func function() *shape.Shape { return record.Shape(objects().definition) }

func toolChoice() *shape.Shape {
	named := shape.Object(shape.Must("name", shape.String()))
	return shape.Either(shape.Words("none auto required"), shape.ByTag("type",
		shape.When("function", shape.Object(shape.Must("function", named))),
		shape.When("custom", shape.Object(shape.Must("custom", named))),
		shape.When("allowed_tools", shape.Object(shape.Must("allowed_tools", shape.Object(
			shape.Must("mode", shape.Words("auto required")),
			shape.Must("tools", shape.List(shape.Anything())),
		)))),
	)).Loose()
}

func responseFormat() *shape.Shape {
	return shape.ByTag("type",
		shape.When("text json_object", shape.Object()),
		shape.When("json_schema", record.Shape(objects().schema)),
	).Loose()
}
