package catalog

import "testing"

func TestTokenizers(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-4o": "o200k_base", "gpt-4o-2024-08-06": "o200k_base", "gpt-4o-mini": "o200k_base",
		"gpt-4.1-nano": "o200k_base", "gpt-5": "o200k_base", "gpt-5.4-mini": "o200k_base", "o3-mini": "o200k_base",
		"gpt-4": "cl100k_base", "gpt-4-0613": "cl100k_base", "gpt-3.5-turbo": "cl100k_base",
		"gpt-6-sol": "", "claude-sonnet-5": "", "gpt-40": "", "o30": "", "": "",
	} {
		if got := Tokenizer(model); got != want {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
	}
}
