package sharegpt

import "strings"

// kind is what a turn is, whatever its role is called.
type kind int

const (
	other kind = iota // of a role that nobody knows
	system
	user
	answer
	call
	result
)

// kindOf is the kind of a role, whose word may be in any case: data sets are
// joined from many sources.
func kindOf(role string) kind {
	switch strings.ToLower(role) {
	case "system":
		return system
	case "human", "user", "prompter":
		return user
	case "gpt", "assistant", "chatgpt", "gpt-4", "bing", "bard", "model":
		return answer
	case "function_call", "tool_call":
		return call
	case "observation", "tool", "function", "tool_response", "function_response":
		return result
	}
	return other
}

// usual is the word for a kind: turns that have a role speak as OpenAI does.
func (k keys) usual(of kind) string {
	words := [...]string{system: "system", user: "human", answer: "gpt", call: "function_call", result: "observation"}
	if k.role == "role" {
		words[user], words[answer] = "user", "assistant"
	}
	return words[of]
}
