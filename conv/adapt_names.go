package conv

import (
	"hash/fnv"
	"slices"
	"strconv"
)

// renameCalls gives calls and their results ids, and tools names, that the
// protocol admits. An id counts for the turn that made it and its results,
// since some servers begin anew at call_0 each turn.
func (a *adapter) renameCalls(in []Message) []Message {
	ids := renaming{alphabet: a.CallIDs, taken: map[string]string{}}
	if !slices.ContainsFunc(in, a.renames) {
		return in
	}
	for _, m := range in {
		if x, ok := m.(*AssistantMessage); ok {
			for _, b := range x.Content {
				if t, ok := b.(*ToolCall); ok {
					ids.reserve(t.ID)
				}
			}
		}
	}
	return rebuilt(in, func(m Message) Message {
		switch m := m.(type) {
		case *AssistantMessage:
			return a.renameIn(m, &ids)
		case *ToolResultMessage:
			id, name := ids.of(m.ToolCallID), a.name(m.ToolName)
			if id == m.ToolCallID && name == m.ToolName {
				return m
			}
			x := *m
			x.ToolCallID, x.ToolName = id, name
			return &x
		default:
			return m
		}
	})
}

// renames reports whether a message holds a name that must change.
func (a *adapter) renames(m Message) bool {
	switch m := m.(type) {
	case *AssistantMessage:
		for _, b := range m.Content {
			if t, ok := b.(*ToolCall); ok && !(a.CallIDs.admits(t.ID) && a.ToolNames.admits(t.Name)) {
				return true
			}
		}
	case *ToolResultMessage:
		return !a.CallIDs.admits(m.ToolCallID) || m.ToolName != "" && !a.ToolNames.admits(m.ToolName)
	}
	return false
}

func (a *adapter) renameIn(m *AssistantMessage, ids *renaming) Message {
	var content []AssistantContent
	for i, b := range m.Content {
		t, ok := b.(*ToolCall)
		if !ok {
			continue
		}
		id, name := ids.of(t.ID), a.name(t.Name)
		if id == t.ID && name == t.Name {
			continue
		}
		if id != t.ID {
			a.info(CodeID, Renamed, &t.Node, "tool call id", t.ID)
		}
		if name != t.Name {
			a.info(CodeName, Renamed, &t.Node, "tool", t.Name)
		}
		x := *t
		x.ID, x.Name = id, name
		if content == nil {
			content = slices.Clone(m.Content)
		}
		content[i] = &x
	}
	if content == nil {
		return m
	}
	x := *m
	x.Content = content
	return &x
}

// name is a tool's name in the protocol's alphabet.
func (a *adapter) name(s string) string {
	if s == "" {
		return s
	}
	return a.ToolNames.name(s, false)
}

// renaming maps ids one to one.
type renaming struct {
	alphabet Alphabet
	taken    map[string]string // new id to old
}

// reserve keeps an id that may stay from becoming another's new one.
func (r *renaming) reserve(id string) {
	if r.alphabet.admits(id) {
		r.taken[id] = id
	}
}

func (r *renaming) of(id string) string {
	if r.alphabet.admits(id) {
		return id
	}
	n := r.alphabet.name(id, false)
	if old, ok := r.taken[n]; ok && old != id {
		n = r.alphabet.name(id, true)
	}
	r.taken[n] = id
	return n
}

// name is s with _ for what the alphabet lacks. Where it is cut, or hashed
// is asked for, a hash of s at its end keeps different names different; the
// same name always gets the same one.
func (a Alphabet) name(s string, hashed bool) string {
	if a.admits(s) {
		return s
	}
	b := []byte(s)
	if a.Word {
		for i, c := range b {
			if !isWord(c) {
				b[i] = '_'
			}
		}
	}
	if len(b) == 0 {
		b = append(b, "call"...)
	}
	if a.Max > 0 && len(b) > a.Max || hashed {
		h := fnv.New64a()
		_, _ = h.Write([]byte(s))
		tail := "_" + strconv.FormatUint(h.Sum64(), 36)
		if a.Max > 0 && len(b)+len(tail) > a.Max {
			b = b[:a.Max-len(tail)]
		}
		b = append(b, tail...)
	}
	return string(b)
}
