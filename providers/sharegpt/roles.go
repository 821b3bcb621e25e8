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

// roles are the words for each kind, in lower case: data sets are joined from
// many sources.
var roles = map[string]kind{
	"system": system,
	"human":  user, "user": user, "prompter": user,
	"gpt": answer, "assistant": answer, "chatgpt": answer, "gpt-4": answer, "bing": answer, "bard": answer, "model": answer,
	"function_call": call, "tool_call": call,
	"observation": result, "tool": result, "function": result, "tool_response": result, "function_response": result,
}

func kindOf(role string) kind { return roles[strings.ToLower(role)] }

// usual is the word for a kind: turns that have a role speak as OpenAI does.
func (k keys) usual(of kind) string {
	words := [...]string{system: "system", user: "human", answer: "gpt", call: "function_call", result: "observation"}
	if k.role == "role" {
		words[user], words[answer] = "user", "assistant"
	}
	return words[of]
}
