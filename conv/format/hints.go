package format

// IsCitation reports whether a field says what a text or an answer cites.
func IsCitation(key string) bool {
	return key == "citations" || key == "annotations" || key == "citationMetadata" || key == "groundingMetadata"
}

// EchoedRequest is the hint, in a StopDetail's residue, with the parts of the
// request that the answer repeats.
const EchoedRequest = "~request"

// Continued is the hint, in the residue of a text or of reasoning of a stream,
// that it goes on with an earlier block of the same field.
const Continued = "~continued"

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
