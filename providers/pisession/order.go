package pisession

import (
	"convo/conv/rawjson"
	"convo/conv/session"
)

// inside says which fields of a line have an order of their own.
func inside(key string) rawjson.Kind {
	switch key {
	case "message", "usage", "cost":
		return rawjson.Object
	case "content":
		return rawjson.Array
	}
	return rawjson.Invalid
}

// The order in which we write what pi writes.
var (
	usualUser   = []string{"role", "content", "timestamp"}
	usualResult = []string{"role", "toolCallId", "toolName", "content", "details", "isError", "timestamp"}
	usualAnswer = []string{"role", "content", "api", "provider", "model", "usage", "stopReason", "timestamp", "responseModel", "responseId", "errorMessage"}

	usualBlock = []string{
		"type", "text", "textSignature", "thinking", "thinkingSignature", "redacted", "id", "name", "arguments", "thoughtSignature", "data", "mimeType",
	}
	usualUsage = []string{"input", "output", "cacheRead", "cacheWrite", "totalTokens", "cost"}
	usualCost  = []string{"input", "output", "cacheRead", "cacheWrite", "total"}
)

// usualOf is the order of the fields of a message of a role. Of messages of other
// roles, every order is kept.
func usualOf(role string) []string {
	switch role {
	case "user":
		return usualUser
	case "toolResult":
		return usualResult
	case "assistant":
		return usualAnswer
	}
	return usualUser[:1]
}

// blocksInOrder reads the content of a message, and reports whether we write its
// fields in the same order.
func blocksInOrder(c *rawjson.Cursor) bool {
	alike := true
	for range c.Elements {
		alike = c.Kind() == rawjson.Object && session.InOrder(c, usualBlock, nil) && alike
	}
	return alike
}

// usageInOrder does the same for the usage of an answer.
func usageInOrder(c *rawjson.Cursor) bool {
	return c.Kind() == rawjson.Object && session.InOrder(c, usualUsage, func(key string) bool {
		return key != "cost" || c.Kind() == rawjson.Object && session.InOrder(c, usualCost, nil)
	})
}

// orderOf keeps the order of an entry that is not a message.
func (d decoder) orderOf(env *session.Envelope) {
	end := d.In.Offset()
	d.In.Rewind(env.Entry.Offset)
	usual := []string{"type", "id", "parentId", "timestamp"}
	switch env.Entry.Kind {
	case "compaction":
		usual = append(usual, "summary", "firstKeptEntryId", "tokensBefore", "details", "usage", "fromHook")
	case "branch_summary":
		usual = append(usual, "fromId", "summary", "details", "usage", "fromHook")
	case "custom_message":
		usual = append(usual, "customType", "content", "display", "details")
	case "custom":
		usual = append(usual, "customType", "data", "content")
	}
	env.Entry.Odd = !session.InOrder(d.In.Cursor, usual, func(key string) bool {
		return key != "content" || d.In.Kind() == rawjson.Array && blocksInOrder(d.In.Cursor)
	})
	d.In.Rewind(end)
}
