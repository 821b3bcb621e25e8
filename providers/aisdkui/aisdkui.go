// Package aisdkui reads messages of AI SDK UI, versions 4 to 7: what useChat sends, a
// list of messages, or one.
//
//	{"id":"chat1","messages":[{"id":"m2","role":"assistant","parts":[{"type":"step-start"},
//	 {"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{…},"output":"14:20"},
//	 {"type":"step-start"},{"type":"text","text":"At 14:20."}]}]}
//
// The rule of the room: a message of an assistant is all that it did until the user's
// turn came. A step is one answer, and what came of its calls are results after it.
// Python spells the same fields in snake case.
//
// The facts are those of the public sources of the packages ai and pydantic-ai.
package aisdkui

import "convo/conv/format"

const family = "ai-sdk-ui"

// Formats are the messages, and the stream of one. They are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "messages of AI SDK UI",
		Detect: detect,
		Decode: decode,
	}, streamFormat()}
}

// detect knows parts by their types, and what version 4 had in their place.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"[].role & [].parts[].type", "messages[].role & messages[].parts[].type", "role & parts[].type",
		"[].toolInvocations", "messages[].toolInvocations", "messages[].experimental_attachments",
	))
}
