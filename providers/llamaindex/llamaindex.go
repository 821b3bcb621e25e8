// Package llamaindex reads messages of LlamaIndex: a list of ChatMessage, a memory, or a
// store of chats, with blocks, and of versions before blocks.
//
//	{"store":{"ann":[{"role":"user","additional_kwargs":{},"blocks":[{"block_type":"text","text":"When is high water?"}]}]},"class_name":"SimpleChatStore"}
//
// The rule of the room: each key of a store is a conversation. A call that stands in a
// block and in the words of the vendor is one call, by its id.
//
// The facts are those of the public sources of llama-index-core.
package llamaindex

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "llama-index"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the messages, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "messages and stores of LlamaIndex",
		Detect: detect,
		Decode: decode,
	}}
}

// detect knows blocks by their name for a type, and a message by its additional words.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"[].blocks[].block_type", "messages[].blocks[].block_type", "blocks[].block_type", "class_name = SimpleChatStore|ChatMemoryBuffer|Memory",
		"role & additional_kwargs & no type", "[].role & [].additional_kwargs & no [].type", "messages[].role & messages[].additional_kwargs & no messages[].type",
	))
}
