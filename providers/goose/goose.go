// Package goose reads sessions of the agent goose: the document of `goose session
// export --format json`, the JSON Lines that its earlier versions kept, a head and
// then a message a line, and what `goose run --output-format json` and `stream-json`
// print.
//
//	{"id":"…","working_dir":"/boats","name":"…","conversation":[{"role":"user","created":1772352000,"content":[…]}],…}
//
// The rule of the room: a message of goose is a list of contents. A response to a
// tool is a result of its own; contents that only the screen shows are custom
// messages. A message that the agent does not see is excluded.
//
// The facts are those of goose's public sources: conversation/message.rs,
// tool_result_serde.rs and session_manager.rs.
package goose

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "goose"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the session, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "session of the agent goose",
		Unit:   format.SessionUnit,
		Detect: detect,
		Decode: decode,
	}}
}

// detect recognizes the head of a session, and messages with contents that only
// goose has.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"working_dir & conversation", "working_dir & message_count",
		"content[].type = "+ownContents, "[].content[].type = "+ownContents, "messages[].content[].type = "+ownContents,
		"messages[].created is number & metadata.total_tokens", "type = message & message.content[].type = "+ownContents,
		"type = message & message.created is number & message.content",
	))
}

// ownContents are types of contents that only goose has.
const ownContents = "toolRequest|toolResponse|toolConfirmationRequest|frontendToolRequest|redactedThinking|systemNotification|actionRequired"
