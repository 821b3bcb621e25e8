package gemini

import (
	"hash/fnv"
	"strconv"

	"convo/conv"
	"convo/conv/record"
)

// naming makes the ids that the wire lacks. A call's id follows from its name
// and arguments. A result gets the id of the first open call of its name, as
// the vendor pairs them. Writing runs the same naming to see which ids reading
// would make again, and leaves those out.
type naming struct {
	seen   map[uint64]int // hashes of the calls without an id so far
	calls  []openCall     // of the last turn
	first  int            // no call before it is open
	byID   map[string][]int
	byName map[string][]int
	inTurn bool // the last message was the model's
	all    bool // write the ids that reading would make again, too

	call   called // that is written
	result responded
}

// openCall is a call, which has no result yet unless it is closed.
type openCall struct {
	id, name string
	made     bool // the wire has no id for it
	closed   bool
}

// id is the id of a call that has none. It is the same in a request, a
// response and a stream.
func (n *naming) id(name string, arguments conv.Raw) string {
	sum := hashOf(name, arguments)
	times := 1 + n.seen[sum]
	id := "call_" + strconv.FormatUint(sum, 36)
	if times > 1 {
		id += "_" + strconv.Itoa(times)
	}
	return id
}

// hashOf is a hash of a call's name and arguments.
func hashOf(name string, arguments conv.Raw) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	_, _ = h.Write([]byte{0})
	_, _ = h.Write([]byte(arguments))
	return h.Sum64()
}

// turn begins a message of the model. Two in a row are one turn.
func (n *naming) turn() {
	const many = 64 // calls: to clear the places of more would cost more than to begin anew
	if !n.inTurn {
		if len(n.calls) > many {
			n.byID, n.byName = nil, nil
		}
		n.calls, n.first = n.calls[:0], 0
		clear(n.byID)
		clear(n.byName)
	}
	n.inTurn = true
}

// called records a call. made is true if the wire has no id for it.
func (n *naming) called(t *conv.ToolCall, made bool) {
	if made {
		n.saw(t.Name, t.Arguments)
	}
	if n.byID == nil {
		n.byID, n.byName = map[string][]int{}, map[string][]int{}
	}
	n.byID[t.ID] = append(n.byID[t.ID], len(n.calls))
	n.byName[t.Name] = append(n.byName[t.Name], len(n.calls))
	n.calls = append(n.calls, openCall{id: t.ID, name: t.Name, made: made})
}

// saw counts a call or a result that the wire has no id for.
func (n *naming) saw(name string, arguments conv.Raw) {
	if n.seen == nil {
		n.seen = map[uint64]int{}
	}
	n.seen[hashOf(name, arguments)]++
}

// close removes the open call that a result of this id and name answers.
func (n *naming) close(id, name string) (openCall, bool) {
	i := n.answered(id, name)
	if i < 0 {
		return openCall{}, false
	}
	n.calls[i].closed = true
	return n.calls[i], true
}

// answered is the place of the first open call of an id, or of a name, or of
// any name; -1 for none.
func (n *naming) answered(id, name string) int {
	switch {
	case id != "":
		return n.firstOpen(n.byID, id)
	case name != "":
		return n.firstOpen(n.byName, name)
	}
	for ; n.first < len(n.calls); n.first++ {
		if !n.calls[n.first].closed {
			return n.first
		}
	}
	return -1
}

func (n *naming) firstOpen(places map[string][]int, key string) int {
	left := places[key]
	for len(left) > 0 && n.calls[left[0]].closed {
		left = left[1:]
		places[key] = left
	}
	if len(left) == 0 {
		return -1
	}
	return left[0]
}

// identify gives ids to the calls and results of a body that have none.
func (n *naming) identify(list []conv.Message) {
	for _, m := range list {
		if a, ok := m.(*conv.AssistantMessage); ok {
			n.identifyCalls(a)
			continue
		}
		n.inTurn = false
		if r, ok := m.(*conv.ToolResultMessage); ok {
			n.identifyResult(r)
		}
	}
}

func (n *naming) identifyCalls(m *conv.AssistantMessage) {
	n.turn()
	for t := range m.Calls {
		made := t.ID == ""
		if made {
			t.ID = n.id(t.Name, t.Arguments)
		}
		n.called(t, made)
	}
}

// identifyResult gives a result the id of its call. If only the call has it on
// the wire, that is a hint.
func (n *naming) identifyResult(m *conv.ToolResultMessage) {
	c, ok := n.close(m.ToolCallID, m.ToolName)
	switch {
	case m.ToolCallID != "":
	case !ok:
		m.ToolCallID = n.id(m.ToolName, "")
		n.saw(m.ToolName, "")
	default:
		if m.ToolCallID = c.id; !c.made {
			residue.SetHint(&m.Node, "id", "null")
			residue.Settle(&m.Node)
		}
	}
}

// callID is the id of a call on the wire, "" if reading makes it again.
func (n *naming) callID(t *conv.ToolCall) string {
	made := t.ID == n.id(t.Name, record.ArgumentsOf(t))
	n.called(&conv.ToolCall{ID: t.ID, Name: t.Name, Arguments: record.ArgumentsOf(t)}, made)
	if made && !n.all {
		return ""
	}
	return t.ID
}

// resultID is the id of a result on the wire, "" if reading makes it again.
func (n *naming) resultID(m *conv.ToolResultMessage) string {
	if n.all {
		return m.ToolCallID
	}
	i := n.answered("", m.ToolName)
	hint := residue.Hint(&m.Node, "id") == "null"
	switch {
	case i >= 0 && n.calls[i].id == m.ToolCallID && (n.calls[i].made || hint):
		n.close("", m.ToolName)
		return ""
	case i < 0 && m.ToolCallID == n.id(m.ToolName, ""):
		n.saw(m.ToolName, "")
		return ""
	}
	n.close(m.ToolCallID, m.ToolName)
	return m.ToolCallID
}
