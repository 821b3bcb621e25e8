package format

import (
	"iter"

	"convo/conv"
	"convo/conv/note"
)

// EachBranch returns the Branches of a format whose Decode reads whole trees. It is
// not copied into each format and each caller of Native, where it would be 80 kB of the program.
//
//go:noinline
func EachBranch(decode func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error]) func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			for c, err := range decode(data, notes) {
				if err != nil {
					yield(nil, err)
					return
				}
				for branch := range Branches(c) {
					if !yield(branch, nil) {
						return
					}
				}
			}
		}
	}
}
