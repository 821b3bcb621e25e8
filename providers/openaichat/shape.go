package openaichat

import (
	"math"

	"convo/conv/shape"
)

// requestShape is the body of a request as OpenAI's servers take it, from the
// vendor's API reference and the parameter types of its official SDKs. Other
// servers that speak the shape are not held to what is loose or a dialect.
func requestShape() *shape.Shape {
	text, number, whole, flag := shape.String().Loose(), shape.Number(), shape.Integer().Loose(), shape.Bool().Loose()
	penalty := number.Between(-2, 2).Loose()
	atLeast := func(least float64) *shape.Shape { return shape.Integer().Between(least, math.Inf(1)).Loose() }
	words := func(of string) *shape.Shape { return shape.Words(of).Loose() }
	mode := func(of string) *shape.Member { return shape.May("mode", words(of)) }
	all := parts()
	return shape.Object(
		shape.Must("messages", shape.List(message(all))).Says("The history."),
		shape.Due("model", shape.Full().Loose()),
		shape.May("temperature", shape.Number().Between(0, 2).Loose()),
		shape.May("top_p", shape.Number().Between(0, 1).Loose()),
		shape.May("max_tokens", atLeast(1)).Says("The old name of max_completion_tokens."),
		shape.May("max_completion_tokens", atLeast(1)),
		shape.May("stop", shape.Either(shape.String(), shape.List(shape.String())).Loose()),
		shape.May("n", atLeast(1)),
		shape.May("seed", whole),
		shape.May("stream", flag),
		shape.May("stream_options", shape.Object(shape.May("include_usage", flag), shape.May("include_obfuscation", flag)).Loose()),
		shape.May("tools", shape.List(tool())),
		shape.May("tool_choice", toolChoice()),
		shape.May("parallel_tool_calls", flag),
		shape.May("response_format", responseFormat()),
		shape.May("reasoning_effort", text),
		shape.May("verbosity", words("low medium high")),
		shape.May("frequency_penalty", penalty),
		shape.May("presence_penalty", penalty),
		shape.May("logit_bias", shape.Map(shape.Number()).Loose()),
		shape.May("logprobs", flag),
		shape.May("top_logprobs", shape.Integer().Between(0, 20).Loose()),
		shape.May("functions", shape.List(function()).Some()).Says("The old form of tools."),
		shape.May("function_call", shape.Either(shape.Words("none auto"), shape.Object(shape.Must("name", shape.String()))).Loose()),
		shape.May("modalities", shape.List(shape.Words("text audio")).Loose()),
		shape.May("audio", shape.Object(
			shape.Must("format", shape.String()),
			shape.Must("voice", shape.Either(shape.String(), shape.Object(shape.Must("id", shape.String())))),
		).Loose()),
		shape.May("prediction", shape.ByTag("type",
			shape.When("content", shape.Object(shape.Must("content", contents(all, "text")))),
		).Loose()),
		shape.May("web_search_options", shape.Object(
			shape.May("search_context_size", words("low medium high")),
			shape.May("user_location", shape.ByTag("type", shape.When("approximate", shape.Object(
				shape.Must("approximate", shape.Object(shape.May("city", text), shape.May("country", text), shape.May("region", text), shape.May("timezone", text))),
			)))),
		).Loose()),
		shape.May("store", flag),
		shape.May("metadata", shape.Map(shape.String()).Loose()),
		shape.May("user", text),
		shape.May("safety_identifier", text),
		shape.May("prompt_cache_key", text),
		shape.May("prompt_cache_retention", text),
		shape.May("prompt_cache_options", shape.Object(mode("explicit implicit auto"), shape.May("ttl", text)).Loose()),
		shape.May("service_tier", text),
		shape.May("moderation", shape.Object(
			shape.Must("model", shape.String()),
			shape.May("policy", shape.Anything()),
		).Loose()),
	).Needs("tools", "tool_choice", "parallel_tool_calls").Needs("stream", "stream_options").
		Needs("functions", "function_call").Named("openai-chat", "The body of a request of OpenAI's Chat Completions.")
}

// message is one of any role, of some parts, which may have some more members.
// Tool results go by the id of their call.
func message(all *shape.Shape, more ...*shape.Member) *shape.Shape {
	text := shape.String().Loose()
	more = append(more, shape.May("name", text))
	says := func(role string, members ...*shape.Member) *shape.Shape {
		return shape.Object(append(members, more...)...).Named(role+"_message", "")
	}
	annotations := shape.May("annotations", shape.List(shape.Any()).Loose()).Says("Of an answer; taken back without a word.")
	return shape.ByTag("role",
		shape.When("system", says("system", shape.Must("content", contents(all, "text ~image_url")))),
		shape.When("developer", says("developer", shape.Must("content", contents(all, "text ~image_url")))),
		shape.When("user", says("user", shape.Must("content", contents(all, "text image_url input_audio file")))),
		shape.When("assistant", says("assistant",
			shape.May("content", contents(all, "text refusal ~image_url ~input_audio ~file")),
			shape.May("tool_calls", shape.List(toolCall()).Some()),
			shape.May("refusal", text),
			shape.May("audio", shape.Object(shape.Must("id", shape.String())).Loose()).Says("An audio answer before, by its id."),
			shape.May("function_call", functionCall()).Says("The old form of tool_calls."),
			annotations,
		).SomeOf("content", "tool_calls", "function_call", "audio", "refusal")),
		shape.When("tool", says("tool",
			shape.Must("tool_call_id", shape.String()),
			shape.Due("content", contents(all, "text ~image_url ~input_audio ~file")))),
		shape.When("function", shape.Object(
			shape.Must("name", shape.String()),
			shape.May("content", shape.String().Loose()),
		).Named("function_message", "The old form of a tool message.")),
	).Dialects(shape.Anything(), nil).Named("message", "A message of any role.")
}

// contents is a string, or some of the parts.
func contents(parts *shape.Shape, types string) *shape.Shape {
	return shape.Either(shape.String(), shape.List(parts.Only(types)).Some())
}

// parts are the content parts of all messages.
func parts() *shape.Shape {
	text := shape.String().Loose()
	mark := shape.May("prompt_cache_breakpoint", shape.Object(shape.Must("mode", shape.String()), shape.May("ttl", text)).Loose())
	part := func(name string, members ...*shape.Member) *shape.Shape {
		return shape.Object(append(members, mark)...).Named(name+"_part", "")
	}
	return shape.ByTag("type",
		shape.When("text", part("text", shape.Must("text", shape.String()))),
		shape.When("image_url", part("image", shape.Must("image_url", shape.Object(
			shape.Must("url", shape.Full()),
			shape.May("detail", shape.Words("auto low high original")),
		).Loose()))),
		shape.When("input_audio", part("audio", shape.Must("input_audio", shape.Object(
			shape.Must("data", shape.Base64()),
			shape.Must("format", shape.Words("wav mp3")),
		).Loose()))),
		shape.When("file", part("file", shape.Must("file", shape.Object(
			shape.May("file_data", shape.DataURL()),
			shape.May("file_id", shape.String()),
			shape.May("filename", shape.String()),
		).SomeOf("file_data", "file_id").Loose()))),
		shape.When("refusal", shape.Object(shape.Must("refusal", shape.String())).Named("refusal_part", "")),
	).Dialects(shape.Anything(), nil)
}

// toolCall is a call of a tool by an answer.
func toolCall() *shape.Shape {
	id := shape.Due("id", shape.Full().Loose())
	call := shape.Object(id, shape.Must("function", functionCall())).Named("function_tool_call", "")
	return shape.ByTag("type",
		shape.When("function", call),
		shape.When("custom", shape.Object(id, shape.Must("custom", shape.Object(
			shape.Must("name", shape.String()),
			shape.Must("input", shape.String()),
		))).Named("custom_tool_call", "")),
	).Dialects(shape.Anything(), call)
}

// functionCall is a function with its arguments, which are JSON in a string.
func functionCall() *shape.Shape {
	return shape.Object(
		shape.Must("name", shape.String()),
		shape.Due("arguments", shape.String().Loose()).Says("JSON, or what the model took for it."),
	)
}

// tool is one that the model may call.
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

// function is the definition of one.
func function() *shape.Shape {
	return shape.Object(
		shape.Must("name", shape.String()),
		shape.May("description", shape.String().Loose()),
		shape.May("parameters", shape.Anything().Loose()).Says("JSON Schema of the arguments."),
		shape.May("strict", shape.Bool().Loose()),
	)
}

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
		shape.When("json_schema", shape.Object(shape.Must("json_schema", shape.Object(
			shape.Must("name", shape.String()),
			shape.May("description", shape.String()),
			shape.May("schema", shape.Anything()),
			shape.May("strict", shape.Bool()),
		)))),
	).Loose()
}
