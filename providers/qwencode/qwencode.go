// Package qwencode reads the session files of the coding agent Qwen Code: JSON
// Lines, each a record with a uuid, the uuid of the record before it, a type and,
// for what was said, a content of the Gemini API.
//
//	{"uuid":"…","parentUuid":null,"sessionId":"…","type":"user","message":{"role":"user","parts":[{"text":"…"}]}}
//
// The rule of the room: it reads what stands around contents, and [gemini.Thread]
// reads their parts. The program goes on from the last record, so records that are
// not on the way to it are excluded. Records that no model sees are custom
// messages: the type is "qwen-code." and the record's subtype, the data are its
// fields.
//
// The facts are those of the public sources of Qwen Code: chatRecordingService.ts,
// transcript-records.ts, session-api-history.ts and the converter of its counts.
package qwencode

import (
	"convo/conv/format"
	wire "convo/conv/record"
)

// own is the residue of the format.
var own = &wire.Family{Name: family}

const family = "qwen-code"

// Formats is the session, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "session of the coding agent Qwen Code",
		Unit:     format.SessionUnit,
		Detect:   detect,
		Decode:   decode,
		Branches: format.EachBranch(decode),
	}}
}

// detect recognizes records with a content, and those of the program itself.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows("uuid & sessionId & message.parts", "uuid & sessionId & systemPayload"))
}
