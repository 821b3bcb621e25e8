// Package ollama reads Ollama's own API: requests and answers of /api/chat and
// /api/generate, and the lines of a stream.
//
//	{"model":"gemma3","messages":[{"role":"user","content":"When is high water?"}],"options":{"num_ctx":4096},"stream":false}
//	{"model":"gemma3","created_at":"2026-03-01T08:00:00Z","message":{"role":"assistant","content":"At 14:20."},"done":true,"done_reason":"stop"}
//
// The rule of the room: calls without ids are numbered, and a result answers the first call
// of its tool that waits. The lines of a stream are put together, and read as one answer.
//
// The facts are those of Ollama's public documents of its API and of the types of its client.
package ollama

import "convo/conv/format"

const family = "ollama"

// Formats is requests and answers, and streams, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "bodies of Ollama's own API",
		Detect: detect,
		Decode: decode,
	}, {
		Name:   family + "-stream",
		Family: family,
		About:  "stream of Ollama's own API",
		Unit:   format.StreamUnit,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && p.Shows(answers...) && !isWhole(p))
		},
		Decode: decodeStream,
	}}
}

// answers are the marks of an answer, or a line of one.
var answers = []string{"created_at & done is bool & message", "created_at & done is bool & response"}

// isWhole reports whether an answer is one value: the last line of a stream has more fields
// than the first.
func isWhole(p *format.Probe) bool {
	return p.Form == format.FormJSON && p.Shows("total_duration", "done_reason")
}

// detect knows a request by what only this API asks for.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"messages & options is object", "messages & keep_alive", "messages & think is bool", "messages & think = low|medium|high", "messages & format is object", "messages & format = json", "messages[].images", "messages[].tool_name",
		"model & messages[].tool_calls[].function.arguments is object & no messages[].tool_calls[].id", "prompt is string & model & options is object",
	) || isWhole(p) && p.Shows(answers...))
}
