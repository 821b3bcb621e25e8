package qwencode

import (
	"strings"

	"convo/conv"
)

// isInjected reports whether the program wrote a record of the user: a notice of
// a task, a step towards a target, the order of an agent.
func (r *record) isInjected() bool {
	switch r.subtype {
	case "notification", "goal_runtime", "agent_launch_prompt", "agent_mention", "agent_message":
		return true
	case "cron": // a user wrote it, for later
		return false
	}
	switch r.provenance {
	case "system", "goal_control", "goal_runtime":
		return true
	}
	return r.input == "notification"
}

// The last part of a prompt may be what a hook of the user's adds to it.
const (
	hookBegin = "<qwen:user-prompt-submit-context>\n"
	hookEnd   = "\n</qwen:user-prompt-submit-context>"
)

// apart makes a message of its own of what a hook added to a prompt.
func apart(list []conv.Message) []conv.Message {
	u, ok := list[len(list)-1].(*conv.UserMessage)
	if !ok || len(u.Content) < 2 {
		return list
	}
	t, ok := u.Content[len(u.Content)-1].(*conv.TextContent)
	if !ok {
		return list
	}
	text := strings.TrimSpace(t.Text)
	if !strings.HasPrefix(text, hookBegin) || !strings.HasSuffix(text, hookEnd) {
		return list
	}
	hook := &conv.UserMessage{Content: []conv.UserContent{t}}
	hook.SetOffset(t.Offset())
	hook.Injected = true
	u.Content = u.Content[:len(u.Content)-1]
	return append(list, hook)
}
