package openairesponses

import (
	"math"

	"convo/conv/shape"
)

// requestShape is the body of a request as OpenAI's servers take it, from the
// vendor's API reference and the parameter types of its official SDKs. Other
// servers that speak the shape are not held to what is loose or a dialect.
func requestShape() *shape.Shape {
	text, free := shape.String().Loose(), shape.Anything().Loose()
	named := shape.Must("id", shape.String())
	summary := shape.Words("auto concise detailed").Loose()
	return shape.Object(
		shape.May("input", shape.Either(shape.String(), shape.List(item()))).Says("The history: items, or what the user says."),
		shape.May("model", shape.Full().Loose()),
		shape.May("previous_response_id", text).Says("The answer that this goes on from."),
		shape.May("conversation", shape.Either(shape.String(), shape.Object(named)).Loose()),
		shape.May("prompt", shape.Object(named).Mays("version", text).Mays("variables", free).Loose()).Says("A prompt that the server keeps."),
		shape.May("instructions", shape.String()),
		shape.May("tools", shape.List(tool())),
		shape.May("tool_choice", toolChoice()),
		shape.May("temperature", shape.Number().Between(0, 2).Loose()),
		shape.May("top_p", shape.Number().Between(0, 1).Loose()),
		shape.May("top_logprobs", shape.Integer().Between(0, 20).Loose()),
		shape.May("reasoning", shape.Object().Mays("effort context mode", text).Mays("summary generate_summary", summary).Loose()),
		shape.May("text", shape.Object(shape.May("format", textFormat()), shape.May("verbosity", shape.Words("low medium high"))).Loose()),
		shape.May("include", shape.List(shape.String()).Loose()),
		shape.May("truncation", shape.Words("auto disabled").Loose()),
		shape.May("context_management", shape.List(shape.Anything()).Loose()),
		shape.May("metadata", shape.Map(shape.String()).Loose()),
	).
		Mays("max_output_tokens", shape.Integer().Between(16, math.Inf(1)).Loose()).
		Mays("max_tool_calls", shape.Integer().Between(1, math.Inf(1)).Loose()).
		Mays("parallel_tool_calls store stream background", shape.Bool().Loose()).
		Mays("user safety_identifier service_tier prompt_cache_key prompt_cache_retention", text).
		Mays("stream_options moderation access_programs prompt_cache_options", free).
		SomeOf("input", "previous_response_id", "conversation", "prompt").
		SomeOf("model", "prompt").
		MostOneOf("previous_response_id", "conversation").
		Named("openai-responses", "The body of a request of OpenAI's Responses.")
}

// textFormat is how an answer is to be written.
func textFormat() *shape.Shape {
	return shape.ByTag("type",
		shape.When("text json_object", shape.Object()),
		shape.When("json_schema", shape.Object(
			shape.Must("name", shape.String()),
			shape.Must("schema", shape.Anything()),
		).Mays("description", shape.String()).Mays("strict", shape.Bool())),
	)
}

func toolChoice() *shape.Shape {
	name := shape.Must("name", shape.String())
	return shape.Either(shape.Words("none auto required"), shape.ByTag("type",
		shape.When("function custom", shape.Object(name)),
		shape.When("allowed_tools", shape.Object(
			shape.Must("mode", shape.Words("auto required")),
			shape.Must("tools", shape.List(shape.Anything())),
		)),
	).Others(shape.Anything())).Loose()
}

// tool is one that the model may call, or that the server runs.
func tool() *shape.Shape {
	text, flag, free := shape.String().Loose(), shape.Bool().Loose(), shape.Anything().Loose()
	name := shape.Must("name", shape.String())
	callers := shape.List(shape.String()).Loose()
	function := shape.Object(name, shape.May("parameters", free).Says("JSON Schema of the arguments.")).
		Mays("description", text).Mays("strict defer_loading async", flag).Mays("output_schema", free).Mays("allowed_callers", callers).
		Named("function_tool", "")
	custom := shape.Object(name).
		Mays("description", text).Mays("defer_loading async", flag).Mays("format", free).Mays("allowed_callers", callers).
		Named("custom_tool", "")
	client := []shape.Case{shape.When("function", function), shape.When("custom", custom)}
	return shape.ByTag("type", append(client,
		shape.When("namespace", shape.Object(name, shape.Must("tools", shape.List(shape.ByTag("type", client...)))).Mays("description", text)),
		shape.When("mcp web_search* file_search computer* code_interpreter image_generation local_shell shell apply_patch tool_search programmatic_tool_calling",
			shape.Anything().Named("hosted_tool", "A tool that the server runs.")),
	)...).Dialects(shape.Anything(), nil)
}
