package conv

import "slices"

// reasoningFields are the fields that many servers put reasoning in which
// nobody signed. The signature of a block names its own.
var reasoningFields = [...]string{"reasoning_content", "reasoning", "reasoning_text"}

// IsReasoningField reports whether a signature is the name of the field that
// reasoning without one stood in.
func IsReasoningField(signature string) bool { return slices.Contains(reasoningFields[:], signature) }
