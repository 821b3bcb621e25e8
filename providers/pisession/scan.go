package pisession

import (
	"slices"

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

// outlineMessage reads the outline of a message: its role, how much of what pi
// demands it has, and whether we write its fields in the same order.
func outlineMessage(c *rawjson.Cursor, e *session.Entry) {
	var usual []string // what may still come
	first := true
	for key := range c.Fields {
		at := slices.Index(usual, key)
		usual = usual[at+1:]
		alike := at >= 0
		switch key {
		case "role":
			e.Role = c.StrOnly()
			usual = usualOf(e.Role)[1:]
			alike = first
		case "content":
			alike = alike && c.Kind() == rawjson.Array && blocksInOrder(c)
		case "usage":
			alike = alike && usageInOrder(c)
			e.Marks += answerMark
		case "api", "provider", "model", "stopReason", "timestamp":
			e.Marks += answerMark
		case "toolName", "isError":
			e.Marks += resultMark
		}
		e.Odd = e.Odd || !alike
		first = false
	}
}
