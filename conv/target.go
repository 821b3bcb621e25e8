package conv

// Target is a model that a conversation is to be sent to: what conv/adapt does
// beyond the rules of the protocol. A target that names neither a provider nor
// a model is the protocol alone: the passes that compare models, that drop what
// no model sees and that let the user speak last do not run, the others go by
// its fields. The zero value changes nothing that the protocol does not demand.
type Target struct {
	Provider, Model string // "": not known

	// From is the protocol of the format that the conversation was read from.
	// Answers that do not say so came by it, from the model that the request
	// names.
	From Protocol

	// Rules are a vendor's own, in place of the format's; nil: the format's.
	Rules *Rules

	// Input is the media that the model takes beside text, of ImageBlock,
	// AudioBlock, VideoBlock and DocumentBlock. Unless KnowsInput, nothing is
	// known of it and all media pass.
	Input      Blocks
	KnowsInput bool

	// Window is how many tokens the model sees, its answer among them; Room is
	// how many a conversation may have that leaves room for the answer and for
	// errors of an estimate. 0: not known.
	Window, Room int64

	// NoReasoning: the model is known not to reason, so nothing asks for it.
	NoReasoning bool

	// Instructions is the role of the system prompt where the format has
	// several: RoleDeveloper for models that reason; "" is RoleSystem.
	Instructions Role

	Thinking ThinkingPolicy
	Repair   RepairPolicy
	Prefill  PrefillPolicy

	// KeepAborted keeps what an aborted answer said in words, without calls.
	KeepAborted bool

	// Project decides what the model sees of messages, before the default
	// that ModelMessages has.
	Project []Projection
}

// Named reports whether t names a model, as far as that is known.
func (t *Target) Named() bool { return t != nil && (t.Provider != "" || t.Model != "") }

// ThinkingPolicy is what becomes of reasoning that a model cannot take back.
type ThinkingPolicy int

// The policies for reasoning.
const (
	ThinkingDrop ThinkingPolicy = iota
	ThinkingText                // plain text in its place; redacted reasoning goes
)

// RepairPolicy is what becomes of calls and results that do not pair.
type RepairPolicy int

// The policies for calls and results. A result without a call goes by all of
// them but RepairError.
const (
	RepairStub  RepairPolicy = iota // an unanswered call gets an error result
	RepairDrop                      // an unanswered call goes
	RepairError                     // the first defect is an error; to adapt.For it is RepairStub
)

// PrefillPolicy is what becomes of an answer at the end, where servers demand
// that a user speaks last.
type PrefillPolicy int

// The policies for an answer at the end.
const (
	PrefillContinue PrefillPolicy = iota // the user says "Continue." behind it
	PrefillDrop                          // it goes
)
