// Package claudeexport reads conversations of claude.ai: conversations.json of its
// data export, and one conversation as the site itself passes it.
//
//	[{"uuid":"c1","name":"Tides","created_at":"2026-03-01T08:00:00.000000Z","chat_messages":[
//	 {"uuid":"m1","sender":"human","content":[{"type":"text","text":"Hi."}],
//	  "attachments":[{"file_name":"a.txt","extracted_content":"…"}],"files":[…],"parent_message_uuid":"…"}]}]
//
// The rule of the room: a message is a list of blocks, which its field text repeats
// in other words. Results of tools stand in the answer that called, which they part
// into several. Calls have ids only in the newest files: else a result answers the
// first open call of its name. With parent_message_uuid the messages are a tree.
//
// The facts are those of the public readers of such exports.
package claudeexport

import "convo/conv/format"

const family = "claude-export"

// provider issued the ids of files: no server of an API knows them.
const provider = "claude.ai"

// Formats is the export, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "data export of claude.ai",
		Lists:    true,
		Members:  []string{"conversations.json"},
		Detect:   detect,
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}

// detect knows a conversation by its list of messages.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows("chat_messages is array", "[].chat_messages is array"))
}
