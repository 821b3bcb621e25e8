package conv

import "strings"

// A format keeps notes of its own in residue, under keys that begin with "~".
// They say how the wire spelled what the neutral fields say, and are never
// written as fields. These are the hints that more than one room knows.

// IsHint reports whether a residue key is a format's own note on how the wire
// spelled what the neutral fields say: such keys begin with "~" and are never
// written as members.
func IsHint(key string) bool { return len(key) > 0 && key[0] == '~' }

// WireKey is the key that a member of residue has on the wire; ok is false
// for a hint, which is never written.
func WireKey(key string) (wire string, ok bool) {
	if wire, tilde := strings.CutPrefix(key, wireTilde); tilde {
		return wire, true
	}
	return key, !IsHint(key)
}

// wireTilde stands before the key of a member that would otherwise be taken
// for a hint.
const wireTilde = "~~"

// EchoedRequest is the hint, in a StopDetail's residue, that holds what an
// answer repeats of the request.
const EchoedRequest = "~request"

// Partial is the hint, in the residue of a message or its usage, that its own
// format gave it without what the format demands.
const Partial = "~partial"

// UnknownStop is the hint, in a StopDetail's residue, that its Raw is a word
// of the family that its format does not know yet.
const UnknownStop = "~stop_reason"

// PromptMessage is the residue key under which a format of messages keeps the
// message that the system prompt came from, with its role.
const PromptMessage = "~system"

// ItemID is the residue key under which a format of items keeps the id of the
// item of a call. It is valid only beside the reasoning that led to
// the call, for the model that made both.
const ItemID = "~id"

// Unasked is the hint, in the residue of a request, that its limit of output
// tokens is none that anybody asked for: its protocol demanded one. Its value
// is that limit; another one was asked for since.
const Unasked = "~unasked"

// What a preference, a line of training data with two answers to one history,
// has in the residue of its format: the conversation goes on with the answer
// that is preferred.
const (
	Preference   = "~preference"          // on the conversation: it is one
	Preferred    = "~preferred"           // on the first message of the preferred answer
	NotPreferred = "non_preferred_output" // on the conversation: the messages of the other answer
)
