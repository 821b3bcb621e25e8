// Package langchain reads and writes messages of LangChain, in each way in which its libraries
// keep them: dumps, message_to_dict, model_dump, the state of a graph, a run of
// LangSmith. Libraries for Python and for JavaScript spell some fields in two ways.
//
//	[{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"…","tool_calls":[…]}},
//	 {"type":"tool","data":{"content":"14:20","tool_call_id":"c1","status":"success"}},
//	 {"type":"ai","content":"At 14:20.","additional_kwargs":{},"response_metadata":{…},"usage_metadata":{…}}]
//
// The rule of the room: an answer may say a call up to three times: as a call, in the
// words of the vendor, and as a block of its content. It is one call, by its id. Messages
// are written as dumps, or flat, if the first one was read so, else as message_to_dict
// has them. Their blocks are the standard ones.
//
// The facts are those of the public sources of langchain-core and of LangSmith.
package langchain

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

const family = "langchain"

// own is the residue of the format.
var own = &record.Family{Name: family, Order: record.ByKey}

// Formats are the messages in one value, and those with a line each.
func Formats() []format.Format {
	whole := format.Format{
		Name:         family,
		Family:       family,
		About:        "LangChain messages, LangSmith runs",
		Capabilities: holds,
		Rules:        rules,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && !isLine(p) && shows(p))
		},
		Decode: decode,
		Reduce: reduce,
		Write:  write,
	}
	lines := whole
	lines.Name, lines.About, lines.Unit = family+"-lines", "LangChain messages, one a line", format.SessionUnit
	lines.Capabilities.Features &^= format.DocumentID
	lines.Detect = func(p *format.Probe) format.Grade {
		return format.OwnIf(p.IsJSON() && isLine(p))
	}
	lines.Decode, lines.Write = decodeLines, writeLines
	lines.Reduce = func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		c.Extensions = fit.KeptFields(notes, &c.Node, func(_, key string) bool { return key == hintForm || key == format.PromptMessage })
		return reduce(c, notes)
	}
	return []format.Format{whole, lines}
}

// holds is what a message can carry.
var holds = format.Capabilities{
	Reads: format.Reads{Media: func(m *conv.Media) bool {
		_, ok := media.Base64(m.Data)
		return ok || m.Data == ""
	}},
	User:       format.TextBlock | format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock,
	Assistant:  format.TextBlock | format.ImageBlock | format.AudioBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock | format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock,
	System:     format.TextBlock,
	Image:      sources,
	Audio:      sources,
	Video:      sources,
	Document:   sources | format.TextSource,
	Features: format.Developer | format.SystemPrompt | format.DocumentID | format.MessageID | format.SpeakerName | format.Origin | format.Models |
		format.ResponseIDs | format.Usages | format.UsageTotals | format.StopReasons | format.ErrorFlags | format.ToolNames |
		format.PrivateDetails | format.Refusals | format.RedactedThinking | format.ArgumentSpaces | format.BrokenArguments | format.BlockOrder,
	Required: format.ToolNames,
}

const sources = format.DataSource | format.URLSource | format.FileSource | format.MediaName | format.MediaDetail | format.MediaType

// rules are those of the servers that LangChain calls: nothing in it mends a history.
var rules = format.Rules{AnswerCalls: true, OpenLast: true, OrderResults: true}

// hintForm is a hint on the conversation: flat, or the path of the classes of a dump.
const hintForm = "~form"

// hintState is a hint on the conversation: its messages are all that is in an object.
const hintState = "~state"

// hintWritten is a hint on an answer: its calls in the words of OpenAI.
const hintWritten = "~tool_calls"

// states are the fields in which LangGraph keeps the values of a state, or of a checkpoint.
var states = []string{"values", "channel_values"}

// isLine reports whether the values are messages. One alone may be the first of several
// that come line by line, so it is not taken for a conversation.
func isLine(p *format.Probe) bool { return isMessage(p, "") && !p.Has("kwargs.messages") }

// isMessage reports whether there are messages at a path, or values that were dumped.
func isMessage(p *format.Probe, at string) bool {
	return p.Shows(
		at+"lc is number & "+at+"type", at+"data.content & "+at+"type = "+types,
		at+"additional_kwargs & "+at+"type & no "+at+"blocks", at+"type = ai|human & "+at+"content & no "+at+"role",
	)
}

// types are those of messages.
const types = "human|ai|system|tool|function|chat|developer|remove|*MessageChunk"

// shows reports whether there are messages at one of the places where they can stand.
func shows(p *format.Probe) bool {
	places := []string{
		"", "[].", "[][].", "messages[].", "output.", "inputs.messages[].", "inputs.messages[][].", "values.messages[].",
		"channel_values.messages[].", "outputs.messages[].", "outputs.output.", "outputs.generations[][].message.",
	}
	return slices.ContainsFunc(places, func(at string) bool { return isMessage(p, at) })
}

// isRun reports whether a run comes next.
func isRun(c *rawjson.Cursor) bool {
	return c.Kind() == rawjson.Object && c.Ahead("inputs") >= 0 && (c.Ahead("outputs") >= 0 || c.Ahead("run_type") >= 0)
}
