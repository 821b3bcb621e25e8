// Package pydanticai reads and writes the history of Pydantic AI, as its ModelMessagesTypeAdapter
// writes it: a list of requests and responses, each with parts.
//
//	[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"When is high water?","timestamp":"…"}],"instructions":"Be brief."},
//	 {"kind":"response","model_name":"m","usage":{"input_tokens":9,"output_tokens":3},"parts":[
//	  {"part_kind":"tool-call","tool_name":"tide","args":"{}","tool_call_id":"c1"}]}]
//
// The rule of the room: a request is all that stands between two responses, so its
// parts make several messages. A retry is the result of a call, if it names a tool, and
// else what a user says.
//
// The facts are those of the public sources of pydantic-ai.
package pydanticai

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

const family = "pydantic-ai"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the history.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "messages of Pydantic AI",
		Capabilities: holds,
		Rules:        format.Rules{AnswerCalls: true, OpenLast: true, OrderResults: true},
		Detect:       format.Shows("[].parts[].part_kind", "messages[].parts[].part_kind", "parts[].part_kind"),
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}}
}

// holds is what parts can carry.
var holds = format.Capabilities{
	User:       files | format.TextBlock,
	Assistant:  files | format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: files | format.TextBlock | format.OneString,
	System:     format.TextBlock | format.OneString,
	Image:      sources | format.MediaDetail,
	Audio:      sources,
	Video:      sources,
	Document:   sources,
	Provider:   format.AnyProvider,
	StopWords: []format.StopWord{
		{Raw: "stop", Reason: conv.StopNormal},
		{Raw: "length", Reason: conv.StopLength},
		{Raw: "tool_call", Reason: conv.StopToolUse},
		{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
		{Raw: "error", Reason: conv.StopError},
		{Raw: incomplete, Reason: conv.StopAborted},
	},
	Features: format.SystemPrompt | format.Timestamps | format.Milliseconds | format.Origin | format.Models | format.ResponseIDs | format.Usages | format.UsageTotals |
		format.StopReasons | format.ErrorFlags | format.ToolNames | format.PrivateDetails | format.RedactedThinking |
		format.ArgumentTexts | format.BrokenArguments | format.ArgumentSpaces | format.BlockOrder,
	Required: format.ToolNames,
}

const (
	files   = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	sources = format.DataSource | format.URLSource | format.FileSource | format.MediaName | format.MediaType
)

// Hints: how a part was spelled.
const (
	hintApart = "~apart" // on the first message of a request that follows another one
	hintList  = "~list"  // on a message: its one text stood in a list
	hintOne   = "~one"   // on the conversation: the message stood alone
	hintPart  = "~part"  // on a message or a text: the kind of its part, where another is usual
	request   = "request"
)
