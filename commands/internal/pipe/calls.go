package pipe

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/providers"
)

// noteParted notes the calls and results of a range whose other half was in
// the conversation and is not in the range. Nobody asked for that.
func noteParted(all []conv.Message, from, to int, notes *conv.Notes) {
	type half struct {
		id   string
		call bool
	}
	inside, outside := map[half]bool{}, map[half]bool{}
	EachHalf(all[from:to], func(id string, call bool, _ *conv.Node) { inside[half{id, call}] = true })
	EachHalf(slices.Concat(all[:from], all[to:]), func(id string, call bool, _ *conv.Node) { outside[half{id, call}] = true })
	EachHalf(all[from:to], func(id string, call bool, at *conv.Node) {
		switch other := (half{id, !call}); {
		case inside[other] || !outside[other]:
		case call:
			notes.Loss(conv.CodeHistory, conv.Dropped, at.Offset(), "the result of the tool call", id)
		default:
			notes.Loss(conv.CodeHistory, conv.Dropped, at.Offset(), "the call of the tool result", id)
		}
	})
}

// EachHalf passes the ids of the tool calls and results in messages.
func EachHalf(messages []conv.Message, yield func(id string, call bool, at *conv.Node)) {
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			yield(m.ToolCallID, false, &m.Node)
		case *conv.AssistantMessage:
			for _, b := range m.Content {
				if call, ok := b.(*conv.ToolCall); ok {
					yield(call.ID, true, &call.Node)
				}
			}
		}
	}
}

// OpenCalls lists calls for people, the likely one first.
func OpenCalls(open []*conv.ToolCall, meant string) string {
	const most = 8
	var ids, list []string
	for _, call := range open {
		ids = append(ids, call.ID)
		list = append(list, call.ID+" ("+call.Name+")")
	}
	switch near := providers.Nearest(meant, ids); {
	case len(open) == 0:
		return "every tool call of this conversation has a result"
	case len(near) == 1 && len(open) > 1:
		return "did you mean " + near[0] + "?"
	case len(list) > most:
		list = append(list[:most], "…")
	}
	return "waiting calls: " + strings.Join(list, ", ")
}
