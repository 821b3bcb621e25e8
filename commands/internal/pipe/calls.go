package pipe

import (
	"strings"

	"convo/conv"
	"convo/providers"
)

// noteParted notes the calls and results of a range whose other half was in
// the conversation and is not in the range. Nobody asked for that.
func noteParted(all []conv.Message, from, to int, notes *conv.Notes) {
	type halves struct{ calls, results bool }
	outside := map[string]halves{}
	EachHalf(append(append([]conv.Message{}, all[:from]...), all[to:]...), func(id string, call bool, _ *conv.Node) {
		h := outside[id]
		h.calls, h.results = h.calls || call, h.results || !call
		outside[id] = h
	})
	inside := map[string]halves{}
	EachHalf(all[from:to], func(id string, call bool, _ *conv.Node) {
		h := inside[id]
		h.calls, h.results = h.calls || call, h.results || !call
		inside[id] = h
	})
	EachHalf(all[from:to], func(id string, call bool, at *conv.Node) {
		switch {
		case call && !inside[id].results && outside[id].results:
			notes.Loss(conv.CodeHistory, conv.Dropped, at.Offset(), "the result of the tool call", id)
		case !call && !inside[id].calls && outside[id].calls:
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
