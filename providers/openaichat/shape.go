package openaichat

import (
	"convo/conv/record"
	"convo/conv/shape"
)

// requestShape is the request as OpenAI's servers accept it, from the vendor's
// API reference and the parameter types of its SDKs. For compatible servers,
// loose parts and dialects are not checked.
func requestShape() *shape.Shape {
	return objects().body.Shape().Needs("tools", "tool_choice", "parallel_tool_calls").Needs("stream", "stream_options").
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
		shape.When("content", shape.Object(shape.Must("content", contents(parts(), "text")))),
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

// message is a message of any role, with these parts and maybe more fields. A
// tool result names the id of its call.
func message(all *shape.Shape, more ...*shape.Member) *shape.Shape {
	text := shape.String().Loose()
	more = append(more, shape.May("name", text))
	says := func(role string, members ...*shape.Member) *shape.Shape {
		return shape.Object(append(members, more...)...).Named(role+"_message", "")
	}
	annotations := shape.May("annotations", shape.List(shape.Any()).Loose()).Says("Part of an answer. Accepted in requests, too.")
	return shape.ByTag("role",
		shape.When("system", says("system", shape.Must("content", contents(all, "text ~image_url")))),
		shape.When("developer", says("developer", shape.Must("content", contents(all, "text ~image_url")))),
		shape.When("user", says("user", shape.Must("content", contents(all, "text image_url input_audio file")))),
		shape.When("assistant", says("assistant",
			shape.May("content", contents(all, "text refusal ~image_url ~input_audio ~file")),
			shape.May("tool_calls", shape.List(toolCall()).Some()),
			shape.May("refusal", text),
			shape.May("audio", shape.Object(shape.Must("id", shape.String())).Loose()).Says("An earlier audio answer, by its id."),
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

// contents is a string, or a list of some of the parts.
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

// toolCall is a tool call in an answer.
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

// functionCall is the function of a call, with arguments as JSON in a string.
func functionCall() *shape.Shape {
	return shape.Object(
		shape.Must("name", shape.String()),
		shape.Due("arguments", shape.String().Loose()).Says("JSON, as the model wrote it."),
	)
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
func function() *shape.Shape { return objects().function.Shape() }

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
		shape.When("json_schema", objects().schema.Shape()),
	).Loose()
}
