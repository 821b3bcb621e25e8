package anthropic

import (
	"math"

	"convo/conv/record"
	"convo/conv/shape"
)

// requestShape is the request body that Anthropic's servers take, from the
// vendor's API reference and the parameter types of its official SDKs, beta
// included. What is loose or a dialect does not bind other servers of this
// API.
func requestShape() *shape.Shape {
	system := shape.ByTag("type", shape.When("text", fullText())).Dialects(shape.Anything(), nil)
	history := shape.Must("messages", shape.List(messageShape(blocks()))).Says("The history.")
	return shape.Object(append([]*shape.Member{history}, record.Members(objects().parameters, shape.May("system", shape.Either(shape.String(), shape.List(system))), shape.May("tools", shape.List(toolShape())), shape.May("compaction", shape.Anything().Loose()), shape.May("fallback_credit_token", shape.Any()))...)...).SomeOf("model", "anthropic_version").Named("anthropic", "The body of a request of Anthropic's Messages API.")
}

func outputConfigShape() *shape.Shape {
	return shape.Object(
		shape.May("effort", record.LooseString()),
		shape.May("format", formatShape()),
		shape.May("task_budget", record.LooseObject()),
	).Loose()
}

func metadataShape() *shape.Shape {
	return shape.Object(shape.May("user_id", record.LooseString())).Loose()
}

func containerShape() *shape.Shape {
	return shape.Either(shape.String(), shape.Object(
		shape.May("id", record.LooseString()),
		shape.May("skills", shape.List(shape.Anything())),
	)).Loose()
}

func serversShape() *shape.Shape {
	return shape.List(shape.Object(
		shape.Must("url", shape.String()),
		shape.Must("name", shape.String()),
		shape.May("type", shape.Words("url")),
		shape.May("authorization_token", record.LooseString()),
		shape.May("tool_configuration", record.LooseObject()),
	)).Loose()
}

// messageShape is a turn. Its role decides what it may hold.
func messageShape(all *shape.Shape) *shape.Shape {
	content := func(types string) *shape.Member {
		return shape.Must("content", shape.Either(shape.String(), shape.List(all.Only(types))))
	}
	return shape.ByTag("role",
		shape.When("user", shape.Object(content("text image document search_result tool_result container_upload compaction")).Named("user_message", "")),
		shape.When("assistant", record.Shape(objects().assistant, content("text thinking redacted_thinking tool_use server_tool_use mcp_tool_use mcp_tool_result mcp_tool_listing advisor_tool_result "+
			"web_search_tool_result web_fetch_tool_result code_execution_tool_result bash_code_execution_tool_result text_editor_code_execution_tool_result tool_search_tool_result "+
			"container_upload compaction fallback"))),
		shape.When("system", record.Shape(objects().system, content("text tool_addition tool_removal compaction"))),
	).Dialects(shape.Anything(), nil).Named("message", "A turn.")
}

// blocks are the content blocks of all messages. Blocks of server tools stay
// open: new kinds come with every such tool.
func blocks() *shape.Shape {
	mark := shape.May("cache_control", cacheControl())
	input := shape.Due("input", record.LooseObject())
	id, name := shape.Must("id", shape.String()), shape.Must("name", shape.String())
	o, server := objects(), shape.Object().Open().Named("server_block", "")
	atServer := shape.Object(shape.Must("tool_use_id", shape.String()), mark).Open().
		Named("server_tool_result", "The result of a tool that the server runs.")
	return shape.ByTag("type",
		shape.When("text", record.Shape(o.text)),
		shape.When("image", record.Shape(o.image)),
		shape.When("document", record.Shape(o.document)),
		shape.When("search_result", searchResult()),
		shape.When("thinking", record.Shape(o.thinking)),
		shape.When("redacted_thinking", record.Shape(o.redacted)),
		shape.When("tool_use", record.Shape(o.call)),
		shape.When("tool_result", record.Shape(o.result)),
		shape.When("server_tool_use", shape.Object(id, name, input,
			shape.May("caller", record.LooseObject()).Says("Who called: the model, or code that runs at the server."), mark).Named("server_tool_use", "")),
		shape.When("mcp_tool_use", shape.Object(id, name, shape.Must("server_name", shape.String()), input, mark).Named("mcp_tool_use", "")),
		shape.When("web_search_tool_result web_fetch_tool_result code_execution_tool_result bash_code_execution_tool_result "+
			"text_editor_code_execution_tool_result tool_search_tool_result mcp_tool_result advisor_tool_result", atServer),
		shape.When("container_upload", shape.Object(shape.Must("file_id", shape.String()), mark).Named("container_upload", "")),
		shape.When("compaction fallback mcp_tool_listing tool_addition tool_removal", server),
	).Dialects(shape.Anything(), nil)
}

// resultContent is the output of a tool.
func resultContent() *shape.Shape {
	o := objects()
	return shape.Either(shape.String(), shape.List(shape.ByTag("type",
		shape.When("text", fullText()), shape.When("image", record.Shape(o.image)), shape.When("document", record.Shape(o.document)),
		shape.When("search_result", searchResult()),
		shape.When("tool_reference browser_state", shape.Object().Open())).Dialects(shape.Anything(), nil)))
}

func searchResult() *shape.Shape {
	return shape.Object(
		shape.Must("source", shape.String()), shape.Must("title", shape.String()),
		shape.Must("content", shape.List(shape.ByTag("type", shape.When("text", record.Shape(objects().text))))),
		shape.May("citations", citations()), shape.May("cache_control", cacheControl()),
	).Named("search_result", "")
}

// fullText is a text that must not be empty.
func fullText() *shape.Shape {
	return shape.Object(shape.Must("text", shape.Full()), shape.May("citations", looseList()), shape.May("cache_control", cacheControl())).
		Named("full_text", "")
}

func looseList() *shape.Shape { return shape.List(shape.Anything()).Loose() }

func citations() *shape.Shape { return shape.Object(shape.May("enabled", shape.Bool())).Loose() }

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

// documentSource is where a document is.
func documentSource() *shape.Shape {
	o := objects()
	parts := shape.ByTag("type", shape.When("text", record.Shape(o.text)), shape.When("image", record.Shape(o.image)))
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

// toolShape is a tool of the caller, with or without a type, or a server tool,
// whose type ends in its date.
func toolShape() *shape.Shape {
	o := objects()
	return shape.ByTag("type",
		shape.When("custom", record.Shape(o.tool).Named("custom_tool", "")),
		shape.When("bash_* code_execution_* browser_* memory_* computer_* text_editor_* web_search_* web_fetch_* tool_search_tool_* advisor_* mcp_toolset", shape.Object().Open().Named("server_tool", "")),
	).Untagged(record.Shape(o.tool)).Dialects(shape.Anything(), nil)
}

func toolChoiceShape() *shape.Shape {
	alone := shape.May("disable_parallel_tool_use", shape.Bool())
	return shape.ByTag("type",
		shape.When("auto any", shape.Object(alone)),
		shape.When("none", shape.Object()),
		shape.When("tool", shape.Object(shape.Must("name", shape.String()), alone)),
	).Loose()
}

func reasoningShape() *shape.Shape {
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
