package agui

import "strings"

// eventRow is what reading does with a kind of event.
type eventRow struct {
	kind   string
	entity string // what it opens, continues or closes
	take   func(*folder, *event)
	fields bool     // whether the fields that take does not read are noted
	demand []string // what it must have; see [event.has]
}

// eventRows are the events that the protocol has or had.
var eventRows = []eventRow{
	{"TEXT_MESSAGE_START", aText, (*folder).openText, true, []string{"messageId"}},
	{"TEXT_MESSAGE_CONTENT", aText, (*folder).add, true, []string{"delta as text", "messageId"}},
	{"TEXT_MESSAGE_END", aText, (*folder).endText, true, []string{"messageId"}},
	{"TEXT_MESSAGE_CHUNK", aText, (*folder).takeChunk, true, []string{"delta as text"}},
	{"TOOL_CALL_START", aCall, (*folder).openCall, true, []string{"toolCallId"}},
	{"TOOL_CALL_ARGS", aCall, (*folder).addArguments, true, []string{"delta as text", "toolCallId"}},
	{"TOOL_CALL_END", aCall, (*folder).endCall, true, []string{"toolCallId"}},
	{"TOOL_CALL_CHUNK", aCall, (*folder).takeChunk, true, []string{"delta as text"}},
	{"TOOL_CALL_RESULT", aCall, (*folder).result, true, []string{"toolCallId"}},
	{"STATE_SNAPSHOT", "", (*folder).stateSnapshot, true, nil},
	{"STATE_DELTA", "", (*folder).stateDelta, true, []string{"delta"}},
	{"MESSAGES_SNAPSHOT", "", (*folder).snapshot, true, []string{"messages as an array"}},
	{"ACTIVITY_SNAPSHOT", "", (*folder).activity, true, []string{"content as an object", "messageId"}},
	{"ACTIVITY_DELTA", "", (*folder).activityDelta, true, []string{"messageId"}},
	{"RAW", "", (*folder).ofNoMessage, false, nil},
	{"CUSTOM", "", (*folder).customEvent, false, nil},
	{"RUN_STARTED", "", (*folder).runStarted, true, nil},
	{"RUN_FINISHED", "", (*folder).runFinished, true, nil},
	{"RUN_ERROR", "", (*folder).runError, true, nil},
	{"STEP_STARTED", aStep, (*folder).begin, true, nil},
	{"STEP_FINISHED", aStep, (*folder).finish, true, nil},
	{"REASONING_START", aReasoning, (*folder).begin, true, nil},
	{"REASONING_END", aReasoning, (*folder).finish, true, nil},
	{"REASONING_MESSAGE_START", aThought, (*folder).openText, true, []string{"messageId"}},
	{"REASONING_MESSAGE_CONTENT", aThought, (*folder).add, true, []string{"delta as text", "messageId"}},
	{"REASONING_MESSAGE_END", aThought, (*folder).endText, true, []string{"messageId"}},
	{"REASONING_MESSAGE_CHUNK", aThought, (*folder).takeChunk, true, []string{"delta as text"}},
	{"REASONING_ENCRYPTED_VALUE", aReasoning, (*folder).encrypted, true, nil},
	{"SUBAGENT_STARTED", "", (*folder).ofNoMessage, false, nil},
	{"SUBAGENT_FINISHED", "", (*folder).ofNoMessage, false, nil},
	{"SUBAGENT_ERROR", "", (*folder).ofNoMessage, false, nil},
	{"THINKING_START", "", (*folder).ofNoMessage, false, nil},
	{"THINKING_END", "", (*folder).ofNoMessage, false, nil},
	{"THINKING_TEXT_MESSAGE_START", aThought, (*folder).openText, true, nil},
	{"THINKING_TEXT_MESSAGE_CONTENT", aThought, (*folder).add, true, []string{"delta as text"}},
	{"THINKING_TEXT_MESSAGE_END", aThought, (*folder).endText, true, nil},
}

// eventKinds are the kinds of the rows.
func eventKinds() (kinds []string) {
	for i := range eventRows {
		kinds = append(kinds, eventRows[i].kind)
	}
	return kinds
}

// rowOf is the row of a kind, nil if it has none.
func rowOf(kind string) *eventRow {
	for i := range eventRows {
		if eventRows[i].kind == kind {
			return &eventRows[i]
		}
	}
	return nil
}

// entity is something that an event opened and another one will close.
type entity struct{ kind, id string }

// The kinds of entities.
const (
	aText      = "text message"
	aThought   = "reasoning message"
	aReasoning = "reasoning"
	aCall      = "tool call"
	aStep      = "step"
)

// entity is what an event opens, continues or closes.
func (e *event) entity() entity {
	if e.row.entity == aCall {
		return entity{aCall, e.toolCall}
	}
	return entity{e.row.entity, e.id}
}

// isChunk reports whether an event stands for a start, a content and an end.
func (e *event) isChunk() bool { return strings.HasSuffix(e.kind, "_CHUNK") }
