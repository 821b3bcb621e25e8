package pisession

import (
	"slices"

	"convo/conv/rawjson"
	"convo/conv/session"
)

// demanded are the fields that pi demands of an answer, and then of a tool result.
// The marks of a message are a bit for each that it has.
var demanded = []string{"usage", "api", "provider", "model", "stopReason", "timestamp", "toolName", "isError"}

const (
	answerMarks = 1<<6 - 1
	resultMarks = 3 << 6
)

// whole reports whether a message has the fields that pi demands.
func whole(e *session.Entry) bool {
	return e.Role == "assistant" && e.Marks&answerMarks == answerMarks || e.Role == "toolResult" && e.Marks&resultMarks == resultMarks
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
			alike = alike && !e.Odd && c.Kind() == rawjson.Array && blocksInOrder(c)
		case "usage":
			alike = alike && !e.Odd && usageInOrder(c)
		}
		if i := slices.Index(demanded, key); i >= 0 {
			e.Marks |= 1 << i
		}
		e.Odd = e.Odd || !alike
		first = false
	}
}
