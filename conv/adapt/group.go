package adapt

import (
	"strconv"

	"convo/conv"
)

// groupResults makes the results of a turn one wire message, and a user
// message behind them part of it where users must not speak twice in a row.
// A group is named by its place on the wire, as Fit would name it.
func (a *adapter) groupResults(in []conv.Message) []conv.Message {
	if !a.GroupResults && !a.MergeUsers || !a.fit.Has(conv.Groups) {
		return in
	}
	out, shared := in, true
	for i, wire := 0, 0; i < len(in); wire++ {
		n, name := conv.WireSpan(in[i:]), ""
		if run := a.oneMessage(in[i:]); run > n {
			n, name = run, strconv.Itoa(wire)
		}
		for ; n > 0; n-- {
			if name != "" && conv.MetaOf(in[i]).Group != name {
				if shared {
					out, shared = append([]conv.Message(nil), in...), false
				}
				out[i] = conv.WithGroup(in[i], name)
			}
			i++
		}
	}
	return out
}

// oneMessage is how many of the messages must be one wire message: results in
// a row, and what the user says behind them if it was said with the last one
// or has to be.
func (a *adapter) oneMessage(in []conv.Message) int {
	n := 0
	for n < len(in) {
		if _, ok := in[n].(*conv.ToolResultMessage); !ok {
			break
		}
		n++
	}
	if n == 0 || n == len(in) {
		return n
	}
	if u, ok := in[n].(*conv.UserMessage); ok {
		if group := conv.MetaOf(in[n-1]).Group; a.MergeUsers || group != "" && group == u.Group {
			n++
		}
	}
	return n
}
