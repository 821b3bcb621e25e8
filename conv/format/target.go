package format

import "convo/conv"

// TargetModel is the model that a conversation will be sent to. It tells conv/adapt
// what to do beyond the rules of the protocol. If it names neither a provider nor
// a model, some passes do not run: those that compare models, drop what no model
// sees, or let the user speak last. The zero value only does what the protocol
// requires.
type TargetModel struct {
	Provider, Model string // "": unknown

	// From is the protocol of the format that the conversation was read from. An
	// answer without a protocol came from it, and from the model of the request.
	From conv.Protocol

	// Signer returns the provider that issued a signature, "" if that is unknown. It
	// tells where an answer came from that names no model. Nil: nothing tells.
	Signer func(signature string) string

	// Rules are a vendor's own, instead of the format's; nil: the format's.
	Rules *Rules

	// Input is the media that the model accepts besides text, of ImageBlock,
	// AudioBlock, VideoBlock and DocumentBlock. If KnowsInput is false, this is
	// unknown and all media pass.
	Input      Blocks
	KnowsInput bool

	// Window is how many tokens the model can see, its answer included. Room is
	// how many tokens a conversation may have to leave room for the answer and for
	// errors of an estimate. 0: unknown.
	Window, Room int64

	// NoReasoning: the model cannot reason, so no request asks for it.
	NoReasoning bool

	// Instructions is the role of the system prompt if the format has several:
	// RoleDeveloper for models that reason; "" is RoleSystem.
	Instructions conv.Role

	Thinking ThinkingPolicy
	Repair   RepairPolicy
	Prefill  PrefillPolicy

	// KeepAborted keeps the text of an aborted answer, without its calls.
	KeepAborted bool

	// Project decides what the model sees of messages, before the defaults of
	// ModelMessages.
	Project []conv.Projection
}

// Named reports whether t names a model or a provider.
func (t *TargetModel) Named() bool { return t != nil && (t.Provider != "" || t.Model != "") }

// ThinkingPolicy says what to do with reasoning that a model cannot take back.
type ThinkingPolicy int

// The policies for reasoning.
const (
	ThinkingDrop ThinkingPolicy = iota
	ThinkingText                // turn it into plain text; drop redacted reasoning
)

// RepairPolicy says what to do with calls and results that do not match.
type RepairPolicy int

// The policies for calls and results. All except RepairError drop a result
// without a call.
const (
	RepairStub  RepairPolicy = iota // give an unanswered call an error result
	RepairDrop                      // drop an unanswered call
	RepairError                     // fail at the first mistake; adapt.For treats it as RepairStub
)

// PrefillPolicy says what to do with an answer at the end, where servers require
// a user message.
type PrefillPolicy int

// The policies for an answer at the end.
const (
	PrefillContinue PrefillPolicy = iota // add the user message "Continue."
	PrefillDrop                          // drop it
)
