package sharegpt

import (
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
)

// pairing numbers the calls of a row. A result answers the first call of the
// last turn with calls that has no result yet. Reading and writing pair alike,
// so that writing knows where this goes without saying.
type pairing struct {
	count    int
	ids      []string       // of the calls of the last turn
	answered []bool         // those of ids with a result
	first    int            // all before it have one
	places   map[string]int // in ids
}

// turn is a turn of n calls: it returns their ids. Nobody answers older calls
// after it.
func (p *pairing) turn(n int) []string {
	if n == 0 {
		return nil
	}
	p.ids, p.answered, p.first, p.places = nil, make([]bool, n), 0, make(map[string]int, n)
	for i := range n {
		p.count++
		p.ids = append(p.ids, "call_"+strconv.Itoa(p.count))
		p.places[p.ids[i]] = i
	}
	return slices.Clone(p.ids)
}

// waits reports whether a call has no result yet.
func (p *pairing) waits(id string) bool {
	i, ok := p.places[id]
	return ok && !p.answered[i]
}

// next is the id of the call that the next result answers, "" for none.
func (p *pairing) next() string {
	for ; p.first < len(p.ids); p.first++ {
		if !p.answered[p.first] {
			return p.ids[p.first]
		}
	}
	return ""
}

// answer reports whether a call waits for a result, which it now has.
func (p *pairing) answer(id string) bool {
	if !p.waits(id) {
		return false
	}
	p.answered[p.places[id]] = true
	return true
}

// callID is a field of results that answer another call than the next one. In
// other people's rows it may hold anything.
const callID = "tool_call_id"

// answered is the id of the call that a result answers.
func (x *reader) answered(n *conv.Node) string {
	id := x.calls.next()
	if raw := own.Get(n, callID); raw == `""` || x.calls.waits(raw.Text()) {
		id = raw.Text()
		n.Extensions = n.Extensions.Without(family, callID)
	}
	x.calls.answer(id)
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
		x.append(m)
	}
	for i, id := range x.calls.turn(len(all)) {
		all[i].ID = id
		m.Content = append(m.Content, all[i])
	}
	return true
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
