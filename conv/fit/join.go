package fit

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// JoinAnswers makes one answer of those in a row, for a Reduce, and drops
// those that say nothing: on some wires nobody can tell them apart, or from
// nothing. Where an answer is one string, so are those that become one.
func JoinAnswers(c *conv.Conversation, h *format.Capabilities, notes *note.Notes) {
	if answersApart(c.Messages) {
		return
	}
	out := make([]conv.Message, 0, len(c.Messages))
	runs := map[int][]*conv.AssistantMessage{} // answers to join, by their place in out
	for _, m := range c.Messages {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			out = append(out, m)
			continue
		}
		if isSilent(a) {
			notes.Info(note.CodeSynthesized, note.Dropped, a.Offset(), "empty message of role", string(conv.RoleAssistant))
			continue
		}
		if n := len(out); n > 0 {
			if last, ok := out[n-1].(*conv.AssistantMessage); ok {
				notes.Info(note.CodeMerge, note.Merged, a.Offset(), "answer, now joined to the answer before it", "")
				if runs[n-1] == nil {
					runs[n-1] = []*conv.AssistantMessage{last}
				}
				runs[n-1] = append(runs[n-1], a)
				continue
			}
		}
		out = append(out, m)
	}
	for i, run := range runs {
		out[i] = run[0].WithContent(joinContent(run, h.Assistant&format.OneString != 0))
	}
	c.Messages = out
}

// answersApart reports whether each answer says something and stands after
// another message.
func answersApart(in []conv.Message) bool {
	after := false
	for _, m := range in {
		a, ok := m.(*conv.AssistantMessage)
		if ok && (after || isSilent(a)) {
			return false
		}
		after = ok
	}
	return true
}

// isSilent reports whether an answer has nothing to write.
func isSilent(m *conv.AssistantMessage) bool {
	return len(m.Content) == 0 && !m.Extensions.HasFields("")
}

// joinContent is the content of answers as that of one. Where each is one
// string, so is the whole: their texts are joined by a blank line, in order,
// and so are their refusals.
func joinContent(run []*conv.AssistantMessage, oneString bool) (out []conv.AssistantContent) {
	first, texts := map[bool]int{}, map[bool][]string{} // of texts and of refusals
	for i, m := range run {
		for _, block := range m.Content {
			t, ok := block.(*conv.TextContent)
			if !ok || !oneString {
				out = append(out, block)
				continue
			}
			at, joins := first[t.Refusal]
			if !joins {
				first[t.Refusal], at = len(out), len(out)
			}
			if i == 0 || !joins {
				out = append(out, block)
			}
			if i > 0 || at == len(out)-1 {
				texts[t.Refusal] = append(texts[t.Refusal], t.Text)
			}
		}
	}
	for refusal, all := range texts {
		if len(all) > 1 {
			x := *out[first[refusal]].(*conv.TextContent)
			x.Text = strings.Join(all, "\n\n")
			out[first[refusal]] = &x
		}
	}
	return out
}

// joinTexts makes one block of an answer's texts and one of its refusals,
// which come after it. Texts that stood side by side are joined as they are,
// others by a blank line. Beside an opaque block nothing is joined.
func (f *Fitter) joinTexts(m *conv.AssistantMessage, in []conv.AssistantContent, kept bool) ([]conv.AssistantContent, bool) {
	var texts [2][]int // places of texts and of refusals
	late := false      // a text after a refusal
	for i, b := range in {
		switch b := b.(type) {
		case *conv.TextContent:
			k := 0
			if b.Refusal {
				k = 1
			}
			late = late || k == 0 && len(texts[1]) > 0
			texts[k] = append(texts[k], i)
		case *conv.Opaque:
			return in, kept
		}
	}
	if len(texts[0]) < 2 && len(texts[1]) < 2 && !late {
		return in, kept
	}
	f.lose(note.CodeMerge, note.Merged, &m.Node, "text blocks of an answer", "")
	first := min(append(texts[0], texts[1]...)[0], append(texts[1], texts[0]...)[0])
	var out []conv.AssistantContent
	for i, b := range in {
		if i == first {
			for _, places := range texts {
				if len(places) > 0 {
					out = append(out, joined(in, places))
				}
			}
		}
		if _, ok := b.(*conv.TextContent); !ok {
			out = append(out, b)
		}
	}
	return out, false
}

// joined is the texts at some places of an answer as one block.
func joined(in []conv.AssistantContent, places []int) *conv.TextContent {
	x := *in[places[0]].(*conv.TextContent)
	texts := []string{x.Text}
	for i, at := range places[1:] {
		if at > places[i]+1 {
			texts = append(texts, "\n\n")
		}
		texts = append(texts, in[at].(*conv.TextContent).Text)
	}
	x.Text = strings.Join(texts, "")
	return &x
}

// oneString makes one text of those of a message that is one string. They are
// joined by blank lines. Besides an opaque block nothing is joined.
func oneString[B conv.Block](f *Fitter, n *conv.Node, what string, in []B, kept bool) ([]B, bool) {
	if len(in) < 2 {
		return in, kept
	}
	all := joinedText(len(in), func(i int) conv.Block { return in[i] })
	if all == nil {
		return in, kept
	}
	f.lose(note.CodeMerge, note.Merged, n, what, "")
	var out []B
	for _, b := range in {
		if _, ok := conv.Block(b).(*conv.TextContent); ok {
			if all == nil {
				continue
			}
			b, all = conv.Block(all).(B), nil
		}
		out = append(out, b)
	}
	return out, false
}

// joinedText is the first text of some blocks with what the others say, too. nil: there
// are no others, or an opaque block.
func joinedText(count int, at func(int) conv.Block) (all *conv.TextContent) {
	var texts []string
	for i := range count {
		switch b := at(i).(type) {
		case *conv.Opaque:
			return nil
		case *conv.TextContent:
			if texts = append(texts, b.Text); len(texts) == 1 {
				all = b
			}
		}
	}
	if len(texts) < 2 {
		return nil
	}
	x := *all
	x.Text = strings.Join(texts, "\n\n")
	return &x
}

// oneInstruction is oneString for an instruction, which cannot be without one.
func (f *Fitter) oneInstruction(m *conv.SystemMessage, in []conv.SystemContent, kept bool) ([]conv.SystemContent, bool) {
	if len(in) == 0 {
		f.info(note.CodeSynthesized, note.Synthesized, &m.Node, "empty text of an instruction", "")
		return []conv.SystemContent{&conv.TextContent{}}, false
	}
	return oneString(f, &m.Node, "text blocks of an instruction", in, kept)
}
