// Package a2a reads and writes messages and tasks of the Agent2Agent protocol, versions 0.2
// to 1.0, with or without the envelope of JSON-RPC.
//
//	{"id":"t1","contextId":"c1","status":{"state":"completed"},"history":[
//	 {"messageId":"m1","role":"user","parts":[{"kind":"text","text":"When is high water?"}]}],
//	 "artifacts":[{"artifactId":"a1","parts":[{"text":"At 14:20."}]}]}
//
// The rule of the room: the history is the conversation, and what the task made comes
// after it, as what the agent said. What was read is written in its version, and other
// conversations become a task of version 1.0. The protocol has no tools, no reasoning and no
// instructions.
//
// The facts are those of the specification of the protocol (a2a.proto, and the schema of 0.3).
package a2a

import (
	"cmp"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

const family = "a2a"

// own is the residue of the format.
var own = &record.Family{Name: family, Gathered: true}

// Formats is the messages and tasks.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "messages and tasks of A2A",
		Capabilities: holds,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}}
}

// detect knows a task by its context, and a message by its id beside parts.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"contextId & history[].messageId", "contextId & artifacts", "contextId & status", "messageId & parts", "[].messageId & [].parts", "params.message.messageId",
		"history[].messageId", "history is array & status.state",
		"result.contextId", "result.message.messageId", "result.task.contextId", "history[].parts[].kind",
		"message.messageId & message.parts", "task.contextId & task.status", "artifact.artifactId & artifact.parts",
		"params.message.role & params.message.parts", "result.status.state & result.artifacts", "result.status.state & result.sessionId",
	))
}

// holds is what parts can carry.
var holds = format.Capabilities{
	User:      format.TextBlock | format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock,
	Assistant: format.TextBlock | format.ImageBlock | format.AudioBlock,
	Image:     sources,
	Audio:     sources,
	Video:     sources,
	Document:  sources,
	Features:  format.DocumentID | format.MessageID | format.LocalFiles | format.BlockOrder,
	Required:  format.MessageID,
}

const sources = format.DataSource | format.URLSource | format.MediaName | format.MediaType

// Hints: where messages stood, and in which version.
const (
	hintArtifact = "~artifact" // on a message: the task made it
	hintData     = "~data"     // on a text: it was data
	hintForm     = "~form"     // on the conversation: a list, or one message
	hintOld      = "~old"      // on the conversation: it is older than 1.0; on another node, if it differs
	hintStatus   = "~status"   // on a message: it stood in the status of the task
)

// envelopes are the fields in which a task, a message or an artifact stands, the outermost first.
var envelopes = []string{"params", "result", "message", "task", "artifact"}

// stateOf is how a task ends, in older versions and in 1.0.
func stateOf(old bool) conv.Raw {
	if old {
		return `{"state":"completed"}`
	}
	return `{"state":"TASK_STATE_COMPLETED"}`
}

// roleOf is who speaks, in older versions and in 1.0.
func roleOf(m conv.Message, old bool) string {
	role := "user"
	if conv.RoleOf(m) == conv.RoleAssistant {
		role = "agent"
	}
	if !old {
		role = "ROLE_" + strings.ToUpper(role)
	}
	return role
}

// idOf is the id of a task, which must have one: that of its context is at hand.
func idOf(c *conv.Conversation) conv.Raw { return rawjson.Quoted(cmp.Or(c.ID, "task-1")) }

// madeID is the id of a message or an artifact that came without one: each must have one.
func madeID(place int) string { return "message-" + strconv.Itoa(place+1) }
