//go:build tokens

package tokens

import (
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

var (
	o200k  = sync.OnceValue(func() *Counter { return load(tokenizer.O200kBase) })
	cl100k = sync.OnceValue(func() *Counter { return load(tokenizer.Cl100kBase) })
)

func counter(name string) *Counter {
	switch tokenizer.Encoding(name) {
	case tokenizer.O200kBase:
		return o200k()
	case tokenizer.Cl100kBase:
		return cl100k()
	}
	return nil
}

func load(name tokenizer.Encoding) *Counter {
	codec, err := tokenizer.Get(name)
	if err != nil {
		panic("tokens: " + err.Error())
	}
	return &Counter{string(name), func(text string) int64 {
		n, err := codec.Count(text)
		if err != nil { // no text in UTF-8: no more tokens than bytes
			return int64(len(text))
		}
		return int64(n)
	}}
}
