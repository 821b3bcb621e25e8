package sharegpt

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// callID is a field of results that answer another call than the next one. In
// other people's rows it may hold anything.
const callID = "tool_call_id"

// answered is the id of the call that a result answers.
func (x *reader) answered(n *conv.Node) string {
	id := x.calls.Next("")
	if raw := own.Get(n, callID); raw == `""` || x.calls.Waits(raw.Text()) {
		id = raw.Text()
		n.Extensions = n.Extensions.Without(family, callID)
	}
	x.calls.Answer(id)
	return id
}

// call reads a turn of calls: an answer, or a part of the answer whose text or calls
// are the turn before. It is false if the text is not JSON of calls.
func (x *reader) call(t *turn) bool {
	all, ok := training.ParseCalls(t.text)
	if !ok {
		return false
	}
	if training.FormatCalls(all) != t.text {
		own.Set(&t.Node, hintValue, rawjson.Quoted(t.text))
	}
	all[0].Node = t.Node
	m := lastAnswer(x.out.Messages)
	switch {
	case m == nil:
		m = &conv.AssistantMessage{}
		m.SetOffset(t.Offset())
		m.Extensions = weighted(&all[0].Node)
		x.append(m)
	case m.HasCalls():
		x.calls.Joins = true
		own.Set(&all[0].Node, hintApart, "true")
	}
	x.calls.Number(all)
	for _, t := range all {
		m.Content = append(m.Content, t)
	}
	return true
}

// weighted takes the weight of a node from it.
func weighted(n *conv.Node) (e extension.Extensions) {
	for _, m := range training.Own.Of(n) {
		e.Set(training.Family, m.Key, m.Value)
		training.Own.Drop(n, m.Key)
	}
	return e
}

// lastAnswer is the last message if it is an answer to which calls that come next belong:
// a text, or calls in turns of their own.
func lastAnswer(messages []conv.Message) *conv.AssistantMessage {
	if n := len(messages); n > 0 {
		if m, ok := messages[n-1].(*conv.AssistantMessage); ok && tagsOf(m) == "" && (m.HasCalls() || spoken(m.Content) != "") {
			return m
		}
	}
	return nil
}
