// Package tokens counts the tokens of texts as models do.
//
// The rule of the room: it is the one door to the tokenizers, which are 12 MB
// of tables. A build with the tag tokens has them; another knows none.
package tokens

// Counter counts as one tokenizer does.
type Counter struct {
	Name  string // of the tokenizer: o200k_base
	Count func(text string) int64
}

// Named is the counter of a tokenizer, nil if this build lacks it.
func Named(name string) *Counter { return counter(name) }
