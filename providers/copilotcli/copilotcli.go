// Package copilotcli reads sessions of GitHub Copilot CLI, the lines of events.jsonl in a
// folder of session-state. VS Code writes transcripts of its agent in the same events.
//
//	{"type":"session.start","data":{"sessionId":"7d2f…","context":{"cwd":"/home/ann/tides"}},"id":"e1","timestamp":"2026-03-01T08:00:00.000Z","parentId":null}
//	{"type":"user.message","data":{"content":"When is high water?"},"id":"e2","timestamp":"2026-03-01T08:00:01.000Z","parentId":"e1"}
//	{"type":"assistant.message","data":{"messageId":"m1","content":"I look.","toolRequests":[{"toolCallId":"c1","name":"tide","arguments":{"port":"Husum"},"type":"function"}]},"id":"e3","timestamp":"2026-03-01T08:00:02.000Z","parentId":"e2"}
//	{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"06:12"}},"id":"e4","timestamp":"2026-03-01T08:00:03.000Z","parentId":"e3"}
//
// The rule of the room: events that say again what a message says, piece by piece or as
// the program works, are passed over. What happened inside a helper stays as it is.
//
// The facts are those of the events of GitHub's Copilot SDK, and of public sessions.
package copilotcli

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "copilot-cli"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the session, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "sessions of Copilot CLI",
		Unit:   format.SessionUnit,
		Detect: format.Shows("data & type = session.start|user.message|assistant.message|assistant.turn_start|tool.execution_start"),
		Decode: decode,
	}}
}
