package adapt

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// renameCalls gives calls, results and tools ids and names that the protocol
// allows. An id holds for one turn and its results, because some servers start
// again at call_0 in each turn.
func (a *adapter) renameCalls(in []conv.Message) []conv.Message {
	if !slices.ContainsFunc(in, a.renames) && !a.repeatsID(in) {
		return in
	}
	ids := callIDs{renaming: renaming{alphabet: &a.CallIDs}, unique: a.UniqueIDs || a.UniqueInTurn}
	ids.forget()
	for id := range calledIDs(in) {
		ids.reserve(id)
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			if ids.turn = map[string][]string{}; !a.UniqueIDs {
				ids.forget()
			}
			return a.renameIn(m, &ids)
		case *conv.ToolResultMessage:
			id, name := ids.result(m.ToolCallID), a.name(m.ToolName)
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

// unnamedTool is the name of a call that has none.
const unnamedTool = "unnamed_tool"

// nameCalls gives calls without a name one, where servers have rules for names.
// Their results get it too.
func (a *adapter) nameCalls(in []conv.Message) []conv.Message {
	if a.ToolNames == (format.Alphabet{}) || !a.have(in, namelessCalls) {
		return in
	}
	named := map[string]bool{} // ids of such calls
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			return a.nameCallsOf(m, named)
		case *conv.ToolResultMessage:
			if m.ToolName == "" && named[m.ToolCallID] {
				x := *m
				x.ToolName = unnamedTool
				return &x
			}
		}
		return m
	})
}

func (a *adapter) nameCallsOf(m *conv.AssistantMessage, named map[string]bool) conv.Message {
	return changeCalls(m, func(t *conv.ToolCall) *conv.ToolCall {
		if t.Name != "" {
			return t
		}
		a.info(note.CodeName, note.Synthesized, &t.Node, "name of the tool of call", t.ID)
		named[t.ID] = true
		return renamedCall(t, t.ID, unnamedTool)
	})
}

func renamedCall(t *conv.ToolCall, id, name string) *conv.ToolCall {
	x := *t
	x.ID, x.Name = id, name
	return &x
}

// nameSpeakers gives messages names in the alphabet of the protocol. A name without a
// letter or a digit of it goes.
func (a *adapter) nameSpeakers(in []conv.Message) []conv.Message {
	if a.SpeakerNames == (format.Alphabet{}) || !a.fit.Has(format.SpeakerName) {
		return in
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		meta := *conv.MetaOf(m)
		if meta.Name == "" || a.SpeakerNames.Admits(meta.Name) {
			return m
		}
		name := strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && a.SpeakerNames.Has(byte(r)) {
				return r
			}
			return '_'
		}, meta.Name)
		did := note.Renamed
		if name = name[:min(len(name), a.SpeakerNames.Max)]; strings.Trim(name, "_-") == "" {
			name, did = "", note.Dropped
		}
		a.info(note.CodeName, did, &meta.Node, "name of a speaker", meta.Name)
		meta.Name = name
		return format.WithMeta(m, meta)
	})
}

// nameResults gives results the name of the tool that was called, where servers
// compare the names.
func (a *adapter) nameResults(in []conv.Message) []conv.Message {
	if !a.AnswerCalls || a.fit.Required&format.ToolNames == 0 {
		return in
	}
	var answer *conv.AssistantMessage
	var names map[string]string // of the tools that it calls, by id
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			answer, names = m, nil
		case *conv.ToolResultMessage:
			if names == nil {
				names = calledNames(answer)
			}
			name := names[m.ToolCallID]
			if name == "" || m.ToolName == "" || name == m.ToolName {
				return m
			}
			a.info(note.CodeName, note.Renamed, &m.Node, "tool name of a result, now that of its call,", m.ToolName)
			x := *m
			x.ToolName = name
			return &x
		}
		return m
	})
}

// calledNames returns the names of the tools that an answer calls, by the id of
// the first call.
func calledNames(m *conv.AssistantMessage) map[string]string {
	names := map[string]string{}
	for t := range m.Calls {
		if _, twice := names[t.ID]; !twice {
			names[t.ID] = t.Name
		}
	}
	return names
}

// calledIDs returns the ids of all calls, in order.
func calledIDs(in []conv.Message) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, m := range in {
			a, _ := m.(*conv.AssistantMessage)
			for t := range a.Calls {
				if !yield(t.ID) {
					return
				}
			}
		}
	}
}

// callIDs gives calls their ids, and results the id of the nearest call.
type callIDs struct {
	renaming
	unique bool
	used   map[string]bool     // new ids of calls so far
	times  map[string]int      // the number in the last new id of an old one
	turn   map[string][]string // old id to new ids, in the last turn
}

// forget makes ids free again. The maps are new, because clearing a map takes
// as long as it was ever large.
func (c *callIDs) forget() {
	c.used, c.times, c.turn = map[string]bool{}, map[string]int{}, map[string][]string{}
}

func (c *callIDs) call(id string) string {
	n := c.of(id)
	for i := max(c.times[id], 1) + 1; (c.unique || id == "") && c.used[n]; i++ {
		n = spell(c.alphabet, id+"#"+strconv.Itoa(i), 1)
		c.times[id] = i
	}
	c.used[n] = true
	c.turn[id] = append(c.turn[id], n)
	return n
}

// result returns the new id of a result: that of the first call in its turn with
// the same old id and without a result.
func (c *callIDs) result(id string) string {
	ids := c.turn[id]
	switch len(ids) {
	case 0:
		return c.of(id)
	case 1:
	default:
		c.turn[id] = ids[1:]
	}
	return ids[0]
}

// renames reports whether a message holds a name or an id that must change.
func (a *adapter) renames(m conv.Message) bool {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		for t := range m.Calls {
			if !a.CallIDs.Admits(t.ID) || !a.ToolNames.Admits(t.Name) {
				return true
			}
		}
	case *conv.ToolResultMessage:
		return !a.CallIDs.Admits(m.ToolCallID) || m.ToolName != "" && !a.ToolNames.Admits(m.ToolName)
	}
	return false
}

func (a *adapter) renameIn(m *conv.AssistantMessage, ids *callIDs) conv.Message {
	return changeCalls(m, func(t *conv.ToolCall) *conv.ToolCall {
		id, name := ids.call(t.ID), a.name(t.Name)
		if id == t.ID && name == t.Name {
			return t
		}
		if id != t.ID {
			a.info(note.CodeID, note.Renamed, &t.Node, "tool call id", t.ID)
		}
		if name != t.Name {
			a.info(note.CodeName, note.Renamed, &t.Node, "tool", t.Name)
		}
		return renamedCall(t, id, name)
	})
}

// name returns a tool's name in the protocol's alphabet.
func (a *adapter) name(s string) string {
	if s == "" {
		return s
	}
	return a.names.of(s)
}

// reserveNames reserves the names of tools that may stay.
func (a *adapter) reserveNames(c *conv.Conversation) {
	admitted := true
	for i := range c.Tools {
		admitted = admitted && a.ToolNames.Admits(c.Tools[i].Name)
	}
	if admitted {
		return // no tool changes its name
	}
	for i := range c.Tools {
		a.names.reserve(c.Tools[i].Name)
	}
}

// RestoreNames returns a reply to an adapted conversation with the tool names
// from before. It relies on [For] keeping the order of the tools. m is not
// changed.
func RestoreNames(m *conv.AssistantMessage, before, adapted *conv.Conversation) *conv.AssistantMessage {
	return changeCalls(m, func(t *conv.ToolCall) *conv.ToolCall {
		if name := nameBefore(t.Name, before.Tools, adapted.Tools); name != t.Name {
			return renamedCall(t, t.ID, name)
		}
		return t
	})
}

// nameBefore returns the earlier name of a tool.
func nameBefore(name string, before, adapted []conv.ToolDefinition) string {
	for i := range min(len(before), len(adapted)) {
		if adapted[i].Name == name {
			return before[i].Name
		}
	}
	return name
}
