package codex

import (
	"slices"
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

// tells takes note of a line that is kept, if it may say something. It reports
// whether the line may repeat a text that is not beside it.
func (d *decoder) tells(l *line) (copies bool) {
	x := told{slot: len(d.slots) - 1, what: l.what}
	switch {
	case l.kind == "":
		x.what = "line"
	case l.kind != kindEvent || isRoutine(l.what):
		return slices.Contains(copying, l.what)
	case l.what == "user_message" || l.what == "agent_message":
		x.copy, x.text = true, d.textAt(l, "message")
	case l.what == "agent_reasoning":
		x.copy, x.text = true, d.textAt(l, "text")
	case strings.HasSuffix(l.what, "_end"): // the result says it
		x.call = d.textAt(l, "call_id")
	}
	if x.slot >= 0 && x.isSaidLast(d.slots[x.slot].message) {
		return
	}
	d.told = append(d.told, x)
	return x.copy
}

// textAt is a string in the payload of a line, "" without one.
func (d *decoder) textAt(l *line, key string) string {
	if !d.find(l, key) {
		return ""
	}
	return d.copied.StrOnly()
}

// find goes to a field of the payload of a line.
func (d *decoder) find(l *line, key string) bool {
	d.copied.Rewind(l.payload)
	at := d.copied.Ahead(key)
	if at >= 0 {
		d.copied.Rewind(at)
	}
	return at >= 0
}

// isSaidLast reports whether a line is a copy of the last text of a message: most
// stand beside the item that they repeat.
func (x *told) isSaidLast(m conv.Message) bool {
	if !x.copy || x.text == "" {
		return false
	}
	switch m := m.(type) {
	case *conv.UserMessage:
		return x.text == lastText(m.Content)
	case *conv.AssistantMessage:
		return x.text == lastText(m.Content)
	}
	return false
}

// lastText is the text of the last block, "" if that is something else.
func lastText[B conv.Block](list []B) string {
	if len(list) == 0 {
		return ""
	}
	switch b := any(list[len(list)-1]).(type) {
	case *conv.TextContent:
		return b.Text
	case *conv.ThinkingContent:
		return b.Thinking
	}
	return ""
}

// isTold forgets the line before an item that turns out to be its copy.
func (d *decoder) isTold(slot int) {
	last := len(d.told) - 1
	if last < 0 || d.told[last].slot != slot-1 || !d.told[last].isSaidLast(d.slots[slot].message) {
		return
	}
	if d.told = d.told[:last]; slot > 0 {
		d.slots[slot-1].copies--
	}
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
	said, calls := d.saidTexts(), callsIn(d.c.Messages)
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
			for t := range a.Calls {
				calls[t.ID] = true
			}
		}
	}
	delete(calls, "")
	return calls
}
