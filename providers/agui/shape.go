package agui

import "convo/conv/shape"

// documentShape is messages at rest: a list of them, a snapshot event, or the
// input of a run. It follows the schemas of release 1.0. Strict reading
// refuses what older clients wrote.
func documentShape() *shape.Shape {
	messages := shape.List(messageShape())
	snapshot := eventOf(shape.Must("messages", messages)).Named("messages_snapshot", "")
	return shape.Either(
		messages,
		shape.ByTag("type", shape.When("MESSAGES_SNAPSHOT", snapshot)).Untagged(inputShape(messages)),
	).Lenient().Named("ag-ui", "Messages of AG-UI: a list, a MESSAGES_SNAPSHOT, a RunAgentInput.")
}

// inputShape is the input of a run.
func inputShape(messages *shape.Shape) *shape.Shape {
	text, any, free := shape.String().Loose(), shape.Any(), shape.Anything().Loose()
	tool := shape.Object(
		shape.Must("name", shape.String()),
		shape.Due("description", text),
		shape.May("parameters", any).Says("JSON Schema of the arguments."),
	).Mays("metadata", free)
	return shape.Object(
		shape.Due("threadId", text),
		shape.Due("runId", text),
		shape.Must("messages", messages),
		shape.May("tools", shape.List(tool)),
		shape.May("context", shape.List(shape.Object(shape.Must("description", text), shape.Must("value", text))).Loose()),
		shape.May("resume", shape.List(shape.Object(
			shape.Must("interruptId", text),
			shape.Must("status", shape.Words("resolved cancelled")),
		).Mays("payload", any).Mays("metadata", free)).Loose()),
	).Mays("state forwardedProps", any).Mays("parentRunId protocolVersion", text).NoNulls().Named("run_agent_input", "What a run begins with.")
}

// messageShape is a message of any role.
func messageShape() *shape.Shape {
	text, free := shape.String().Loose(), shape.Anything().Loose()
	says := func(role, texts string, members ...*shape.Member) shape.Case {
		return shape.When(role, shape.Object(append(members, shape.Due("id", text))...).
			Mays(texts+" subagentRunId", text).Mays("metadata", free).NoNulls().Named(role+"_message", ""))
	}
	plain := shape.Must("content", shape.String())
	parts := shape.Must("content", shape.Either(shape.String(), shape.List(partShape())))
	return shape.ByTag("role",
		says("user", "name encryptedValue", parts),
		says("assistant", "name encryptedValue", shape.May("content", shape.String()), shape.May("toolCalls", shape.List(toolCallShape()))),
		says("tool", "error encryptedValue", shape.Must("toolCallId", shape.String()), parts),
		says("system", "name encryptedValue", plain),
		says("developer", "name encryptedValue", plain),
		says("reasoning", "encryptedValue", plain),
		says("activity", "", shape.Must("activityType", shape.String()), shape.Must("content", shape.Anything())),
	).Dialects(shape.Anything(), nil).Named("message", "A message of any role.")
}

func toolCallShape() *shape.Shape {
	return shape.ByTag("type", shape.When("function", shape.Object(
		shape.Must("id", shape.String()),
		shape.Must("function", shape.Object(
			shape.Must("name", shape.String()),
			shape.Must("arguments", shape.String()).Says("JSON."),
		)),
	).Mays("encryptedValue", shape.String().Loose()).Mays("metadata", shape.Anything().Loose()).NoNulls())).
		Dialects(shape.Anything(), shape.Anything()).Named("tool_call", "")
}

// partShape is a part of a user message or a tool result.
func partShape() *shape.Shape {
	text := shape.String().Loose()
	value := shape.Must("value", shape.String())
	source := shape.ByTag("type",
		shape.When("data", shape.Object(value, shape.Due("mimeType", text)).Named("data_source", "Base64, with its type.")),
		shape.When("url", shape.Object(value).Mays("mimeType", text).NoNulls().Named("url_source", "")),
		shape.When("file", shape.Object(value).Mays("mimeType provider", text).NoNulls().Named("file_source", "A handle at a provider.")),
	).Dialects(shape.Anything(), nil)
	part := func(m *shape.Member) *shape.Shape {
		return shape.Object(m).Mays("id", text).Mays("metadata", shape.Any()).NoNulls()
	}
	return shape.ByTag("type",
		shape.When("text", part(shape.Must("text", shape.String()))),
		shape.When("image audio video document", part(shape.Must("source", source))),
		shape.When("~binary", shape.Anything()),
	).Dialects(shape.Anything(), nil)
}

// eventOf is an event with some fields besides those that every event may
// have.
func eventOf(members ...*shape.Member) *shape.Shape {
	return shape.Object(members...).Mays("timestamp", shape.Integer().Loose()).Mays("rawEvent metadata", shape.Any())
}
