// Package openaiagents reads what the OpenAI Agents SDK keeps: a list of items, as
// to_input_list returns it, a line for each item, as its sessions have them, and the
// state of a run. The items are those of the Responses API, so a list of these is read,
// too.
//
//	[{"role":"user","content":"When is high water?"},{"type":"function_call","call_id":"c1","name":"tide","arguments":"{}"}]
//	{"$schemaVersion":"1.17","original_input":"When is high water?","generated_items":[{"type":"tool_call_item","raw_item":{…}}]}
//
// The rule of the room: it reads what stands around items, and [openairesponses.Thread]
// reads the items.
//
// The facts are those of the public sources of openai-agents for Python.
package openaiagents

import (
	"convo/conv/format"
	"convo/providers/openairesponses"
)

const family = "openai-agents"

// Formats is the items, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: openairesponses.Formats()[0].Family,
		About:  "items of the OpenAI Agents SDK",
		Unit:   format.SessionUnit,
		Holds:  format.Holds{Beside: family},
		Detect: detect,
		Decode: decode,
	}}
}

// detect recognizes the state of a run, and items of the types that stand outside of
// a body as often.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && (p.Shows("$schemaVersion & original_input", "[].raw_item & [].type") || isItem(p, "[].") || isItem(p, "")))
}

func isItem(p *format.Probe, at string) bool {
	return p.Shows(
		at+"call_id & "+at+"type = function_call|function_call_output & no "+at+"record_type & no "+at+"instructions & no "+at+"ts",
		at+"type = reasoning & "+at+"summary & no "+at+"ts & no "+at+"output",
		at+"role & "+at+"content[].type = input_text|output_text & no "+at+"record_type & no "+at+"instructions & no "+at+"payload",
	)
}
