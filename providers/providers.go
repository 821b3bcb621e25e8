// Package providers is the table of the formats that convo knows. Each is a
// room of its own below this one; nothing registers itself.
package providers

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/providers/agui"
	"convo/providers/anthropic"
	"convo/providers/gemini"
	"convo/providers/internal/protocol"
	"convo/providers/markdown"
	"convo/providers/openaichat"
	"convo/providers/openaifinetune"
	"convo/providers/openairesponses"
	"convo/providers/orcontext"
	"convo/providers/pisession"
	"convo/providers/tau"
	"convo/providers/text"
)

// Formats is the table. Its order decides between formats that read an input
// as the same conversation.
func Formats() []conv.Format {
	return slices.Concat(
		[]conv.Format{conv.Native()},
		orcontext.Formats(),
		openaichat.Formats(),
		openaifinetune.Formats(),
		openairesponses.Formats(),
		anthropic.Formats(),
		gemini.Formats(),
		agui.Formats(),
		markdown.Formats(),
		pisession.Formats(),
		text.Formats(),
		tau.Formats(),
	)
}

// SpellAGUI is a copy of a conversation that AG-UI writes with the opaque value
// of messages in a field of that name: encryptedValue or encryptedContent.
func SpellAGUI(c *conv.Conversation, field string) *conv.Conversation { return agui.Spell(c, field) }

// callable is the table of what can be called.
func callable() []*protocol.Protocol {
	return []*protocol.Protocol{
		openaichat.Protocol(),
		openairesponses.Protocol(),
		anthropic.Protocol(),
		gemini.Protocol(),
	}
}

// ProtocolOf is how servers that take a format are called, nil if nobody is
// called in it.
func ProtocolOf(format string) *protocol.Protocol {
	for _, p := range callable() {
		if p.Format == format {
			return p
		}
	}
	return nil
}

// UnknownFormat is the error of a name that no format has.
type UnknownFormat struct {
	Name string
	Near []string // what it may have been meant to be
}

func (e *UnknownFormat) Error() string { return `unknown format "` + e.Name + `"` }

// Hint is a second line for people: what may have been meant.
func (e *UnknownFormat) Hint() string {
	if len(e.Near) == 0 {
		return "convo formats lists them"
	}
	return "did you mean " + strings.Join(e.Near, " or ") + "? convo formats lists all"
}

// Lookup finds a format by its name, else an *UnknownFormat.
func Lookup(name string) (*conv.Format, error) {
	all := Formats()
	names := make([]string, len(all))
	for i := range all {
		if names[i] = all[i].Name; names[i] == name {
			return &all[i], nil
		}
	}
	return nil, &UnknownFormat{Name: name, Near: Nearest(name, names)}
}
