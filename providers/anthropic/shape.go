package anthropic

import (
	"math"

	"convo/conv/shape"
)

// requestShape is the body of a request as Anthropic's servers take it, from
// the vendor's API reference and the parameter types of its official SDKs,
// those of the beta too. Other servers that speak the shape are not held to
// what is loose or a dialect.
func requestShape() *shape.Shape {
	text, flag, free := shape.String().Loose(), shape.Bool().Loose(), shape.Anything().Loose()
	atLeast := func(least float64) *shape.Shape { return shape.Integer().Between(least, math.Inf(1)).Loose() }
	share := shape.Number().Between(0, 1).Loose()
	all := blocks()
	system := shape.ByTag("type", shape.When("text", textShape().Named("full_text", ""))).Dialects(shape.Anything(), nil)
	return shape.Object(
		shape.Must("messages", shape.List(messageShape(all))).Says("The history."),
		shape.Due("max_tokens", atLeast(0)).Says("The most that is answered; 0 fills the cache only."),
		shape.May("model", shape.Full().Loose()),
		shape.May("anthropic_version", text).Says("In place of the model, where others host it."),
		shape.May("anthropic_beta", shape.List(shape.String()).Loose()),
		shape.May("system", shape.Either(shape.String(), shape.List(system))),
		shape.May("temperature", share),
		shape.May("top_p", share),
		shape.May("top_k", atLeast(0)),
		shape.May("stop_sequences", shape.List(shape.String()).Loose()),
		shape.May("stream", flag),
		shape.May("tools", shape.List(toolShape())),
		shape.May("tool_choice", toolChoiceShape()),
		shape.May("thinking", thinkingShape()),
		shape.May("output_config", shape.Object(
			shape.May("effort", text),
			shape.May("format", formatShape()),
			shape.May("task_budget", free),
		).Loose()),
		shape.May("output_format", formatShape()),
		shape.May("metadata", shape.Object(shape.May("user_id", text)).Loose()),
		shape.May("cache_control", cacheControl()),
		shape.May("service_tier", text),
		shape.May("inference_geo", text),
		shape.May("speed", text),
		shape.May("container", shape.Either(shape.String(), shape.Object(shape.May("id", text), shape.May("skills", shape.List(shape.Anything())))).Loose()),
		shape.May("diagnostics", free),
		shape.May("mcp_servers", shape.List(shape.Object(
			shape.Must("url", shape.String()),
			shape.Must("name", shape.String()),
			shape.May("type", shape.Words("url")),
			shape.May("authorization_token", text),
			shape.May("tool_configuration", free),
		)).Loose()),
		shape.May("context_management", free),
		shape.May("compaction", free),
		shape.May("fallbacks", shape.Any()),
		shape.May("fallback_credit_token", shape.Any()),
		shape.May("thread", shape.Any()),
	).SomeOf("model", "anthropic_version").Named("anthropic", "The body of a request of Anthropic's Messages API.")
}

// messageShape is a turn. What it may hold depends on whose it is.
func messageShape(all *shape.Shape) *shape.Shape {
	content := func(types string) *shape.Member {
		return shape.Must("content", shape.Either(shape.String(), shape.List(all.Only(types))))
	}
	said := func(role string, members ...*shape.Member) *shape.Shape {
		return shape.Object(members...).Named(role+"_message", "")
	}
	return shape.ByTag("role",
		shape.When("user", said("user", content("text image document search_result tool_result container_upload compaction"))),
		shape.When("assistant", said("assistant", content("text thinking redacted_thinking tool_use server_tool_use mcp_tool_use mcp_tool_result mcp_tool_listing advisor_tool_result "+
			"web_search_tool_result web_fetch_tool_result code_execution_tool_result bash_code_execution_tool_result text_editor_code_execution_tool_result tool_search_tool_result "+
			"container_upload compaction fallback"))),
		shape.When("system", said("system",
			content("text tool_addition tool_removal compaction"),
			shape.May("clear_at", shape.Any()),
			shape.May("output_config", shape.Anything()))),
	).Dialects(shape.Anything(), nil).Named("message", "A turn.")
}

// blocks are the content blocks of all messages. Those of tools that run at
// the server are not looked into: their kinds grow with each of the tools.
func blocks() *shape.Shape {
	text := shape.String().Loose()
	mark := shape.May("cache_control", cacheControl())
	caller := shape.May("caller", shape.Anything().Loose()).Says("Who called: the model, or code that runs at the server.")
	toolset := shape.May("toolset_name", text)
	block := func(name string, members ...*shape.Member) *shape.Shape {
		return shape.Object(append(members, mark)...).Named(name, "")
	}
	called := shape.Must("tool_use_id", shape.String())
	atServer := shape.Object(called, mark).Open().Named("server_tool_result", "What a tool at the server gave back.")
	input := shape.Due("input", shape.Anything().Loose())
	citations := shape.May("citations", shape.Object(shape.May("enabled", shape.Bool())).Loose())
	plain := block("text", shape.Must("text", shape.String()), shape.May("citations", shape.List(shape.Anything()).Loose()))
	image := block("image", shape.Must("source", imageSource()), shape.May("transformations", shape.Anything().Loose()))
	document := block("document",
		shape.Must("source", documentSource(shape.ByTag("type", shape.When("text", plain), shape.When("image", image)))),
		shape.May("title", text), shape.May("context", text), citations)
	found := block("search_result",
		shape.Must("source", shape.String()), shape.Must("title", shape.String()),
		shape.Must("content", shape.List(shape.ByTag("type", shape.When("text", plain)))), citations)
	results := shape.ByTag("type",
		shape.When("text", textShape().Named("full_text", "")), shape.When("image", image), shape.When("document", document), shape.When("search_result", found),
		shape.When("tool_reference browser_state", shape.Object().Open())).Dialects(shape.Anything(), nil)
	return shape.ByTag("type",
		shape.When("text", plain),
		shape.When("image", image),
		shape.When("document", document),
		shape.When("search_result", found),
		shape.When("thinking", shape.Object(
			shape.Must("thinking", shape.String()),
			shape.Due("signature", shape.String().Loose())).Named("thinking", "")),
		shape.When("redacted_thinking", shape.Object(shape.Must("data", shape.String())).Named("redacted_thinking", "")),
		shape.When("tool_use", block("tool_use", shape.Must("id", shape.String()), shape.Must("name", shape.String()), input, caller, toolset)),
		shape.When("tool_result", block("tool_result",
			called,
			shape.May("content", shape.Either(shape.String(), shape.List(results))),
			shape.May("is_error", shape.Bool().Loose()), toolset)),
		shape.When("server_tool_use", block("server_tool_use", shape.Must("id", shape.String()), shape.Must("name", shape.String()), input, caller)),
		shape.When("mcp_tool_use", block("mcp_tool_use", shape.Must("id", shape.String()), shape.Must("name", shape.String()), shape.Must("server_name", shape.String()), input)),
		shape.When("web_search_tool_result web_fetch_tool_result code_execution_tool_result bash_code_execution_tool_result "+
			"text_editor_code_execution_tool_result tool_search_tool_result mcp_tool_result advisor_tool_result", atServer),
		shape.When("container_upload", block("container_upload", shape.Must("file_id", shape.String()))),
		shape.When("compaction fallback mcp_tool_listing tool_addition tool_removal", shape.Object().Open().Named("server_block", "")),
	).Dialects(shape.Anything(), nil)
}

// textShape is a text where an empty one is no end of an answer, but refused.
func textShape() *shape.Shape {
	return shape.Object(shape.Must("text", shape.Full()), shape.May("citations", shape.List(shape.Anything()).Loose()), shape.May("cache_control", cacheControl()))
}

func cacheControl() *shape.Shape {
	return shape.ByTag("type", shape.When("ephemeral", shape.Object(shape.May("ttl", shape.Words("5m 1h"))))).Loose()
}

// imageSource is where an image is.
func imageSource() *shape.Shape {
	address := shape.Words("http://* https://*").Loose()
	return shape.ByTag("type",
		shape.When("base64", shape.Object(
			shape.Must("data", shape.Base64()),
			shape.Must("media_type", shape.String()))),
		shape.When("url", shape.Object(shape.Must("url", address))),
		shape.When("file", shape.Object(shape.Must("file_id", shape.String()))),
	).Dialects(shape.Anything(), nil).Named("image_source", "")
}

// documentSource is where a document is. One of parts has content.
func documentSource(parts *shape.Shape) *shape.Shape {
	address := shape.Words("http://* https://*").Loose()
	return shape.ByTag("type",
		shape.When("base64", shape.Object(
			shape.Must("data", shape.Base64()),
			shape.Must("media_type", shape.Words("application/pdf").Loose()))),
		shape.When("text", shape.Object(
			shape.Must("data", shape.String()),
			shape.Must("media_type", shape.Words("text/plain")))),
		shape.When("content", shape.Object(shape.Must("content", shape.Either(shape.String(), shape.List(parts))))),
		shape.When("url", shape.Object(shape.Must("url", address))),
		shape.When("file", shape.Object(shape.Must("file_id", shape.String()))),
	).Dialects(shape.Anything(), nil).Named("document_source", "")
}

// toolShape is a tool that runs here, which need not say that, or one that
// runs at the server, whose type ends in its date.
func toolShape() *shape.Shape {
	text, flag := shape.String().Loose(), shape.Bool().Loose()
	own := func() *shape.Shape {
		return shape.Object(
			shape.Must("name", shape.String()),
			shape.Due("input_schema", shape.Anything().Loose()).Says("JSON Schema of the input."),
			shape.May("description", text),
			shape.May("strict", flag),
			shape.May("cache_control", cacheControl()),
			shape.May("eager_input_streaming", flag),
			shape.May("defer_loading", flag),
			shape.May("allowed_callers", shape.List(shape.String()).Loose()),
			shape.May("input_examples", shape.List(shape.Anything()).Loose()),
		)
	}
	return shape.ByTag("type",
		shape.When("custom", own().Named("custom_tool", "")),
		shape.When("bash_* code_execution_* browser_* memory_* computer_* text_editor_* web_search_* web_fetch_* tool_search_tool_* advisor_* mcp_toolset", shape.Object().Open().Named("server_tool", "")),
	).Untagged(own().Named("tool", "")).Dialects(shape.Anything(), nil)
}

func toolChoiceShape() *shape.Shape {
	alone := shape.May("disable_parallel_tool_use", shape.Bool())
	return shape.ByTag("type",
		shape.When("auto any", shape.Object(alone)),
		shape.When("none", shape.Object()),
		shape.When("tool", shape.Object(shape.Must("name", shape.String()), alone)),
	).Loose()
}

func thinkingShape() *shape.Shape {
	display := shape.May("display", shape.String())
	binding := shape.May("block_binding", shape.Anything())
	return shape.ByTag("type",
		shape.When("enabled", shape.Object(shape.Must("budget_tokens", shape.Integer().Between(1024, math.Inf(1))), display, binding)),
		shape.When("adaptive", shape.Object(display, binding)),
		shape.When("disabled between_tools", shape.Object()),
	).Loose()
}

func formatShape() *shape.Shape {
	return shape.ByTag("type", shape.When("json_schema", shape.Object(shape.Must("schema", shape.Anything())))).Loose()
}
