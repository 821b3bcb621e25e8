package codex

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/openairesponses"
)

// copies counts what users typed, as events say it: once in a line user_message
// and, in newer files, once in a completed item. Text that the program wrote in
// the user's name has no such event.
type copies struct {
	messages, items map[string]int
	any             bool
}

func newCopies() *copies { return &copies{messages: map[string]int{}, items: map[string]int{}} }

// add counts the event of a payload, if it is one of these.
func (x *copies) add(payload conv.Raw) {
	events := x.messages
	switch kind := payload.Lookup("type").Text(); {
	case kind == "user_message":
	case kind == "item_completed" && payload.Lookup("item.type").Text() == "UserMessage":
		events = x.items
	default:
		return
	}
	text, _ := copied(payload)
	events[strings.TrimSpace(text)]++
	x.any = true
}

// take reports whether an event repeats the text of a user's item, and counts
// that event off.
func (x *copies) take(m *conv.UserMessage) bool {
	found := false
	for _, text := range candidates(m) {
		for _, from := range [...]map[string]int{x.messages, x.items} {
			if from[text] > 0 {
				from[text]--
				found = true
			}
		}
		if found {
			return true
		}
	}
	return false
}

// candidates are the texts by which an event may repeat a message: all of its
// texts, or one of them, beside images the empty text.
func candidates(m *conv.UserMessage) []string {
	texts, image := textsOf(m)
	all := []string{strings.TrimSpace(strings.Join(texts, "\n"))}
	if len(texts) > 1 {
		for _, t := range texts {
			all = append(all, strings.TrimSpace(t))
		}
	}
	if image {
		all = append(all, "")
	}
	return all
}

// textsOf returns the texts of a message, and whether there is anything else.
func textsOf(m *conv.UserMessage) (texts []string, others bool) {
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			texts = append(texts, t.Text)
		} else {
			others = true
		}
	}
	return texts, others
}

// typedBy is what the event of a user's message says.
func typedBy(m conv.Message) string {
	u, ok := m.(*conv.UserMessage)
	if !ok {
		return ""
	}
	texts, _ := textsOf(u)
	return strings.Join(texts, "\n")
}

// isContext reports whether a text looks like one that Codex writes in the
// user's name. It serves files without events.
func isContext(text string) bool {
	text = strings.TrimSpace(text)
	return slices.ContainsFunc([]string{
		"<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<permissions instructions>",
		"<turn_aborted>", "<subagent_notification>", "<skills_instructions>", "<user_shell_command>",
	}, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

// isNotTyped reports whether a message says by itself that nobody typed it.
func isNotTyped(m *conv.UserMessage) bool {
	return openairesponses.IsFromAgent(m) || isContext(m.Text())
}

// copying is the events that may repeat a text for the screen.
var copying = []string{"user_message", "agent_message", "agent_reasoning", "item_completed"}

// copied is the text that an event repeats for the screen, and whether it does.
func copied(payload conv.Raw) (text string, ok bool) {
	switch payload.Lookup("type").Text() {
	case "user_message", "agent_message":
		return payload.Lookup("message").Text(), true
	case "agent_reasoning":
		return payload.Lookup("text").Text(), true
	case "item_completed":
		switch payload.Lookup("item.type").Text() {
		case "UserMessage", "AgentMessage":
			return format.TextAt(rawjson.NewCursor([]byte(payload.Lookup("item.content")))), true
		}
	}
	return "", false
}

// textOf is the text of an item that is a message: what a copy for the screen
// repeats.
func textOf(item conv.Raw) string {
	return format.TextAt(rawjson.NewTrustedCursor(rawjson.BytesOf(string(item.Field("content")))))
}
