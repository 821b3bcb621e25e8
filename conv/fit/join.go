package fit

import "convo/conv"

// joinAnswers makes one answer of those in a row and drops those that say
// nothing, where a wire cannot tell them apart, or from nothing.
func (f *Fitter) joinAnswers(in []conv.Message) []conv.Message {
	if answersApart(in) {
		return in
	}
	out := make([]conv.Message, 0, len(in))
	for _, m := range in {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			out = append(out, m)
			continue
		}
		if len(a.Content) == 0 {
			f.info(conv.CodeSynthesized, conv.Dropped, &a.Node, "empty message of role", string(conv.RoleAssistant))
			continue
		}
		if n := len(out); n > 0 {
			if last, ok := out[n-1].(*conv.AssistantMessage); ok {
				f.info(conv.CodeMerge, conv.Merged, &a.Node, "answer, now one with the answer before it", "")
				x := *last
				x.Content = append(last.Content[:len(last.Content):len(last.Content)], a.Content...)
				out[n-1] = &x
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// answersApart reports whether each answer says something and stands behind
// another message.
func answersApart(in []conv.Message) bool {
	behind := false
	for _, m := range in {
		a, ok := m.(*conv.AssistantMessage)
		if ok && (behind || len(a.Content) == 0) {
			return false
		}
		behind = ok
	}
	return true
}
