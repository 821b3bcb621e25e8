package conv

// Target is a model that a conversation is to be sent to: what [AdaptFor] does
// beyond the rules of the protocol. A target that names neither a provider nor
// a model is the protocol alone: of its fields only Rules, Thinking, Prefill
// and Repair count, and the passes that compare models or drop what no model
// sees do not run. The zero value changes nothing that [Adapt] does not.
type Target struct {
	Provider, Model string // "": not known

	// Rules are a vendor's own, in place of the format's; nil: the format's.
	Rules *Rules

	// Input is the media that the model takes beside text, of ImageBlock,
	// AudioBlock, VideoBlock and DocumentBlock. Unless KnowsInput, nothing is
	// known of it and all media pass.
	Input      Blocks
	KnowsInput bool

	// NoReasoning: the model is known not to reason, so nothing asks for it.
	NoReasoning bool

	// Instructions is the role of the system prompt where the format has
	// several: RoleDeveloper for models that reason; "" is RoleSystem.
	Instructions Role

	Thinking ThinkingPolicy
	Repair   RepairPolicy
	Prefill  PrefillPolicy

	// Project decides what the model sees of messages, before the default
	// that ModelMessages has.
	Project []Projection
}

// named reports whether t names a model, as far as that is known.
func (t *Target) named() bool { return t != nil && (t.Provider != "" || t.Model != "") }

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
	RepairError                     // the first defect is an error; to AdaptFor it is RepairStub
)

// PrefillPolicy is what becomes of an answer at the end, where servers demand
// that a user speaks last.
type PrefillPolicy int

// The policies for an answer at the end.
const (
	PrefillContinue PrefillPolicy = iota // the user says "Continue." behind it
	PrefillDrop                          // it goes
)

// AdaptFor is [Adapt] for one model: all passes, in the order of projection,
// modalities, failed turns, reasoning, calls and results, roles, cleaning.
// A nil target is Adapt.
func AdaptFor(c *Conversation, to *Format, _ *Target, notes *Notes) *Conversation {
	return Adapt(c, to, notes)
}

// Repair pairs the calls and results of a conversation by itself, for no
// format: late results move up, doubles and results without a call go, and
// the policy says what becomes of unanswered calls. By RepairError the first
// defect is an error that names its place.
func Repair(c *Conversation, _ RepairPolicy, _ *Notes) (*Conversation, error) {
	return c, nil
}

// FlattenTools says calls and results in fenced text, for models without
// tools; the definitions and the choice of tools go.
func FlattenTools(c *Conversation, _ *Notes) *Conversation { return c }

// ThinkingAs does with all reasoning of a conversation as a policy says,
// whatever the target.
func ThinkingAs(c *Conversation, _ ThinkingPolicy, _ *Notes) *Conversation { return c }
