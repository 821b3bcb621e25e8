// Package llmlogs reads logs of the program llm: what llm logs --json prints, and rows of
// its table of responses, as sqlite3 -json prints them.
//
//	[{"id":"01k…","model":"gpt-5-mini","prompt":"When is high water?","system":"Be brief.","response":"At 14:20.",
//	  "conversation_id":"c1","conversation_name":"Tides","datetime_utc":"2026-03-01T08:00:00","input_tokens":9,"output_tokens":3}]
//
// The rule of the room: a row is a response and what it answers. The rows of one
// conversation are sorted by their ids, which grow with time. Results of tools come
// before the prompt of their row.
//
// The facts are those of the public sources and the documentation of llm.
package llmlogs

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "llm-logs"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the logs, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "logs of the program llm",
		Unit:   format.SessionUnit,
		Detect: format.Shows("[].conversation_id & [].prompt & [].response", "conversation_id & prompt & response"),
		Decode: decode,
	}}
}
