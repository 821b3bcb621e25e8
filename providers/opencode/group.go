package opencode

import (
	"strconv"

	"convo/conv"
	"convo/conv/format"
)

// grouped groups the results of each step, in place: opencode sends them as one
// message. A message of the user after them is one of its own.
func grouped(list []conv.Message) {
	wire := 0
	for i := 0; i < len(list); wire++ {
		n := results(list[i:])
		group := ""
		if n > 1 {
			group = strconv.Itoa(wire)
		}
		for end := i + max(n, 1); i < end; i++ {
			list[i] = format.WithGroup(list[i], group)
		}
	}
}

// results is how many results a list begins with.
func results(list []conv.Message) int {
	n := 0
	for n < len(list) && conv.RoleOf(list[n]) == conv.RoleToolResult {
		n++
	}
	return n
}
