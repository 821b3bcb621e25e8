package catalog

import "strings"

// tokenizers are those of OpenAI's models, by the prefixes of their names:
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

// Tokenizer is the name of the tokenizer of a model of OpenAI, dated or not; ""
// if it is unknown.
func Tokenizer(model string) string {
	for _, row := range tokenizers {
		rest, ok := strings.CutPrefix(model, row.begins)
		if ok && (rest == "" || rest[0] == '-' || rest[0] == '.') {
			return row.name
		}
	}
	return ""
}
