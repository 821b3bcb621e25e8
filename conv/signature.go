package conv

import "slices"

// reasoningFields are the fields in which many servers put unsigned reasoning.
// The signature of such a block is the name of its field.
var reasoningFields = [...]string{"reasoning_content", "reasoning", "reasoning_text"}

// IsReasoningField reports whether a signature is the name of a field that had
// unsigned reasoning.
func IsReasoningField(signature string) bool { return slices.Contains(reasoningFields[:], signature) }
