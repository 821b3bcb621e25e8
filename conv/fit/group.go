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
	at, wire, left, name := 0, 0, 0, "" // left of the wire message at hand
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if left == 0 {
			if left, name = format.WireSpan(in[at:]), ""; left > 1 {
				name = strconv.Itoa(wire)
			}
			wire++
		}
		at, left = at+1, left-1
		return format.WithGroup(m, name)
	})
}
