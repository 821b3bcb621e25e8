// Package llamaindex reads and writes messages of LlamaIndex: a list of ChatMessage, a
// memory, or a store of chats, with blocks, and of versions before blocks.
//
//	{"store":{"ann":[{"role":"user","additional_kwargs":{},"blocks":[{"block_type":"text","text":"When is high water?"}]}]},"class_name":"SimpleChatStore"}
//
// The rule of the room: each key of a store is a conversation. A call that stands in a
// block and in the words of the vendor is one call, by its id. It is written where it was
// read, and else as a block.
//
// The facts are those of the public sources of llama-index-core.
package llamaindex

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "llama-index"

// own is the residue of the format.
var own = &record.Family{Name: family, Gathered: true}

// Formats is the messages.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "messages and stores of LlamaIndex",
		Capabilities: holds,
		Rules:        format.Rules{AnswerCalls: true, OpenLast: true, OrderResults: true},
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}}
}

// detect knows blocks by their name for a type, and a message by its additional words.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"[].blocks[].block_type", "messages[].blocks[].block_type", "blocks[].block_type", "class_name = SimpleChatStore|ChatMemoryBuffer|Memory",
		"role & additional_kwargs & no type", "[].role & [].additional_kwargs & no [].type", "messages[].role & messages[].additional_kwargs & no messages[].type",
	))
}

// holds is what blocks can carry.
var holds = format.Capabilities{
	User:       files | format.TextBlock,
	Assistant:  files | format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: files | format.TextBlock,
	System:     format.TextBlock,
	Image:      sources | format.MediaDetail,
	Audio:      sources,
	Video:      sources | format.MediaDetail,
	Document:   sources | format.MediaName,
	Features: format.Developer | format.SystemPrompt | format.DocumentID | format.ToolNames | format.ArgumentTexts | format.BrokenArguments |
		format.ArgumentSpaces | format.LocalFiles | format.BlockOrder,
}

const (
	files   = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	sources = format.DataSource | format.URLSource | format.MediaType
)

// Hints: how a message or a call was spelled.
const (
	hintBoth    = "~both"    // on a call: it is a block, and the vendor's
	hintCall    = "~call"    // on a call: the vendor's words for it
	hintContent = "~content" // on a message: it had no blocks
	hintForm    = "~form"    // on the conversation: what holds the messages, other than a list
	hintPath    = "~path"    // on a file: its address is a path
	hintRole    = "~role"    // on a message: another word for its role
)

// typeKey is the field for the media type of a file.
func typeKey(kind string) string {
	if kind == "audio" {
		return "format"
	}
	return kind + "_mimetype"
}

// dataKey is the field for the data of a file.
func dataKey(kind string) string {
	if kind == "document" {
		return "data"
	}
	return kind
}
