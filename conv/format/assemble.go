package format

import (
	"iter"

	"convo/conv"
)

// Assemble reads a stream to its end. Each answer in it becomes a conversation of
// one message. It serves as the Decode of a stream format.
func Assemble(events iter.Seq2[conv.Event, error]) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		a, ended := new(conv.Assembler), false // ended: a is empty, after another answer
		for e, err := range events {
			if err != nil {
				yield(nil, err)
				return
			}
			if a.Add(e); !a.Ended() {
				ended = false
				continue
			}
			if !yield(&conv.Conversation{Messages: []conv.Message{a.Message()}}, nil) {
				return
			}
			a, ended = &conv.Assembler{}, true
		}
		if !ended {
			yield(&conv.Conversation{Messages: []conv.Message{a.Message()}}, nil)
		}
	}
}
