package conv

import "strings"

// A format keeps hints in residue, under keys that begin with "~": how the wire
// spelled what the neutral fields say. Hints are never written as fields. These
// are the hints that more than one package knows.

// IsHint reports whether a residue key is a hint: such keys begin with "~" and
// are never written as fields.
func IsHint(key string) bool { return len(key) > 0 && key[0] == '~' }

// WireKey returns the key that a field of residue has on the wire. ok is false for
// a hint, which is never written.
func WireKey(key string) (wire string, ok bool) {
	if wire, tilde := strings.CutPrefix(key, wireTilde); tilde {
		return wire, true
	}
	return key, !IsHint(key)
}

// wireTilde comes before the key of a field that would otherwise look like a
// hint.
const wireTilde = "~~"

// EchoedRequest is the hint, in a StopDetail's residue, with the parts of the
// request that the answer repeats.
const EchoedRequest = "~request"

// Partial is the hint, in the residue of a message or its usage, that it lacked
// fields that its own format requires.
const Partial = "~partial"

// UnknownStop is the hint, in a StopDetail's residue, that its Raw is a word of
// the family that convo does not know yet.
const UnknownStop = "~stop_reason"

// PromptMessage is the residue key for the message that the system prompt came
// from, with its role.
const PromptMessage = "~system"

// ItemID is the residue key for the id of a call's item. It is valid only after the
// reasoning that led to the call, for the model that made both.
const ItemID = "~id"

// Unasked is the hint, in the residue of a request, that nobody asked for its
// limit of output tokens: the protocol requires one. Its value is that limit. If
// MaxTokens differs, somebody has asked for that since.
const Unasked = "~unasked"
