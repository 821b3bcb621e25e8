package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/note"
)

// dropFailed drops answers that failed or were aborted, which may end inside a
// call, and the results of their calls. A refusal or a filtered answer stays if
// it has text. So does an aborted answer if the target keeps these.
func (a *adapter) dropFailed(in []conv.Message) []conv.Message {
	if !a.have(in, failures) {
		return in
	}
	first := slices.IndexFunc(in, a.failed)
	if first < 0 {
		return in
	}
	out := append(make([]conv.Message, 0, len(in)), in[:first]...)
	var gone map[string]int // calls of the last answer, by id, if it was dropped
	for _, m := range in[first:] {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			if gone = nil; a.failed(m) {
				gone = countCalls(m)
				a.lose(note.CodeStop, note.Dropped, &m.Node, "answer that ended in", string(m.StopReason))
				continue
			}
		case *conv.ToolResultMessage:
			if gone[m.ToolCallID] > 0 {
				a.lose(note.CodeStop, note.Dropped, &m.Node, "result of a call in a failed answer", m.ToolCallID)
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// failed reports whether a message is an answer to drop.
func (a *adapter) failed(m conv.Message) bool {
	x, ok := m.(*conv.AssistantMessage)
	if !ok || x.StopReason != conv.StopError && x.StopReason != conv.StopAborted {
		return false
	}
	says := x.Text() != ""
	if d := x.StopDetail; d != nil && (d.Kind == conv.KindRefusal || d.Kind == conv.KindFilter) && says {
		return false
	}
	kept := a.target != nil && a.target.KeepAborted && x.StopReason == conv.StopAborted
	return !(kept && says && !x.HasCalls())
}
