// Package lmstudio reads conversations of LM Studio, as it keeps them in its folder.
//
//	{"name":"Tides","createdAt":1772352000000,"systemPrompt":"Be brief.","messages":[{"versions":[
//	 {"type":"singleStep","role":"user","content":[{"type":"text","text":"When is high water?"}]}],"currentlySelected":0}]}
//
// The rule of the room: a message has versions, of which one is selected; the others are
// not read. An answer has steps, and a result of a tool parts it into several.
//
// The facts are those of public readers and writers of such files.
package lmstudio

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "lmstudio"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the conversation, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "conversations of LM Studio",
		Detect: format.Shows("messages[].versions & messages[].currentlySelected"),
		Decode: decode,
	}}
}
