// Package tokens counts the tokens of texts as models do.
//
// The rule of the room: it is the one door to the tokenizers, which are 12 MB
// of tables. A build with the tag tokens has them; another knows none.
package tokens

import "strings"

// Counter counts as one tokenizer does.
type Counter struct {
	Name  string // of the tokenizer: o200k_base
	Count func(text string) int64
}

// Of is the counter of a model of OpenAI by its name, dated or not; nil
// where nobody knows its tokenizer, or this build has none.
func Of(model string) *Counter {
	name := tokenizerOf(model)
	if name == "" {
		return nil
	}
	return counter(name)
}

// tokenizers are those of OpenAI's models, by what their names begin with:
// github.com/openai/tiktoken, model.py.
var tokenizers = []struct{ begins, name string }{
	{"gpt-5", "o200k_base"},
	{"gpt-4.5", "o200k_base"},
	{"gpt-4.1", "o200k_base"},
	{"gpt-4o", "o200k_base"},
	{"chatgpt-4o", "o200k_base"},
	{"o1", "o200k_base"},
	{"o3", "o200k_base"},
	{"o4-mini", "o200k_base"},
	{"gpt-4", "cl100k_base"},
	{"gpt-3.5", "cl100k_base"},
}

func tokenizerOf(model string) string {
	for _, row := range tokenizers {
		rest, ok := strings.CutPrefix(model, row.begins)
		if ok && (rest == "" || rest[0] == '-' || rest[0] == '.') {
			return row.name
		}
	}
	return ""
}
