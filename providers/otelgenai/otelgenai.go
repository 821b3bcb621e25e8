// Package otelgenai reads traces and logs of OpenTelemetry that bear messages of models:
// OTLP as JSON, what an exporter for a console prints, or the messages alone.
//
//	{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"chat m","attributes":[
//	 {"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"parts\":[…]}]"}},
//	 {"key":"gen_ai.output.messages","value":{"arrayValue":{"values":[…]}}}]}]}]}]}
//
// The rule of the room: a span is a call of a model, with the history that it was given,
// and one conversation. Older conventions have an event for each message, in the span or
// in the log; those of one span are a conversation.
//
// The facts are those of the semantic conventions for generative AI, 1.26 to 1.44.
package otelgenai

import (
	"slices"
	"strings"

	"convo/conv/format"
	"convo/conv/record"
)

const family = "otel-genai"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the traces, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "OpenTelemetry traces and logs",
		Detect: detect,
		Decode: decode,
	}}
}

// detect knows the envelopes, the names of attributes, and the parts of messages.
func detect(p *format.Probe) format.Grade {
	named := func(path string) bool {
		return slices.ContainsFunc(p.Keys(path), func(key string) bool { return strings.HasPrefix(key, "gen_ai.") })
	}
	return format.OwnIf(p.IsJSON() && (p.Shows("resourceSpans", "resourceLogs",
		"[].parts[].type & [].parts[].content & no [].parts[].part_kind", "[].parts[].type = tool_call|tool_call_response") ||
		named("") || named("attributes") || named("[].attributes")))
}
