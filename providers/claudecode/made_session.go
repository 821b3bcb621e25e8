package claudecode

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"convo/conv"
)

// madeSession makes an id from what a conversation says.
func madeSession(c *conv.Conversation) string {
	h := hash{0x6c62272e07bb0142, 0x62b821756295c58d}
	say := func(s string) { h = h.after(s).after("\x00") }
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
	b := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, h.high), h.low)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// hash is FNV-1a of 128 bits, which hash/fnv makes in twice the time: it keeps its
// state in memory.
type hash struct{ high, low uint64 }

// after returns the hash of what came before and a text.
func (h hash) after(text string) hash {
	const prime, shift = 0x13b, 24 // of 2^(64+shift) + prime
	for i := range len(text) {
		h.low ^= uint64(text[i])
		carry, low := bits.Mul64(h.low, prime)
		h.high = h.high*prime + h.low<<shift + carry
		h.low = low
	}
	return h
}
