package opencode

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// paired puts each result after the answer with its call, in the order of the
// calls. A result without a call is user text.
func (r *reducer) paired() {
	in := r.c.Messages
	r.steps()
	var out []conv.Message
	owner := map[string]int{}                      // index in out of the answer whose call waits
	waiting := map[int][]*conv.ToolResultMessage{} // results by that index
	for _, m := range r.c.Messages {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			at, ok := owner[m.ToolCallID]
			if !ok {
				out = append(out, r.orphan(m))
				continue
			}
			delete(owner, m.ToolCallID)
			if conv.MetaOf(out[at]).Excluded != m.Excluded {
				m = new(*m)
				m.Excluded = conv.MetaOf(out[at]).Excluded
			}
			waiting[at] = append(waiting[at], m)
			if at != len(out)-1 {
				r.info(note.CodeOrder, note.Renamed, &m.Node, "place of a tool result, now after its call", "")
			}
		case *conv.AssistantMessage:
			for t := range m.Calls {
				owner[t.ID] = len(out)
			}
			out = append(out, m)
		default:
			out = append(out, m)
		}
	}
	r.c.Messages = make([]conv.Message, 0, len(in))
	for i, m := range out {
		r.c.Messages = append(r.c.Messages, m)
		if a, ok := m.(*conv.AssistantMessage); ok {
			r.results(a, waiting[i])
		}
	}
	r.linked()
}

// results appends the results of an answer in the order of its calls.
func (r *reducer) results(a *conv.AssistantMessage, list []*conv.ToolResultMessage) {
	if len(list) == 0 {
		return
	}
	order := map[string]int{}
	names := map[string]string{}
	for i, b := range a.Content {
		if t, ok := b.(*conv.ToolCall); ok {
			if _, known := order[t.ID]; !known {
				order[t.ID], names[t.ID] = i, t.Name
			}
		}
	}
	slices.SortStableFunc(list, func(x, y *conv.ToolResultMessage) int { return order[x.ToolCallID] - order[y.ToolCallID] })
	for _, m := range list {
		if name := names[m.ToolCallID]; m.ToolName != name {
			m = new(*m)
			m.ToolName = name
		}
		r.c.Messages = append(r.c.Messages, m)
	}
}

// linked drops the conversation that a call started, unless its result names it.
func (r *reducer) linked() {
	for i, m := range r.c.Messages {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || !a.HasCalls() {
			continue
		}
		results := r.c.Messages[i+1:]
		r.c.Messages[i] = format.ChangeBlocks(a, func(b conv.Block) conv.Block {
			t, ok := b.(*conv.ToolCall)
			if !ok {
				return b
			}
			started := ""
			if len(results) > 0 && answers(results[0], t.ID) {
				started = startedBy(t, results[0].(*conv.ToolResultMessage))
				results = results[1:]
			}
			if started == t.Conversation {
				return b
			}
			return r.unlinked(t, started)
		})
	}
}

func answers(m conv.Message, id string) bool {
	t, ok := m.(*conv.ToolResultMessage)
	return ok && t.ToolCallID == id
}

// startedBy is the session that a call started, as its result says.
func startedBy(t *conv.ToolCall, m *conv.ToolResultMessage) string {
	if t.Name != "task" {
		return ""
	}
	return m.Details.Lookup("sessionId").Text()
}

func (r *reducer) unlinked(t *conv.ToolCall, started string) *conv.ToolCall {
	x := *t
	if x.Conversation = started; t.Conversation != "" {
		r.lose(note.CodeExtension, note.Dropped, &t.Node, "conversation that a call started", t.Conversation)
	}
	return &x
}

// orphan is a result without a call, as a message of the user.
func (r *reducer) orphan(m *conv.ToolResultMessage) conv.Message {
	r.lose(note.CodeID, note.Downgraded, &m.Node, "result without a call, now user text", m.ToolCallID)
	u := &conv.UserMessage{Meta: m.Meta, Content: []conv.UserContent{}}
	u.Extensions = nil
	for _, b := range m.Content {
		if o, ok := b.(*conv.Opaque); ok && own.Get(&o.Node, hintOutput) != "" {
			b = &conv.TextContent{Text: string(o.Raw)}
		}
		if x, ok := b.(conv.UserContent); ok {
			u.Content = append(u.Content, x)
		}
	}
	return u
}

// goesOn reports whether a reader would take two messages of the user apart.
func goesOn(before, m *conv.UserMessage) bool {
	isText := func(b conv.UserContent) bool { _, ok := b.(*conv.TextContent); return ok }
	return before != nil && before.Injected != m.Injected && before.Timestamp == m.Timestamp && before.Excluded == m.Excluded && m.ID == "" &&
		slices.ContainsFunc(before.Content, isText) && len(m.Content) > 0 && isText(m.Content[0])
}

// steps makes a step that does not follow its message a message of its own.
func (r *reducer) steps() {
	var first *conv.AssistantMessage
	var asked *conv.UserMessage
	out := slices.Clone(r.c.Messages)
	for i, m := range out {
		before := asked
		asked, _ = m.(*conv.UserMessage)
		switch m := m.(type) {
		case *conv.ToolResultMessage:
		case *conv.AssistantMessage:
			cut := own.Get(&m.Node, hintCut) != "" && !m.Excluded
			if own.Get(&m.Node, hintStep) == "" {
				if first = m; cut {
					x := *m
					x.Extensions = m.Extensions.Without(family, hintCut)
					out[i], first = &x, &x
				}
				continue
			}
			if !cut && first != nil && first.Model == m.Model && first.Provider == m.Provider && m.ID == "" {
				continue
			}
			x := *m
			x.Extensions = m.Extensions.Without(family, hintStep).Without(family, hintOwn).Without(family, hintCut)
			out[i], first = &x, &x
		case *conv.UserMessage:
			first = nil
			if isStep(m) && !goesOn(before, m) {
				asked = new(*m)
				asked.Extensions = m.Extensions.Without(family, hintStep).Without(family, hintOwn)
				out[i] = asked
			}
		default:
			first = nil
		}
	}
	r.c.Messages = out
}

// undone leaves what is excluded at the end, where a revert leaves it.
func (r *reducer) undone() {
	list := r.c.Messages
	end := len(list)
	for end > 0 && conv.MetaOf(list[end-1]).Excluded {
		end--
	}
	if end < len(list) && !begins(list, end) {
		end = len(list)
	}
	out := make([]conv.Message, 0, len(list))
	parent := format.LinksOf(list).Parents
	for i, m := range list {
		meta := conv.MetaOf(m)
		if meta.Excluded && (i < end || parent[i] != i-1) {
			if i >= end {
				end = len(list)
			}
			r.lose(note.CodeBranch, note.Dropped, &meta.Node, "entry of another branch, which --branches all reads", "")
			continue
		}
		out = append(out, m)
	}
	r.c.Messages = out
}

// begins reports whether a message of the file, or a part of it, begins at an index.
func begins(list []conv.Message, at int) bool {
	_, result := list[at].(*conv.ToolResultMessage)
	return !result && (!isStep(list[at]) || own.Get(&conv.MetaOf(list[at]).Node, hintCut) != "")
}
