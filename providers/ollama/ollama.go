// Package ollama reads Ollama's own API: requests and answers of /api/chat and
// /api/generate, and the lines of a stream. It writes requests of /api/chat.
//
//	{"model":"gemma3","messages":[{"role":"user","content":"When is high water?"}],"options":{"num_ctx":4096},"stream":false}
//	{"model":"gemma3","created_at":"2026-03-01T08:00:00Z","message":{"role":"assistant","content":"At 14:20."},"done":true,"done_reason":"stop"}
//
// The rule of the room: calls without ids are numbered, and a result answers the first call
// of its tool that waits. Such numbers are not written. The lines of a stream are put
// together, and read as one answer.
//
// The facts are those of Ollama's public documents of its API and of the types of its client.
package ollama

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "ollama-chat"

const family = "ollama"

// Formats is the request, the answer and the stream. The last two are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		Protocol:     Wire,
		About:        "request of Ollama's own API",
		Capabilities: holds,
		Rules:        format.Rules{CallIDs: format.Alphabet{Min: 1}, AnswerCalls: true, SomeMessage: true},
		History:      format.SentHistory,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}, {
		Name:         family + "-response",
		Family:       family,
		Protocol:     Wire,
		About:        "answer of Ollama's own API",
		Capabilities: format.Capabilities{Scope: format.Answer},
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(isWhole(p) && p.Shows(answers...))
		},
		Decode: decode,
	}, {
		Name:         family + "-stream",
		Family:       family,
		Protocol:     Wire,
		About:        "stream of Ollama's own API",
		Unit:         format.StreamUnit,
		Capabilities: format.Capabilities{Scope: format.Answer},
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && p.Shows(answers...) && !isWhole(p))
		},
		Decode: decodeStream,
	}}
}

// holds is what a request can carry: a message is one string and images.
var holds = format.Capabilities{
	Reads:      format.Reads{Media: func(m *conv.Media) bool { _, ok := media.Base64(m.Data); return ok }},
	User:       said,
	Assistant:  said | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: said,
	System:     said,
	Image:      format.DataSource,
	Thinking:   format.NoSignature,
	Features:   format.SystemPrompt | format.ToolNames | format.Tools,
	Required:   format.ToolNames,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.TopK | format.Seed | format.Penalties |
		format.StopSequences | format.ResponseSchemas | format.ResponseFormats | format.ReasoningEffort | format.ReasoningBudget | format.Streaming,
}

const said = format.TextBlock | format.ImageBlock | format.OneString

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
	))
}
