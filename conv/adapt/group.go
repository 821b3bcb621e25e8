package adapt

import (
	"strconv"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// groupResults joins the results of a turn to one wire message, and also the
// user message after them where servers refuse two user messages in a row. A
// group is named by its place on the wire, as Fit would name it.
func (a *adapter) groupResults(in []conv.Message) []conv.Message {
	if !a.GroupResults && !a.MergeUsers || !a.fit.Has(format.Groups) {
		return in
	}
	out, shared := in, true
	made := rawjson.KeptBy[grouped](a.notes.Memory())
	for i, wire := 0, 0; i < len(in); wire++ {
		n, name := format.WireSpan(in[i:]), ""
		if run := a.oneMessage(in[i:]); run > n {
			n, name = run, strconv.Itoa(wire)
		}
		for ; n > 0; n-- {
			if name != "" && conv.MetaOf(in[i]).Group != name {
				if shared {
					out, shared = append([]conv.Message(nil), in...), false
				}
				out[i] = made.inGroup(in[i], name)
			}
			i++
		}
	}
	return out
}

// oneMessage returns how many of the messages must be one wire message:
// consecutive results, and the user messages after them that were sent with the
// last one or must be.
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
