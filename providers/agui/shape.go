package agui

import (
	"convo/conv/record"
	"convo/conv/shape"
)

// documentShape is messages at rest: a list of them, a snapshot event, or the
// input of a run. It follows the schemas of release 1.0. Strict reading
// refuses what older clients wrote.
func documentShape() *shape.Shape {
	messages := shape.List(messageShape())
	snapshot := eventOf(shape.Must("messages", messages)).Named("messages_snapshot", "")
	return shape.Either(
		messages,
		shape.ByTag("type", shape.When("MESSAGES_SNAPSHOT", snapshot)).Untagged(inputShape(messages)),
	).Lenient().Also(aliases.Of).Named("ag-ui", "Messages of AG-UI: a list, a MESSAGES_SNAPSHOT, a RunAgentInput.")
}

// inputShape is the input of a run.
func inputShape(messages *shape.Shape) *shape.Shape {
	text, any, free := shape.String().Loose(), shape.Any(), shape.Anything().Loose()
	return shape.Object(
		shape.Due("threadId", text),
		shape.Due("runId", text),
		shape.Must("messages", messages),
		shape.May("tools", shape.List(record.Shape(objects().tool))),
		shape.May("context", shape.List(shape.Object(shape.Must("description", text), shape.Must("value", text))).Loose()),
		shape.May("resume", shape.List(shape.Object(
			shape.Must("interruptId", text),
			shape.Must("status", shape.Words("resolved cancelled")),
		).Mays("payload", any).Mays("metadata", free)).Loose()),
	).Mays("state forwardedProps", any).Mays("parentRunId protocolVersion", text).NoNulls().Named("run_agent_input", "What a run begins with.")
}

// messageShape is a message of any role.
func messageShape() *shape.Shape {
	var cases []shape.Case
	for _, role := range roles {
		cases = append(cases, shape.When(role, record.Shape(objects().messages[role]).NoNulls()))
	}
	return shape.ByTag("role", cases...).Named("message", "A message of any role.")
}

func toolCallShape() *shape.Shape {
	return shape.ByTag("type", shape.When("function", shape.Object(record.Members(objects().call)...).NoNulls())).Dialects(shape.Anything(), nil).Told().Named("tool_call", "")
}

// partShape is a part of a user message or a tool result.
func partShape() *shape.Shape {
	return shape.ByTag("type",
		shape.When("text", record.Shape(objects().text).NoNulls()),
		shape.When("image audio video document", record.Shape(objects().media).NoNulls()),
		shape.When("~binary", shape.Anything()),
	).Dialects(shape.Anything(), nil).Told()
}

func sourceShape() *shape.Shape {
	text, value := shape.String().Loose(), shape.Must("value", shape.String())
	return shape.ByTag("type",
		shape.When("data", shape.Object(value, shape.Must("mimeType", shape.String())).Named("data_source", "Base64, with its type.")),
		shape.When("url", shape.Object(value).Mays("mimeType", text).NoNulls().Named("url_source", "")),
		shape.When("file", shape.Object(value).Mays("mimeType provider", text).NoNulls().Named("file_source", "A handle at a provider.")),
	).Dialects(shape.Anything(), nil).Told()
}

// eventOf is an event with some fields besides those that every event may
// have.
func eventOf(members ...*shape.Member) *shape.Shape {
	return shape.Object(members...).Mays("timestamp", shape.Integer().Loose()).Mays("rawEvent metadata", shape.Any())
}
