package format

import (
	"iter"

	"convo/conv"
)

// EachBranch returns the Branches of a format whose Decode reads whole trees.
func EachBranch(decode func([]byte, *conv.Notes) iter.Seq2[*conv.Conversation, error]) func([]byte, *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			for c, err := range decode(data, notes) {
				if err != nil {
					yield(nil, err)
					return
				}
				for branch := range c.Branches() {
					if !yield(branch, nil) {
						return
					}
				}
			}
		}
	}
}
