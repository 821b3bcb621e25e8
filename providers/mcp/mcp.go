// Package mcp reads and writes messages of the Model Context Protocol: what a server asks
// of a model (sampling/createMessage), the answer to that, and what a prompt of a server is
// (the result of prompts/get), each with or without the envelope of JSON-RPC.
//
//	{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[
//	 {"role":"user","content":{"type":"text","text":"When is high water?"}}],"systemPrompt":"Be brief.","maxTokens":100}}
//
// The rule of the room: a content is one block, or, since the version of November 2025,
// a list. A message with results of tools has nothing else in it: what it has is written as
// messages of its own. Only tools and prompts
// give resources: what a user says has texts, images and audio. Conversations of other
// formats become the parameters of a request.
//
// The facts are those of the schema of the protocol, 2025-11-25.
package mcp

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

const family = "mcp"

// own is the residue of the format.
var own = &record.Family{Name: family, Gathered: true, Lenient: true, Order: record.ByKey}

// Formats is the messages.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "messages of MCP: sampling, prompts",
		Capabilities: holds,
		Rules:        rules,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}}
}

// detect knows a request by its method or its limit, and a message by a content of one
// block.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"method = sampling/createMessage", "params.messages[].content.type", "result.messages[].content.type", "messages[].content.type",
		"result.role & result.content.type & result.model", "result.role & result.content[].type & result.model", "role & content.type & model",
		"messages is array & maxTokens is number", "messages[].content[].toolUseId",
	))
}

// holds is what messages can carry. Some of it is only in results of tools and in prompts:
// see reduce.
var holds = format.Capabilities{
	User:       texts | format.VideoBlock | format.DocumentBlock,
	Assistant:  texts | format.ToolCallBlock,
	ToolResult: texts | format.VideoBlock | format.DocumentBlock,
	Image:      sources,
	Audio:      sources,
	Video:      sources,
	Document:   sources | format.TextSource,
	StopWords: []format.StopWord{
		{Raw: "endTurn", Reason: conv.StopNormal},
		{Raw: "stopSequence", Reason: conv.StopNormal},
		{Raw: "maxTokens", Reason: conv.StopLength},
		{Raw: "toolUse", Reason: conv.StopToolUse},
	},
	Features: format.SystemPrompt | format.DocumentTitle | format.Models | format.StopReasons | format.ErrorFlags | format.PrivateDetails |
		format.Tools | format.LocalFiles | format.BlockOrder,
	Params: format.MaxTokens | format.Temperature | format.StopSequences | format.ToolChoices,
}

const (
	texts   = format.TextBlock | format.ImageBlock | format.AudioBlock
	sources = format.DataSource | format.URLSource | format.MediaName | format.MediaType
)

// rules are those of the protocol. MaxTokens is for conversations that name no limit: a
// number that nobody else would ask for.
var rules = format.Rules{AnswerCalls: true, OpenLast: true, GroupResults: true, TypedSchemas: true, MaxTokens: "4095"}

// Hints: how messages stood, and how a block was spelled.
const (
	hintApart    = "~apart"    // on a result: its message follows one of results
	hintList     = "~list"     // on a message: its one block stood in a list
	hintOne      = "~one"      // on the conversation: the message stood alone
	hintPrompt   = "~prompt"   // on the conversation: it is what a prompt is
	hintResource = "~resource" // on a file outside of a result: it was a resource
)

// body is a request, with its parameters.
type body struct {
	*conv.Conversation
	q *conv.Request
}
