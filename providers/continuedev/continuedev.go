// Package continuedev reads sessions of Continue, the files of its folder sessions.
//
//	{"sessionId":"5c1e…","title":"Tides","workspaceDirectory":"file:///home/ann/tides","history":[
//	 {"message":{"role":"user","content":"When is high water?"},"contextItems":[]},
//	 {"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","type":"function","function":{"name":"tide","arguments":"{}"}}]},
//	  "toolCallStates":[{"toolCallId":"c1","status":"done","output":[{"name":"tide","description":"","content":"06:12"}]}]}]}
//
// The rule of the room: a result stands with its call or in a message of its own, which
// then counts. Reasoning that is a message belongs to the answer after it.
//
// The facts are those of the types of Continue's core.
package continuedev

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "continue"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the session, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "sessions of Continue",
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && (p.Shows("sessionId & history[].message") || p.Shows("history[].contextItems")))
		},
		Decode: decode,
	}}
}
