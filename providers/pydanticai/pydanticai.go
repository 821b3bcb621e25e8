// Package pydanticai reads the history of Pydantic AI, as its ModelMessagesTypeAdapter
// writes it: a list of requests and responses, each with parts.
//
//	[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"When is high water?","timestamp":"…"}],"instructions":"Be brief."},
//	 {"kind":"response","model_name":"m","usage":{"input_tokens":9,"output_tokens":3},"parts":[
//	  {"part_kind":"tool-call","tool_name":"tide","args":"{}","tool_call_id":"c1"}]}]
//
// The rule of the room: a request is all that stands between two responses, so its
// parts make several messages. A retry is the result of a call, if it names a tool, and
// else what a user says.
//
// The facts are those of the public sources of pydantic-ai.
package pydanticai

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "pydantic-ai"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the history, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "messages of Pydantic AI",
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && p.Shows("[].parts[].part_kind", "messages[].parts[].part_kind", "parts[].part_kind"))
		},
		Decode: decode,
	}}
}
