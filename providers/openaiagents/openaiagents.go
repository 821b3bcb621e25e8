// Package openaiagents reads and writes what the OpenAI Agents SDK keeps: a list of
// items, as to_input_list returns it, a line for each item, as its sessions have them,
// and the state of a run. The items are those of the Responses API, so a list of these is read,
// too.
//
//	[{"role":"user","content":"When is high water?"},{"type":"function_call","call_id":"c1","name":"tide","arguments":"{}"}]
//	{"$schemaVersion":"1.17","original_input":"When is high water?","generated_items":[{"type":"tool_call_item","raw_item":{…}}]}
//
// The rule of the room: it reads what stands around items, and [openairesponses.Thread]
// reads the items.
//
// The items and states of the SDK for JavaScript are read, and written as those of the
// Responses API.
//
// The facts are those of the public sources of openai-agents for Python and JavaScript.
package openaiagents

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/openairesponses"
)

const family = "openai-agents"

// Formats is the items.
func Formats() []format.Format {
	host := openairesponses.Formats()[0]
	return []format.Format{{
		Name:         family,
		Family:       host.Family,
		About:        "items of the OpenAI Agents SDK",
		Unit:         format.SessionUnit,
		Capabilities: holds(host.Capabilities),
		Rules:        host.Rules,
		Detect:       detect,
		Decode:       decode,
		Reduce: func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
			c = host.Reduce(c, notes)
			openairesponses.UsualPrompt(c)
			return c
		},
		Write: write,
	}}
}

// holds is the items of a request, without what a run adds to them.
func holds(h format.Capabilities) format.Capabilities {
	h.GuestFamily = family
	h.Params = 0
	h.Features &^= format.Tools | format.StrictTools
	return h
}

// hintLines is a hint: the items stood on lines.
const hintLines = "~lines"

// detect recognizes the state of a run, and items of the types that stand outside of
// a body as often.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && (p.Shows("$schemaVersion & original_input", "$schemaVersion & originalInput", "[].raw_item & [].type", "[].rawItem & [].type") || isItem(p, "[].") || isItem(p, "")))
}

func isItem(p *format.Probe, at string) bool {
	return p.Shows(
		at+"call_id & "+at+"type = function_call|function_call_output & no "+at+"record_type & no "+at+"instructions & no "+at+"ts",
		at+"callId & "+at+"type = function_call|function_call_result",
		at+"type = reasoning & "+at+"summary & no "+at+"ts & no "+at+"output",
		at+"role & "+at+"content[].type = input_text|output_text & no "+at+"record_type & no "+at+"instructions & no "+at+"payload",
	)
}
