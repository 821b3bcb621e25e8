package fit

import (
	"strconv"

	"convo/conv"
)

// identify gives each message that has none an id: that of the response that
// it was, else its place in the conversation.
func (f *Fitter) identify(in []conv.Message) []conv.Message {
	taken := make(map[string]bool, len(in))
	for _, m := range in {
		taken[conv.MetaOf(m).ID] = true
	}
	out, shared := in, true
	for i, m := range in {
		meta := *conv.MetaOf(m)
		if c, ok := m.(*conv.CustomMessage); meta.ID != "" || ok && f.ownCustom(c) {
			continue
		}
		f.info(conv.CodeID, conv.Synthesized, &meta.Node, "message id", "")
		if shared {
			out, shared = append([]conv.Message(nil), in...), false
		}
		meta.ID = newID(m, i, taken)
		taken[meta.ID] = true
		out[i] = conv.WithMeta(m, meta)
	}
	return out
}

// newID is an id for the message at a place that no message has.
func newID(m conv.Message, at int, taken map[string]bool) string {
	if a, ok := m.(*conv.AssistantMessage); ok && a.ResponseID != "" && !taken[a.ResponseID] {
		return a.ResponseID
	}
	place := "msg_" + strconv.Itoa(at+1)
	id := place
	for n := 2; taken[id]; n++ {
		id = place + "-" + strconv.Itoa(n)
	}
	return id
}
