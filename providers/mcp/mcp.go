// Package mcp reads messages of the Model Context Protocol: what a server asks of a
// model (sampling/createMessage), the answer to that, and what a prompt of a server is
// (the result of prompts/get), each with or without the envelope of JSON-RPC.
//
//	{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[
//	 {"role":"user","content":{"type":"text","text":"When is high water?"}}],"systemPrompt":"Be brief.","maxTokens":100}}
//
// The rule of the room: a content is one block, or, since the version of November 2025,
// a list.
//
// The facts are those of the schema of the protocol, 2025-11-25.
package mcp

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "mcp"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the messages, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "messages of MCP: sampling, prompts",
		Detect: detect,
		Decode: decode,
	}}
}

// detect knows a request by its method, and a message by a content of one block.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"method = sampling/createMessage", "params.messages[].content.type", "result.messages[].content.type", "messages[].content.type",
		"result.role & result.content.type & result.model",
	))
}
