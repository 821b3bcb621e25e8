// Package openwebui reads chats of Open WebUI, as it exports them: a list, or one.
//
//	[{"id":"c1","title":"Tides","chat":{"models":["m"],"system":"Be brief.","history":{"currentId":"m2","messages":{
//	 "m2":{"id":"m2","parentId":"m1","childrenIds":[],"role":"assistant","content":"…","model":"m","timestamp":1772352000}}}}}]
//
// The rule of the room: the messages are a tree, which chat.messages repeats in part.
// Reasoning and calls of an answer are its output, a list of items, or in older chats
// stand in the text, in elements <details>.
//
// The facts are those of the public documentation and readers of such exports.
package openwebui

import "convo/conv/format"

const family = "openwebui"

// Formats is the export, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "chats of Open WebUI",
		Lists:    true,
		Detect:   detect,
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}

// detect knows a chat by the id of its last message.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows("chat.history.currentId", "[].chat.history.currentId", "data[].chat.history.currentId", "history.currentId"))
}
