// Package opencode reads and writes sessions of opencode: the document of
// `opencode export`, which `opencode import` takes, and, only to read, the flat
// list of the share API, messages as the server lists and answers them, and what
// `opencode run --format json` prints.
//
//	{"info":{"id":"ses_…","title":"…"},"messages":[{"info":{"role":"user",…},"parts":[…]},…]}
//
// The rule of the room: a message of opencode is a list of parts. A message of the
// model is split into its steps, one call of the model each. A tool part is a call
// and its result. What is undone (info.revert) stays, and is excluded.
//
// Messages and parts have ids that ascend, and opencode sorts by them. An id that
// follows from the place of a part is not kept: writing makes it again.
//
// An answer that does not name its vendor or its model gets those of its session's
// agent; where nobody names them, they are "unknown".
//
// The facts are those of opencode's public sources: message-v2.ts, export.ts and
// import.ts.
package opencode

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/session"
)

const family = "opencode"

// own is what nodes keep for this family.
var own = &record.Family{
	Name: family, Lenient: true, Order: record.ByKey,
	Inside: func(key string) bool {
		return strings.HasPrefix(key, messagePrefix) || strings.HasPrefix(key, statePrefix) || strings.HasPrefix(key, topPrefix)
	},
}

// Formats is the session, and the output of a run.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "opencode session, as opencode export writes it",
		Capabilities: holds,
		Detect:       detect,
		Rules:        format.Rules{OpenLast: true},
		Lint:         lintRules,
		Complete:     session.Complete,
		Decode:       decode,
		Branches:     format.EachBranch(decode),
		Reduce:       reduce,
		Agent:        agent,
		Write:        write,
	}, runFormat()}
}

const isObject = format.AnyObject

var holds = format.Capabilities{
	Reads:      format.Reads{Block: isObject, Answer: isObject, Entry: "info"},
	User:       format.TextBlock | mediaBlocks,
	Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock | mediaBlocks,
	Image:      sources,
	Audio:      sources,
	Video:      sources,
	Document:   sources,
	Features: format.MessageID | format.Timestamps | format.Milliseconds | format.Origin | format.Protocols | format.Models | format.Usages | format.Costs |
		format.StopReasons | format.ErrorMessages | format.ErrorFlags | format.ToolNames | format.PrivateDetails | format.BlockOrder |
		format.Summaries | format.Groups | format.TextSignatures | format.CallSignatures | format.RedactedThinking | format.RedactedTexts |
		format.DocumentTitle | format.DocumentID | format.Trees | format.Sessions | format.LocalFiles,
	StopWords: []format.StopWord{
		{Raw: "stop", Reason: conv.StopNormal},
		{Raw: "length", Reason: conv.StopLength},
		{Raw: "tool-calls", Reason: conv.StopToolUse},
		{Raw: "error", Reason: conv.StopError},
		{Raw: "refusal", Reason: conv.StopError, Kind: conv.KindRefusal},
		{Raw: "content-filter", Reason: conv.StopError, Kind: conv.KindFilter},
		{Raw: "aborted", Reason: conv.StopAborted},
	},
}

const (
	mediaBlocks = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	sources     = format.DataSource | format.URLSource | format.MediaName | format.MediaType
)

// detect recognizes messages that have their parts beside them, and the items of
// the share API.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"info & messages[].info & messages[].parts",
		"info.directory & info.projectID & messages",
		"info.role & parts", "[].info.role & [].parts",
		"[].type = session|message|part & [].data.sessionID",
		"[].type = session & [].data.projectID",
	))
}

// The hints, and the prefixes of residue that stands outside of its node's object.
const (
	hintOwn    = "~own"    // on messages and the conversation: opencode's fields are there
	hintID     = "~id"     // of a block: the id of its part
	hintStep   = "~step"   // the message goes on with the one before it
	hintCut    = "~cut"    // the revert begins inside of a step, which is split here
	hintTime   = "~time"   // the times as they were written
	hintTokens = "~tokens" // the counts as they were written
	hintCost   = "~cost"   // the cost of a message of several steps
	hintPart   = "~part"   // of a text: the part that opencode makes the text from
	hintOutput = "~output" // of an opaque block: it is the output of a tool
	hintError  = "~error"  // of a result: the error, if the model sees something else
	hintStatus = "~status" // of a call without a result
	hintWire   = "~wire"   // of a summary: the two messages that it was read from

	messagePrefix = "message." // beside info and parts
	statePrefix   = "state."   // in the state of a tool part without a result
	topPrefix     = "top."     // beside info and messages

	keyStart  = "step-start"  // of an answer: the part
	keyFinish = "step-finish" // of an answer: the part
	keyAfter  = "parts"       // of an answer: the parts after the last of its step
)
