// Package providers is the table of the formats that convo knows. Each format
// has its own package below this one. Nothing registers itself.
package providers

import (
	"slices"

	"convo/conv"
	"convo/providers/agui"
	"convo/providers/alpaca"
	"convo/providers/anthropic"
	"convo/providers/gemini"
	"convo/providers/internal/protocol"
	"convo/providers/markdown"
	"convo/providers/openaichat"
	"convo/providers/openaifinetune"
	"convo/providers/openairesponses"
	"convo/providers/orcontext"
	"convo/providers/pisession"
	"convo/providers/sharegpt"
	"convo/providers/tau"
	"convo/providers/text"
)

// Kind is a group of the table: formats of one purpose.
type Kind struct {
	Name    string
	Formats []conv.Format
}

// Kinds is the table. Its order decides between formats that read an input as
// the same conversation.
func Kinds() []Kind {
	return []Kind{
		{"documents", slices.Concat([]conv.Format{conv.Native()}, orcontext.Formats(), orcontext.Lines())},
		{"APIs", slices.Concat(
			openaichat.Formats(),
			openairesponses.Formats(),
			anthropic.Formats(),
			gemini.Formats(),
			agui.Formats(),
		)},
		{"sessions", slices.Concat(pisession.Formats(), tau.Formats())},
		{"data sets", slices.Concat(openaifinetune.Formats(), sharegpt.Formats(), alpaca.Formats())},
		{"text", slices.Concat(markdown.Formats(), text.Formats())},
	}
}

// Formats lists the formats of all kinds.
func Formats() (all []conv.Format) {
	for _, k := range Kinds() {
		all = append(all, k.Formats...)
	}
	for i := range all {
		if slices.Contains(alone, all[i].Name) || slices.Contains(listed, all[i].Name) {
			all[i] = guarded(all[i])
		}
	}
	return all
}

// callable returns the protocols of the servers that can be called.
func callable() []*protocol.Protocol {
	return []*protocol.Protocol{
		openaichat.Protocol(),
		openairesponses.Protocol(),
		anthropic.Protocol(),
		gemini.Protocol(),
	}
}

// ProtocolOf returns how to call servers that take a format, nil if there are
// none.
func ProtocolOf(format string) *protocol.Protocol {
	for _, p := range callable() {
		if p.Format == format {
			return p
		}
	}
	return nil
}
