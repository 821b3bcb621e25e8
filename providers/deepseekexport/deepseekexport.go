// Package deepseekexport reads conversations.json of the data export of DeepSeek's chat.
//
//	[{"id":"c1","title":"Tides","inserted_at":"2026-03-01T08:00:00+08:00","mapping":{
//	 "root":{"id":"root","parent":null,"children":["1"],"message":null},
//	 "1":{"id":"1","parent":"root","children":[],"message":{"model":"deepseek-chat","fragments":[{"type":"REQUEST","content":"Hi."}]}}}}]
//
// The rule of the room: the nodes are a tree, and a message is what its fragments say, which
// in older exports is one text. Its first fragment says whose it is.
//
// The facts are those of the public readers of such exports.
package deepseekexport

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "deepseek-export"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the export, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "data export of DeepSeek",
		Lists:    true,
		Members:  []string{"conversations.json"},
		Detect:   format.Shows("mapping & inserted_at", "[].mapping & [].inserted_at"),
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}
