// Package atif reads trajectories of agents in the Agent Trajectory Interchange Format, as
// Harbor writes them of each agent that it runs.
//
//	{"schema_version":"ATIF-v1.7","session_id":"s1","agent":{"name":"terminus-2","version":"2.0","model_name":"openai/gpt-5.4"},"steps":[
//	 {"step_id":1,"source":"user","message":"When is high water?"},
//	 {"step_id":2,"source":"agent","message":"I look.","reasoning_content":"They ask for a time.",
//	  "tool_calls":[{"tool_call_id":"c1","function_name":"tide","arguments":{"port":"Husum"}}],
//	  "observation":{"results":[{"source_call_id":"c1","content":"06:12"}]},
//	  "metrics":{"prompt_tokens":120,"completion_tokens":18,"cached_tokens":100,"cost_usd":0.0004}}]}
//
// The rule of the room: what an agent saw without a call is a message of the user, as its
// model got it. A helper's trajectory is a conversation of its own, after the one that
// has it.
//
// The facts are those of Harbor's RFC 0001, versions 1.0 to 1.7, and of the models of
// NVIDIA's toolkits for it.
package atif

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "atif"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the trajectory, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "agent trajectories of Harbor (ATIF)",
		Detect: format.Shows("schema_version & steps[].step_id", "schema_version = ATIF-*"),
		Decode: decode,
	}}
}
