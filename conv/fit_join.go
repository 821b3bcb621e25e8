package conv

// joinAnswers makes one answer of those in a row and drops those that say
// nothing, where a wire cannot tell them apart, or from nothing.
func (f *fitter) joinAnswers(in []Message) []Message {
	if answersApart(in) {
		return in
	}
	out := make([]Message, 0, len(in))
	for _, m := range in {
		a, ok := m.(*AssistantMessage)
		if !ok {
			out = append(out, m)
			continue
		}
		if len(a.Content) == 0 {
			f.info(CodeSynthesized, Dropped, &a.Node, "empty message of role", string(RoleAssistant))
			continue
		}
		if n := len(out); n > 0 {
			if last, ok := out[n-1].(*AssistantMessage); ok {
				f.info(CodeMerge, Merged, &a.Node, "answer, now one with the answer before it", "")
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
func answersApart(in []Message) bool {
	behind := false
	for _, m := range in {
		a, ok := m.(*AssistantMessage)
		if ok && (behind || len(a.Content) == 0) {
			return false
		}
		behind = ok
	}
	return true
}
