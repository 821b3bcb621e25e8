// Package chatgptexport reads conversations of ChatGPT: conversations.json of its
// data export, one conversation as the site itself passes it, and what the page of
// a shared link holds.
//
//	[{"title":"Tides","mapping":{"n2":{"id":"n2","parent":"n1","children":["n3"],
//	 "message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["Hi."]},…}},…},
//	 "current_node":"n3",…}]
//
// The rule of the room: the messages are a tree, whose nodes are named by their
// keys in mapping. Those that do not lead to current_node are excluded. Nodes of an
// assistant that follow each other make one answer. A message to a recipient is a
// call, and what the tool says next is its result.
//
// The facts are those of the public readers of such exports.
package chatgptexport

import (
	"convo/conv"
	"convo/conv/format"
)

const family = "chatgpt-export"

// provider issued the names of files: no server of an API knows them.
const provider = "chatgpt"

// Formats is the export, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "data export of ChatGPT",
		Lists:    true,
		Asset:    func(m *conv.Media) string { return fileOf(m.FileID) },
		Members:  []string{"conversations.json", "conversations-*.json"},
		Detect:   detect,
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}

// detect knows a conversation by its tree of nodes.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"mapping & current_node", "[].mapping & [].current_node", "mapping & conversation_id", "[].mapping & [].conversation_id",
		"mapping is object & title & no inserted_at", "[].mapping is object & [].title & no [].inserted_at", "linear_conversation", "[].linear_conversation",
	))
}
