package fit

import (
	"strconv"

	"convo/conv"
	"convo/conv/format"
)

// wireGroups names the groups of messages that are one message on the wire
// by its place there, and takes the name from those that are one by
// themselves. A user message after another one is a message of its own.
func wireGroups(in []conv.Message) []conv.Message {
	out, shared := in, true
	for i, wire := 0, 0; i < len(in); wire++ {
		n := format.WireSpan(in[i:])
		name := ""
		if n > 1 {
			name = strconv.Itoa(wire)
		}
		for ; n > 0; n-- {
			if m := format.WithGroup(in[i], name); !format.Identical(m, in[i]) {
				if shared {
					out, shared = append([]conv.Message(nil), in...), false
				}
				out[i] = m
			}
			i++
		}
	}
	return out
}
