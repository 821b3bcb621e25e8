package claudecode

import (
	"fmt"
	"hash/fnv"

	"convo/conv"
	"convo/conv/rawjson"
)

// madeSession makes an id from what a conversation says.
func madeSession(c *conv.Conversation) string {
	h := fnv.New128a()
	say := func(s string) {
		h.Write(rawjson.BytesOf(s))
		h.Write([]byte{0})
	}
	say(c.Title)
	for _, m := range c.Messages {
		say(string(conv.RoleOf(m)))
		switch m := m.(type) {
		case *conv.UserMessage:
			say(m.Text())
		case *conv.AssistantMessage:
			say(m.Text())
		case *conv.ToolResultMessage:
			say(m.ToolCallID)
			say(m.Text())
		case *conv.CompactionSummary:
			say(m.Summary)
		}
	}
	b := h.Sum(nil)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
