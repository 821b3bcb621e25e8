package agui

import (
	"iter"
	"strings"

	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// eventTexts are the texts of a stream's events, as far as they can be read.
func eventTexts(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for text, err := range format.Payloads(rawjson.NewAtRest(data)) {
			if err != nil || !yield(text) {
				return
			}
		}
	}
}

// eventShape is one event of a stream. Older agents left out the ids of a run.
func eventShape() *shape.Shape {
	text, any, free := shape.String(), shape.Any(), shape.Anything()
	role := shape.Words("developer system assistant user")
	event := func(kinds, must, may string, more ...*shape.Member) shape.Case {
		for name := range strings.FieldsSeq(must) {
			more = append(more, shape.Must(name, text))
		}
		return shape.When(kinds, eventOf(more...).Mays(may+" subagentRunId", text).NoNulls())
	}
	messages, patch := shape.List(messageShape()), shape.List(patchShape())
	ids := []*shape.Member{shape.Due("threadId", text), shape.Due("runId", text)}
	usage := shape.May("usage", shape.List(free))
	return shape.ByTag("type",
		event("TEXT_MESSAGE_START", "messageId", "name", shape.May("role", role)),
		event("TEXT_MESSAGE_CONTENT REASONING_MESSAGE_CONTENT", "messageId delta", ""),
		event("TEXT_MESSAGE_END REASONING_MESSAGE_END REASONING_START REASONING_END", "messageId", ""),
		event("TEXT_MESSAGE_CHUNK", "", "messageId delta name", shape.May("role", role)),
		event("REASONING_MESSAGE_START", "messageId", "", shape.Due("role", shape.Words("reasoning").Loose())),
		event("REASONING_MESSAGE_CHUNK", "", "messageId delta"),
		event("REASONING_ENCRYPTED_VALUE", "entityId encryptedValue", "", shape.Must("subtype", shape.Words("tool-call message"))),
		event("TOOL_CALL_START", "toolCallId toolCallName", "parentMessageId"),
		event("TOOL_CALL_ARGS", "toolCallId delta", ""),
		event("TOOL_CALL_END", "toolCallId", ""),
		event("TOOL_CALL_CHUNK", "", "toolCallId toolCallName parentMessageId delta"),
		event("TOOL_CALL_RESULT", "toolCallId", "role", shape.Due("messageId", text.Loose()), shape.Must("content", shape.Either(text, shape.List(partShape())))),
		event("STATE_SNAPSHOT", "", "", shape.Must("snapshot", any)),
		event("STATE_DELTA", "", "", shape.Must("delta", patch)),
		event("MESSAGES_SNAPSHOT", "", "", shape.Must("messages", messages)),
		event("ACTIVITY_SNAPSHOT", "messageId activityType", "", shape.Must("content", free), shape.May("replace", shape.Bool())),
		event("ACTIVITY_DELTA", "messageId activityType", "", shape.Must("patch", patch)),
		event("RAW", "", "source", shape.Must("event", any)),
		event("CUSTOM", "name", "", shape.Must("value", any)),
		event("RUN_STARTED", "", "parentRunId protocolVersion", append(ids, shape.May("input", inputShape(messages)))...),
		event("RUN_FINISHED", "", "", append(ids, usage, shape.May("result", any), shape.May("outcome", free))...),
		event("RUN_ERROR", "message", "code", usage),
		event("STEP_STARTED STEP_FINISHED", "stepName", ""),
		event("SUBAGENT_STARTED", "name", "description parentSubagentRunId parentToolCallId parentMessageId"),
		event("SUBAGENT_FINISHED", "", "", shape.May("result", any), shape.May("outcome", free)),
		event("SUBAGENT_ERROR", "message", "code"),
	).Dialects(free, nil).Lenient().Also(aliases.Of).Named("event", "An event of AG-UI.")
}

// patchShape is an operation of a JSON Patch.
func patchShape() *shape.Shape {
	path := shape.Must("path", shape.String())
	return shape.ByTag("op",
		shape.When("add replace test", shape.Object(path, shape.May("value", shape.Any()))),
		shape.When("remove", shape.Object(path)),
		shape.When("move copy", shape.Object(path, shape.Must("from", shape.String()))),
	)
}
