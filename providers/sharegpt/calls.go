package sharegpt

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// callID is a field of results that answer another call than the next one. In
// other people's rows it may hold anything.
const callID = "tool_call_id"

// answered is the id of the call that a result answers.
func (x *reader) answered(n *conv.Node) string {
	id := x.calls.Next()
	if raw := own.Get(n, callID); raw == `""` || x.calls.Waits(raw.Text()) {
		id = raw.Text()
		n.Extensions = n.Extensions.Without(family, callID)
	}
	x.calls.Answer(id)
	return id
}

// call reads a turn of calls: an answer, or a part of the answer whose text is
// the turn before. It is false if the text is not JSON of calls.
func (x *reader) call(t *turn) bool {
	all, ok := parseCalls(t.text)
	if !ok {
		return false
	}
	if formatCalls(all) != t.text {
		own.Set(&t.Node, hintValue, rawjson.Quoted(t.text))
	}
	all[0].Node = t.Node
	m := lastText(x.out.Messages)
	if m == nil {
		m = &conv.AssistantMessage{}
		m.PlaceAt(t.Offset())
		m.Extensions = weighted(&all[0].Node)
		x.append(m)
	}
	for i, id := range x.calls.Turn(len(all)) {
		all[i].ID = id
		m.Content = append(m.Content, all[i])
	}
	return true
}

// weighted takes the weight of a node from it.
func weighted(n *conv.Node) (e conv.Extensions) {
	e.Adopt(training.Family, "", n.Extensions)
	for _, m := range e.Of(training.Family) {
		training.Own.Drop(n, m.Key)
	}
	return e
}

// lastText is the last message if it is an answer that calls nothing yet, to
// which calls that come next belong.
func lastText(messages []conv.Message) *conv.AssistantMessage {
	if n := len(messages); n > 0 {
		if m, ok := messages[n-1].(*conv.AssistantMessage); ok && !m.HasCalls() && spoken(m.Content) != "" {
			return m
		}
	}
	return nil
}

// parseCalls reads {"name":…,"arguments":{…}}, or a list of them.
func parseCalls(text string) (all []*conv.ToolCall, ok bool) {
	c := rawjson.NewCursor([]byte(text))
	ok = true
	one := func() {
		t, named := &conv.ToolCall{Arguments: "{}"}, false
		for key := range c.Fields {
			switch {
			case key == "name" && c.Kind() == rawjson.String:
				t.Name, named = c.Str(), true
			case key == "arguments" && c.Kind() == rawjson.String:
				t.Arguments = c.Embedded().Object
			case key == "arguments":
				t.Arguments = c.Raw()
			}
		}
		ok = ok && named && t.Arguments != "" && t.Arguments[0] == '{'
		all = append(all, t)
	}
	if c.Kind() != rawjson.Array {
		one()
	} else {
		for range c.Elements {
			one()
		}
	}
	return all, ok && c.End() == nil && len(all) > 0
}

// formatCalls is what parseCalls reads.
func formatCalls(all []*conv.ToolCall) string {
	w := rawjson.NewWriter(nil)
	if len(all) != 1 {
		w.BeginArray()
	}
	for _, t := range all {
		w.BeginObject()
		w.Field("name", t.Name)
		w.Key("arguments")
		w.Raw(t.ArgumentsObject())
		w.EndObject()
	}
	if len(all) != 1 {
		w.EndArray()
	}
	return string(w.Bytes())
}
