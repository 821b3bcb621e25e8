package agui

import (
	"strings"

	"convo/conv/format"
)

// detectDocument recognizes an input, a snapshot, and a list of messages with
// marks of the protocol. A list with ids that has only fields of the protocol
// could be one.
func detectDocument(p *format.Probe) format.Grade {
	switch {
	case !p.IsJSON():
		return format.No
	case p.Has("[]"):
		return gradeMessages(p, "[]")
	case p.Only("type", "MESSAGES_SNAPSHOT"):
		return format.OwnIf(p.Shows("type = MESSAGES_SNAPSHOT & messages is array"))
	case p.Has("type") || !p.Shows("messages is array"): // an event has a type
		return format.No
	case p.Shows("threadId & runId", "thread_id & run_id"):
		return format.Own
	case p.Shows("forwardedProps", "forwarded_props", "threadId", "thread_id"):
		return format.OwnIf(gradeMessages(p, "messages[]") != format.No)
	}
	return format.No
}

// gradeMessages grades the messages at a path, "" for the values themselves.
func gradeMessages(p *format.Probe, at string) format.Grade {
	in := at
	if in != "" {
		in += "."
	}
	ownMarks := make([]string, len(ownFields))
	for i, field := range ownFields {
		ownMarks[i] = in + strings.ReplaceAll(field, " & ", " & "+in)
	}
	switch {
	case !p.Shows(in + "id & " + in + "role"), p.Is(in+"role", "tool") && !p.Has(in+"toolCallId") && !p.Has(in+"tool_call_id"): // a result names its call
		return format.No
	case p.Shows(ownMarks...):
		return format.Own
	case p.OnlyKeys(at, append(snakeFields, fields...)...) && p.Shows(in+"tool_calls[].function", in+"role = tool & "+in+"tool_call_id"):
		return format.Own // Chat Completions has no ids of messages
	case p.OnlyKeys(at, fields...) && p.Within(in+"role", roles...) && p.Within(in+"content[].type", parts...):
		return format.Could
	}
	return format.No
}

// ownFields are marks that only messages of the protocol have.
var ownFields = []string{
	"toolCalls[].function", "role = tool & toolCallId", "activityType", "encryptedValue", "encryptedContent", "role = activity|reasoning", "activity_type", "encrypted_value",
	"content[].source.value", "content[].type = binary",
}

// snakeFields are the fields of a message that Python names in its own way.
var snakeFields = []string{"tool_calls", "tool_call_id", "subagent_run_id"}

// fields are the fields of a message.
var fields = []string{"id", "role", "content", "name", "metadata", "subagentRunId", "toolCalls", "error"}

var roles = []string{"user", "assistant", "tool", "system", "developer", "reasoning", "activity"}

var parts = []string{"text", "image", "audio", "video", "document", "binary"}

// detectStream recognizes events of the protocol.
func detectStream(p *format.Probe) format.Grade {
	events := "type = " + strings.Join(eventKinds(), "|")
	switch {
	case p.Form == format.FormJSON && p.Has("[]"):
		return format.OwnIf(p.Shows("[]." + events))
	case !p.IsJSON() && p.Form != format.FormEvents:
		return format.No
	case p.IsJSON() && p.Only("type", "MESSAGES_SNAPSHOT"):
		return format.Could // it is a document, unless other events follow
	}
	return format.OwnIf(p.Shows(events))
}
