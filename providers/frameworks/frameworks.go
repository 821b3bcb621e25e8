// Package frameworks reads messages as frameworks of agents and evaluations keep them: logs
// of Inspect, sessions of Google's ADK, and messages of Haystack, AutoGen, LangChain4j and
// Semantic Kernel.
//
//	{"eval":{…},"samples":[{"messages":[{"role":"user","content":"High water?"}]}]}
//	{"events":[{"author":"user","content":{"role":"user","parts":[{"text":"High water?"}]}}]}
//	[{"role":"user","meta":{},"content":[{"text":"High water?"}]}]
//	[{"source":"user","type":"TextMessage","content":"High water?"}]
//
// The rule of the room: one reader reads them all, since each has its own names for the same
// things. What it does not know stays with its message.
//
// The facts are those of the public sources of these frameworks.
package frameworks

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "framework-messages"

var own = &record.Family{Name: family}

// Formats is the messages, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:    family,
		Family:  family,
		About:   "messages of ADK, Inspect and others",
		Members: []string{"*_epoch_*.json"}, // of a log of Inspect, which is a zip archive
		Detect: format.Shows(
			"eval & samples[].messages[].role", "epoch is number & messages[].role",
			"events[].author & events[].content.parts",
			"[].content[].tool_call", "[].content[].tool_call_result", "[].meta is object & [].role & [].content[].text & no [].content[].type",
			"[].source is string & [].type = TextMessage|ToolCallRequestEvent|ToolCallExecutionEvent",
			"[].type = USER & [].contents[].type = TEXT|IMAGE", "[].type = AI & [].text",
			"[].Role.Label & [].Items", "messages[].items[].content_type",
		),
		Decode: decode,
	}}
}
