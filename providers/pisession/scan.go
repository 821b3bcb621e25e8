package pisession

import (
	"convo/conv/rawjson"
	"convo/conv/session"
)

// The marks of a message count the fields that pi demands: in ones those of an
// answer, in tens those of a tool result.
const (
	answerMark = 1
	resultMark = 10
)

// whole reports whether a message has the fields that pi demands.
func whole(e *session.Entry) bool {
	return e.Role == "assistant" && e.Marks%resultMark == 6 || e.Role == "toolResult" && e.Marks/resultMark == 2
}

// outline reads the outline of an entry's message.
func outline(c *rawjson.Cursor, e *session.Entry, key string) {
	if key == "message" && c.Kind() == rawjson.Object {
		outlineMessage(c, e)
	}
}

func outlineMessage(c *rawjson.Cursor, e *session.Entry) {
	for key := range c.Fields {
		switch key {
		case "role":
			e.Role = c.StrOnly()
		case "api", "provider", "model", "usage", "stopReason", "timestamp":
			e.Marks += answerMark
		case "toolName", "isError":
			e.Marks += resultMark
		}
	}
}
