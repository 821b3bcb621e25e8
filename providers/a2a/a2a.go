// Package a2a reads messages and tasks of the Agent2Agent protocol, versions 0.2 to 1.0,
// with or without the envelope of JSON-RPC.
//
//	{"id":"t1","contextId":"c1","status":{"state":"completed"},"history":[
//	 {"messageId":"m1","role":"user","parts":[{"kind":"text","text":"When is high water?"}]}],
//	 "artifacts":[{"artifactId":"a1","parts":[{"text":"At 14:20."}]}]}
//
// The rule of the room: the history is the conversation, and what the task made comes
// after it, as what the agent said.
//
// The facts are those of the specification of the protocol (a2a.proto, and the schema of 0.3).
package a2a

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "a2a"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the messages and tasks, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "messages and tasks of A2A",
		Detect: detect,
		Decode: decode,
	}}
}

// detect knows a task by its context, and a message by its id beside parts.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"contextId & history[].messageId", "contextId & artifacts", "contextId & status", "messageId & parts", "[].messageId & [].parts", "params.message.messageId",
		"result.contextId", "result.message.messageId", "result.task.contextId", "history[].parts[].kind",
	))
}
