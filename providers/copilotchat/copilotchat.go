// Package copilotchat reads chats of VS Code, as Copilot Chat and other participants have
// them: what "Chat: Export Chat" writes, and the files of a workspace, JSON or a journal.
//
//	{"responderUsername":"GitHub Copilot","requests":[{"message":{"text":"When is high water?"},"response":[{"value":"At 14:20."}]}]}
//
//	{"kind":0,"v":{"sessionId":"s1","requests":[]}}
//	{"kind":2,"k":["requests"],"v":[{"message":{"text":"When is high water?"},"response":[]}]}
//
// The rule of the room: a request is a question and its answer. Where it keeps the rounds of
// calls that the model saw, they are the answer; else it is what the editor shows. The
// lines of a journal set, extend and remove values of one object, which is then read.
//
// The facts are those of the public sources of VS Code and of readers of such files.
package copilotchat

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "copilot-chat"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the chat, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "chats of VS Code, as of Copilot",
		Unit:   format.SessionUnit,
		Detect: format.Shows("responderUsername & requests is array", "requests[].message & requests[].response is array", "v.requests is array"),
		Decode: decode,
	}}
}
