package cline

import (
	"slices"
	"strings"

	"convo/conv"
)

// ownFields moves what the program adds to blocks of the API, which its servers refuse.
func ownFields(list []conv.Message) {
	for _, m := range list {
		for b := range conv.BlocksOf(m) {
			n := conv.NodeOf(b)
			for _, key := range [...]string{"call_id", "reasoning_details", "signature", "summary"} {
				if v := n.Extensions.Get(anthropicFamily, key); v != "" {
					n.Extensions = n.Extensions.Without(anthropicFamily, key)
					n.Extensions.Set(family, key, v)
				}
			}
		}
	}
}

// apart makes messages of their own of the results that are texts of a message, and of
// what else the program adds to what a person typed.
func (d *decoder) apart(list []conv.Message, e *entry) []conv.Message {
	for _, m := range list {
		if r, ok := m.(*conv.ToolResultMessage); ok && d.given != nil {
			d.given[r.ToolCallID] = true
		}
	}
	u, ok := list[len(list)-1].(*conv.UserMessage)
	if !ok || e.marker || len(u.Content) == 0 {
		if ok {
			u.Injected = e.marker
		}
		return list
	}
	content := u.Content
	list = list[:len(list)-1]
	var run *conv.UserMessage
	var result *conv.ToolResultMessage
	open := false // the title of a result stands alone, and what it said comes after it
	for _, b := range content {
		text := ""
		if t, ok := b.(*conv.TextContent); ok {
			text = strings.TrimSpace(t.Text)
		}
		title, rest, titled := strings.Cut(text, "] Result:")
		injected := false
		switch titled = titled && text[0] == '[' && !strings.Contains(title, "\n"); {
		case titled:
			name, _, _ := strings.Cut(title[1:], " ")
			if result = d.called(name); result != nil {
				result.SetOffset(conv.NodeOf(b).Offset())
				list, run = append(list, result), nil
			}
			open, injected = rest == "", !isTyped(text)
		case isOfProgram(text):
			open, result, injected = false, nil, true
		case open:
			injected = !isTyped(text)
		default:
			result = nil
		}
		if x, ok := b.(conv.ToolResultContent); ok && result != nil {
			result.Content = append(result.Content, x)
			continue
		}
		if run == nil || run.Injected != injected {
			if run = u; u == nil {
				run = &conv.UserMessage{}
				run.SetOffset(conv.NodeOf(b).Offset())
			}
			u, run.Content, run.Injected = nil, nil, injected
			list = append(list, run)
		}
		run.Content = append(run.Content, b)
	}
	return list
}

// called is an empty result of the next call of a tool that has none, or of the next call
// of any: the program runs them in order. nil is none.
func (d *decoder) called(tool string) *conv.ToolResultMessage {
	for _, key := range [...]string{tool, ""} {
		for len(d.waiting[key]) > 0 {
			t := d.waiting[key][0]
			if d.waiting[key] = d.waiting[key][1:]; !d.given[t.ID] {
				d.given[t.ID] = true
				return &conv.ToolResultMessage{ToolCallID: t.ID, ToolName: t.Name}
			}
		}
	}
	return nil
}

// isTyped reports whether a text of the program has an answer of a person in it.
func isTyped(text string) bool {
	return slices.ContainsFunc([]string{"<user_message>", "<feedback>", "<answer>"}, func(tag string) bool { return strings.Contains(text, tag) })
}

// isOfProgram reports whether the program wrote a text beside what a person typed.
func isOfProgram(text string) bool {
	return slices.ContainsFunc([]string{
		"<environment_details>", "# task_progress", "# TODO LIST UPDATE", "[TASK RESUMPTION]", "[ERROR] You did not use a tool",
		"Files attached by the user:",
	}, func(start string) bool { return strings.HasPrefix(text, start) })
}
