// Package grokexport reads prod-grok-backend.json of the data export of Grok.
//
//	{"conversations":[{"conversation":{"id":"c1","title":"Tides","create_time":"2026-03-01T08:00:00.000000Z"},"responses":[
//	 {"response":{"_id":"r1","sender":"human","message":"Hi.","create_time":{"$date":{"$numberLong":"1772352000000"}}}},
//	 {"response":{"_id":"r2","sender":"ASSISTANT","message":"Hello.","model":"grok-4","parent_response_id":"r1"}}]}]}
//
// The rule of the room: a message is one text, and two objects are around it. With
// parent_response_id the messages are a tree. A sender that begins with grok is a model.
//
// The facts are those of the public readers of such exports.
package grokexport

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "grok-export"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the export, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "data export of Grok",
		Members:  []string{"prod-grok-backend.json"},
		Detect:   detect,
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}

// detect knows a conversation by the two objects around a message.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows("conversations[].responses[].response", "conversations[].conversation & conversations[].responses is array"))
}
