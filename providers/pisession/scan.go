package pisession

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// The marks of a message: how many of the members that pi demands it has, of
// an answer and, in tens, of a tool result.
const (
	answerMark = 1
	resultMark = 10
)

// whole reports whether a message has the members that pi demands.
func whole(e *conv.SessionEntry) bool {
	return e.Role == "assistant" && e.Marks%resultMark == 6 || e.Role == "toolResult" && e.Marks/resultMark == 2
}

// outline reads the outline of a line. Made ids that an entry refers to are
// added to refs.
func outline(c *rawjson.Cursor, e *conv.SessionEntry, refs *[]string) {
	for key := range c.Fields {
		switch key {
		case "type":
			e.Kind = c.Str()
		case "id":
			e.ID = optional(c)
		case "parentId":
			e.Parent = optional(c)
		case "firstKeptEntryId", "fromId", "targetId":
			if id := optional(c); strings.HasPrefix(id, madeID) {
				*refs = append(*refs, id)
			}
		case "message":
			if c.Kind() == rawjson.Object {
				outlineMessage(c, e)
			}
		}
	}
}

func outlineMessage(c *rawjson.Cursor, e *conv.SessionEntry) {
	for key := range c.Fields {
		switch key {
		case "role":
			e.Role = optional(c)
		case "api", "provider", "model", "usage", "stopReason", "timestamp":
			e.Marks += answerMark
		case "toolName", "isError":
			e.Marks += resultMark
		}
	}
}

// optional reads a string; what is none is passed over.
func optional(c *rawjson.Cursor) string {
	if c.Kind() != rawjson.String {
		c.Skip()
		return ""
	}
	return c.Str()
}
