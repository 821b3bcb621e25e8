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
	made := rawjson.KeptBy[grouped](a.notes.Memory())
	at, wire, left, name := 0, 0, 0, "" // left of the wire message at hand
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if left == 0 {
			left, name = format.WireSpan(in[at:]), ""
			if run := a.oneMessage(in[at:]); run > left {
				left, name = run, strconv.Itoa(wire)
			}
			wire++
		}
		if at, left = at+1, left-1; name == "" {
			return m
		}
		return made.inGroup(m, name)
	})
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
