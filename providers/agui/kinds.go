package agui

import (
	"strings"
	"sync"
)

// eventRow is what reading does with a kind of event.
type eventRow struct {
	kind   string
	demand string // the id that it must have, "" for none
	take   func(*folder, *event)
	fields bool // whether the fields that take does not read are noted
}

// eventRows are the events that the protocol has or had.
var eventRows = []eventRow{
	{"TEXT_MESSAGE_START", "messageId", (*folder).openText, true},
	{"TEXT_MESSAGE_CONTENT", "messageId", (*folder).add, true},
	{"TEXT_MESSAGE_END", "messageId", (*folder).endText, true},
	{"TEXT_MESSAGE_CHUNK", "", (*folder).takeChunk, true},
	{"TOOL_CALL_START", "toolCallId", (*folder).openCall, true},
	{"TOOL_CALL_ARGS", "toolCallId", (*folder).addArguments, true},
	{"TOOL_CALL_END", "toolCallId", (*folder).endCall, true},
	{"TOOL_CALL_CHUNK", "", (*folder).takeChunk, true},
	{"TOOL_CALL_RESULT", "toolCallId", (*folder).result, true},
	{"STATE_SNAPSHOT", "", (*folder).stateSnapshot, true},
	{"STATE_DELTA", "", (*folder).stateDelta, true},
	{"MESSAGES_SNAPSHOT", "", (*folder).snapshot, true},
	{"ACTIVITY_SNAPSHOT", "messageId", (*folder).activity, true},
	{"ACTIVITY_DELTA", "messageId", (*folder).activityDelta, true},
	{"RAW", "", (*folder).ofNoMessage, false},
	{"CUSTOM", "", (*folder).customEvent, false},
	{"RUN_STARTED", "", (*folder).runStarted, true},
	{"RUN_FINISHED", "", (*folder).runFinished, true},
	{"RUN_ERROR", "", (*folder).runError, true},
	{"STEP_STARTED", "", (*folder).begin, true},
	{"STEP_FINISHED", "", (*folder).finish, true},
	{"REASONING_START", "", (*folder).begin, true},
	{"REASONING_END", "", (*folder).finish, true},
	{"REASONING_MESSAGE_START", "messageId", (*folder).openText, true},
	{"REASONING_MESSAGE_CONTENT", "messageId", (*folder).add, true},
	{"REASONING_MESSAGE_END", "messageId", (*folder).endText, true},
	{"REASONING_MESSAGE_CHUNK", "", (*folder).takeChunk, true},
	{"REASONING_ENCRYPTED_VALUE", "", (*folder).encrypted, true},
	{"SUBAGENT_STARTED", "", (*folder).ofNoMessage, false},
	{"SUBAGENT_FINISHED", "", (*folder).ofNoMessage, false},
	{"SUBAGENT_ERROR", "", (*folder).ofNoMessage, false},
	{"THINKING_START", "", (*folder).ofNoMessage, false},
	{"THINKING_END", "", (*folder).ofNoMessage, false},
	{"THINKING_TEXT_MESSAGE_START", "", (*folder).openText, true},
	{"THINKING_TEXT_MESSAGE_CONTENT", "", (*folder).add, true},
	{"THINKING_TEXT_MESSAGE_END", "", (*folder).endText, true},
}

// eventKinds are the kinds of the rows.
func eventKinds() (kinds []string) {
	for i := range eventRows {
		kinds = append(kinds, eventRows[i].kind)
	}
	return kinds
}

var (
	rowsByKind map[string]*eventRow
	sortRows   sync.Once
)

// rowOf is the row of a kind, nil if it has none.
func rowOf(kind string) *eventRow {
	sortRows.Do(func() {
		rowsByKind = map[string]*eventRow{}
		for i := range eventRows {
			rowsByKind[eventRows[i].kind] = &eventRows[i]
		}
	})
	return rowsByKind[kind]
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
	switch {
	case strings.HasPrefix(e.kind, "TEXT_"):
		return entity{aText, e.id}
	case strings.HasPrefix(e.kind, "TOOL_"):
		return entity{aCall, e.toolCall}
	case strings.HasPrefix(e.kind, "STEP_"):
		return entity{aStep, e.id}
	case strings.HasPrefix(e.kind, "REASONING_MESSAGE_"), strings.HasPrefix(e.kind, "THINKING_TEXT_"):
		return entity{aThought, e.id}
	}
	return entity{aReasoning, e.id}
}

// adds reports whether the delta of an event is text that it adds.
func (e *event) adds() bool {
	return e.isChunk() || strings.HasSuffix(e.kind, "_CONTENT") || strings.HasSuffix(e.kind, "_ARGS")
}

// isChunk reports whether an event stands for a start, a content and an end.
func (e *event) isChunk() bool { return strings.HasSuffix(e.kind, "_CHUNK") }
