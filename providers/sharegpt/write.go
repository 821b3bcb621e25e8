package sharegpt

import (
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// rowOf makes a row of a conversation that was fit to holds. Its turns are made
// as they are written: all at once take as much memory as the conversation.
func rowOf(c *conv.Conversation) *row {
	r := &row{
		Node: c.Node, id: c.ID, tools: training.ToolsOf(own, &c.Node, c.Tools), said: c,
		list: listKeyOf(own.Get(&c.Node, hintList)), keys: keysOf(own.Get(&c.Node, hintKeys)),
	}
	if own.Get(&c.Node, hintPrompt) == "" {
		r.system = c.SystemPrompt
	}
	return r
}

// writeSaid writes the turns of a row that rowOf made, and then the row has its
// lists of media.
func writeSaid(w *rawjson.Writer, r *row) {
	c := r.said
	x := &writer{row: r, to: w}
	x.prompt(c)
	p := training.Of(c)
	if p.Pair {
		r.rejected, r.chosen = x.apart(p.Rejected), x.apart(p.Chosen)
	} else {
		p.History = c.Messages
		r.rejected, r.chosen = own.Get(&c.Node, "rejected"), own.Get(&c.Node, "chosen")
	}
	for list := p.History; len(list) > 0; {
		n := x.results(list)
		if n == 0 {
			x.message(list[0])
			n = 1
		}
		list = list[n:]
	}
	for kind, used := range x.media {
		if len(used) > 0 {
			r.place(&c.Node, kind, slices.AppendSeq(used, own.Get(&c.Node, mediaKeys[kind]).Elements))
		}
	}
}

// apart is the turn of an answer that stands outside of the list.
func (x *writer) apart(answer []conv.Message) conv.Raw {
	one := &writer{row: x.row, to: rawjson.NewWriter(nil)}
	for _, m := range answer {
		one.message(m)
	}
	return conv.Raw(one.to.Bytes())
}

// writer makes turns of messages.
type writer struct {
	*row
	to    *rawjson.Writer
	media [len(mediaKinds)][]conv.Raw // that tags stood for
	calls training.Pairing
}

// add writes a turn with the residue of a node. It has the role that it was read
// with, if that still means the same.
func (x *writer) add(n conv.Node, of kind, text string) {
	role := own.Text(&n, hintRole)
	if kindOf(role) != of {
		role = x.keys.usual(of)
	}
	x.turn(&turn{Node: n, role: role, text: text})
}

func (x *writer) turn(t *turn) { t.write(x.to, x.keys) }

// prompt writes the system prompt that was a turn: as that turn, if it still
// says it.
func (x *writer) prompt(c *conv.Conversation) {
	switch raw := own.Get(&c.Node, hintPrompt); {
	case raw == "": // it has a field
	case raw.Lookup(x.keys.text).Text() == c.SystemPrompt:
		x.turn(&turn{raw: raw})
	case c.SystemPrompt != "":
		x.add(conv.Node{}, system, c.SystemPrompt)
	}
}

func (x *writer) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		x.add(m.Node, user, tagged(&x.media, m))
	case *conv.AssistantMessage:
		x.answer(m)
	case *conv.ToolResultMessage:
		x.result(m)
	case *conv.SystemMessage:
		x.add(m.Node, system, tagged(&x.media, m))
	case *conv.CustomMessage:
		if m.IsOf(family) {
			x.turn(&turn{raw: m.Data})
		}
	case *conv.BranchSummary, *conv.CompactionSummary: // Fit made user messages of them
	default:
		panic(fmt.Sprintf("sharegpt: a %T", m))
	}
}

// answer writes what an answer says, and in turns of their own its calls.
func (x *writer) answer(m *conv.AssistantMessage) {
	calls := slices.Collect(m.Calls)
	if was := tagsOf(m); was != "" {
		x.calls.Turn(calls)
		x.add(m.Node, answer, was)
		return
	}
	if text := spoken(m.Content); text != "" || len(calls) == 0 {
		x.add(m.Node, answer, text)
	}
	x.calls.Turn(calls)
	for first := true; len(calls) > 0; first = false {
		n := len(calls)
		if i := slices.IndexFunc(calls[1:], func(t *conv.ToolCall) bool { return own.Get(&t.Node, hintApart) != "" }); i >= 0 {
			n = i + 1
		}
		node := calls[0].Node
		if first && spoken(m.Content) == "" {
			node.Extensions = node.Extensions.Clone()
			for _, f := range training.Own.Of(&m.Node) {
				training.Own.Set(&node, f.Key, f.Value)
			}
		}
		x.called(node, calls[:n])
		calls = calls[n:]
	}
}

// called writes a turn of calls, as they were spelled if they are the same.
func (x *writer) called(n conv.Node, calls []*conv.ToolCall) {
	value := training.FormatCalls(calls)
	written := own.Text(&n, hintValue)
	if was, ok := training.ParseCalls(written); ok && training.FormatCalls(was) == value {
		value = written
	}
	x.add(n, call, value)
}

// result writes a result, which says what it answers if that is not the next
// call.
func (x *writer) result(m *conv.ToolResultMessage) {
	n := m.Node
	if m.ToolCallID != x.calls.Next("") {
		n.Extensions = n.Extensions.Clone()
		own.Set(&n, callID, rawjson.Quoted(m.ToolCallID))
	}
	x.calls.Answer(m.ToolCallID)
	x.add(n, result, tagged(&x.media, m))
}
