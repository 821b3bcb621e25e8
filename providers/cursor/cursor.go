// Package cursor reads transcripts of agents of Cursor, the lines of a file in the folder
// agent-transcripts, and chats of its database, with their bubbles.
//
//	{"role":"user","message":{"content":[{"type":"text","text":"<timestamp>Sunday, Mar 1, 2026, 8:00 AM (UTC)</timestamp>\n<user_query>\nWhen is high water?\n</user_query>"}]}}
//	{"role":"assistant","message":{"content":[{"type":"text","text":"I look."},{"type":"tool_use","name":"Shell","input":{"command":"tide"}}]}}
//	{"type":"turn_ended","status":"success"}
//	{"composerId":"c1","name":"Tides","conversation":[{"type":1,"text":"High water?"},{"type":2,"text":"At 14:20."}]}
//
// The rule of the room: what stands around a question is kept beside it. Calls without ids
// are numbered. A transcript keeps no results. The bubbles of an answer are one message, up
// to the result of a call.
//
// The facts are those of public readers of such files.
package cursor

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "cursor"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the transcript, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "agent transcripts of Cursor",
		Unit:   format.SessionUnit,
		Detect: format.Shows("role = user|assistant & message.content & no message.role"),
		Decode: decode,
	}, {
		Name:   "cursor-chats",
		Family: family,
		About:  "chats of Cursor's database",
		Lists:  true,
		Detect: format.Shows("composerId & conversation", "tabId & bubbles", "[].composerId & [].conversation"),
		Decode: decodeChats,
	}}
}
