package codex

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// told is a line beside the items that may say what no message does. Its type is
// residue of the message before it, so that whoever drops the line notes a loss.
type told struct {
	slot int // the item before it, -1 if there is none
	what string
	copy bool // it says nothing if a message says this text, or it is none
	text string
	call string // it says nothing if a message has this call
}

// tells takes note of a line that is kept, if it may say something.
func (d *decoder) tells(l *line) {
	x := told{slot: len(d.slots) - 1, what: l.what}
	switch {
	case l.kind == "":
		x.what = "line"
	case l.kind != kindEvent || isRoutine(l.what):
		return
	case l.what == "user_message" || l.what == "agent_message" || l.what == "agent_reasoning":
		x.copy = true
		x.text, _ = copied(d.rawAt(l.payload))
	case strings.HasSuffix(l.what, "_end"): // the result says it
		x.call = d.rawAt(l.payload).Lookup("call_id").Text()
	}
	d.told = append(d.told, x)
}

// isRoutine reports whether an event says what messages, times and counts say: how
// a turn goes on, and what Codex shows of items.
func isRoutine(what string) bool {
	switch what {
	case "task_started", "task_complete", "turn_started", "turn_complete", "turn_aborted", "token_count", "item_started", "item_completed",
		"thread_name_updated", "thread_settings_applied", "session_configured", "context_compacted", "agent_reasoning_section_break":
		return true
	}
	return strings.HasSuffix(what, "_begin") || strings.HasSuffix(what, "_delta")
}

// tell gives messages the types of the lines after them that say more than they do.
func (d *decoder) tell() {
	if len(d.told) == 0 {
		return
	}
	said, calls := saidTexts(d.c.Messages), callsIn(d.c.Messages)
	type once struct {
		m    conv.Message
		what string
	}
	seen := map[once]bool{}
	names := map[conv.Message][]conv.Raw{}
	for _, x := range d.told {
		var m conv.Message
		if x.slot >= 0 {
			m = d.slots[x.slot].message
		}
		if x.copy && (x.text == "" || said[x.text]) || calls[x.call] || seen[once{m, x.what}] {
			continue
		}
		seen[once{m, x.what}] = true
		names[m] = append(names[m], rawjson.Quoted(x.what))
	}
	for m, list := range names {
		n := &d.c.Node
		if m != nil {
			n = &conv.MetaOf(m).Node
		}
		n.Extensions.Set(family, keyEvents, rawjson.ArrayOf(list))
	}
}

// callsIn are the ids of all calls.
func callsIn(messages []conv.Message) map[string]bool {
	calls := map[string]bool{}
	for _, m := range messages {
		if a, ok := m.(*conv.AssistantMessage); ok {
			for _, b := range a.Content {
				if t, ok := b.(*conv.ToolCall); ok && t.ID != "" {
					calls[t.ID] = true
				}
			}
		}
	}
	return calls
}
