// Package agentthreads reads sessions of agents that keep messages much as an API has them:
// threads of Amp, sessions of Factory Droid, contexts of Kimi CLI, trajectories of SWE-agent, events
// of OpenHands, and sessions of Zencoder and Command Code.
//
//	{"v":1,"id":"T-1","created":1772352000000,"messages":[{"role":"user","messageId":0,"content":[…]}]}
//	{"trajectory":[…],"history":[{"role":"user","content":"High water?","agent":"main"}]}
//	{"type":"session_start","id":"1","cwd":"/w"}
//	{"type":"message","id":"m1","message":{"role":"user","content":[…]}}
//	{"role":"_checkpoint","id":0}
//	{"role":"user","content":"High water?"}
//
// The rule of the room: one reader reads them all. What it does not know stays with its
// message.
//
// The facts are those of public readers of such files, and of the sources of Kimi CLI,
// SWE-agent and OpenHands.
package agentthreads

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "agent-threads"

var own = &record.Family{Name: family}

// Formats is the sessions, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "sessions of Amp, OpenHands and others",
		Unit:   format.SessionUnit,
		Detect: format.Shows(
			"v is number & created is number & messages is array", "messages[].content[].toolUseID",
			"type = session_start & cwd", "type = session_start & message.role", "role = _checkpoint|_system_prompt|_usage",
			"creationReason & role", "sessionId & gitBranch & role & content[].type",
			"trajectory[].observation & trajectory[].thought",
			"trajectory[].role & trajectory[].content", "trajectory[].role & trajectory[].text", "trajectory[].source & trajectory[].action",
			"[].source & [].action & [].args", "history[].source & history[].action", "source & action & args.thought", "[].kind = *Event & [].source", "kind = MessageEvent|ActionEvent & source",
		),
		Decode: decode,
	}}
}
