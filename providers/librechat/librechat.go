// Package librechat reads conversations that LibreChat exports as JSON.
//
//	{"conversationId":"c1","title":"Tides","endpoint":"openAI","messages":[
//	 {"messageId":"m1","parentMessageId":"00000000-0000-0000-0000-000000000000","sender":"User","isCreatedByUser":true,"text":"Hi."},
//	 {"messageId":"m2","parentMessageId":"m1","sender":"GPT-5","isCreatedByUser":false,"text":"","content":[{"type":"text","text":"Hello."}]}]}
//
// The rule of the room: messages are a tree, by the ids of their parents or inside each
// other. Content, where there is some, says what a message says, and a call has its result.
//
// The facts are those of LibreChat's public sources.
package librechat

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "librechat"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the export, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "conversations of LibreChat",
		Lists:    true,
		Detect:   format.Shows("conversationId & messages[].messageId", "conversationId & messages[].isCreatedByUser", "[].conversationId & [].messages[].messageId"),
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}
