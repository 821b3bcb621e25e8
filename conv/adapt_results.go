package conv

import "strconv"

// pairResults puts behind each answer one result for each of its calls, in
// the calls' order: late ones move up, missing ones are made, doubles and
// those that answer nothing go.
func (a *adapter) pairResults(in []Message) []Message {
	if !a.AnswerCalls || paired(in, a.GroupResults) {
		return in
	}
	p := pairing{adapter: a, in: in, used: make([]bool, len(in))}
	for i, m := range in {
		switch m := m.(type) {
		case *ToolResultMessage:
			if !p.used[i] {
				a.lose(CodeID, Dropped, &m.Node, "tool result that answers no call:", m.ToolCallID)
			}
		case *AssistantMessage:
			p.out = append(p.out, m)
			p.answer(i, m)
		default:
			p.out = append(p.out, m)
		}
	}
	return p.out
}

// paired reports whether nothing has to be done.
func paired(in []Message, grouped bool) bool {
	for i := 0; i < len(in); i++ {
		switch m := in[i].(type) {
		case *ToolResultMessage:
			return false // those behind their answer are passed with it
		case *AssistantMessage:
			group, first := "", true
			for _, b := range m.Content {
				t, ok := b.(*ToolCall)
				if !ok {
					continue
				}
				if i++; i >= len(in) {
					return false
				}
				r, ok := in[i].(*ToolResultMessage)
				if !ok || r.ToolCallID != t.ID || grouped && !first && (r.Group == "" || r.Group != group) {
					return false
				}
				group, first = r.Group, false
			}
		}
	}
	return true
}

// pairing is pairResults at work.
type pairing struct {
	*adapter
	in, out []Message
	used    []bool // results that were taken
}

// answer appends the results of the calls in in[at].
func (p *pairing) answer(at int, m *AssistantMessage) {
	group := ""
	calls := 0
	for _, b := range m.Content {
		if _, ok := b.(*ToolCall); ok {
			calls++
		}
	}
	if p.GroupResults && calls > 1 {
		group = "results-" + strconv.Itoa(at)
	}
	for _, b := range m.Content {
		t, ok := b.(*ToolCall)
		if !ok {
			continue
		}
		r := p.result(at, t)
		if r == nil {
			p.info(CodeSynthesized, Synthesized, &t.Node, "error result for the unanswered call", t.ID)
			r = &ToolResultMessage{
				ToolCallID: t.ID, ToolName: t.Name, IsError: p.fit.has(ErrorFlags),
				Content: []ToolResultContent{&TextContent{Text: "No result provided"}},
			}
		}
		if p.GroupResults && r.Group != group {
			x := *r
			x.Group = group
			r = &x
		}
		p.out = append(p.out, r)
	}
}

// result takes the result of a call that in[at] makes: the last one before
// an answer that makes a call of the same id.
func (p *pairing) result(at int, t *ToolCall) *ToolResultMessage {
	found := -1
	between := false // something but results lies before it
	late := false
	for i := at + 1; i < len(p.in); i++ {
		switch m := p.in[i].(type) {
		case *ToolResultMessage:
			if m.ToolCallID != t.ID || p.used[i] {
				continue
			}
			if found >= 0 {
				p.lose(CodeID, Dropped, &p.in[found].(*ToolResultMessage).Node, "earlier of two results for the call", t.ID)
			}
			p.used[i], found, late = true, i, between
		case *AssistantMessage:
			between = true
			if found >= 0 || calls(m, t.ID) {
				i = len(p.in)
			}
		default:
			between = true
		}
	}
	if found < 0 {
		return nil
	}
	r := p.in[found].(*ToolResultMessage)
	if late {
		p.info(CodeOrder, Merged, &r.Node, "late result, now behind its call", t.ID)
	}
	return r
}

// calls reports whether m makes a call of an id.
func calls(m *AssistantMessage, id string) bool {
	for _, b := range m.Content {
		if t, ok := b.(*ToolCall); ok && t.ID == id {
			return true
		}
	}
	return false
}
