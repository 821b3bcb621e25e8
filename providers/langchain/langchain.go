// Package langchain reads messages of LangChain, in each way in which its libraries
// keep them: dumps, message_to_dict, model_dump, the state of a graph, a run of
// LangSmith. Libraries for Python and for JavaScript spell some fields in two ways.
//
//	[{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"…","tool_calls":[…]}},
//	 {"type":"tool","data":{"content":"14:20","tool_call_id":"c1","status":"success"}},
//	 {"type":"ai","content":"At 14:20.","additional_kwargs":{},"response_metadata":{…},"usage_metadata":{…}}]
//
// The rule of the room: an answer may say a call up to three times: as a call, in the
// words of the vendor, and as a block of its content. It is one call, by its id.
//
// The facts are those of the public sources of langchain-core and of LangSmith.
package langchain

import (
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

const family = "langchain"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats are the messages in one value, and those with a line each. They are only read.
func Formats() []format.Format {
	return []format.Format{
		{
			Name:   family,
			Family: family,
			About:  "LangChain messages, LangSmith runs",
			Detect: func(p *format.Probe) format.Grade {
				return format.OwnIf(p.IsJSON() && !isLine(p) && shows(p))
			},
			Decode: decode,
		},
		{
			Name:   family + "-lines",
			Family: family,
			About:  "LangChain messages, one a line",
			Unit:   format.SessionUnit,
			Detect: func(p *format.Probe) format.Grade {
				return format.OwnIf(p.IsJSON() && isLine(p))
			},
			Decode: decodeLines,
		},
	}
}

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

func shows(p *format.Probe) bool {
	for _, at := range []string{"", "[].", "[][].", "messages[].", "output.", "inputs.messages[].", "inputs.messages[][].", "outputs.messages[].", "outputs.output.", "outputs.generations[][].message."} {
		if isMessage(p, at) {
			return true
		}
	}
	return false
}

// isRun reports whether a run comes next.
func isRun(c *rawjson.Cursor) bool {
	return c.Kind() == rawjson.Object && c.Ahead("inputs") >= 0 && (c.Ahead("outputs") >= 0 || c.Ahead("run_type") >= 0)
}
