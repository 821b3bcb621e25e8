// Package pisession reads and writes the session files of pi's coding agent:
// JSON Lines, a header and then entries. Each entry names its parent, so a
// session is a tree.
//
// The rule of the room: an entry is a message. Entries that a model sees are
// messages of the model, or summaries. All others (changes of model, labels,
// the state of extensions, unknown entries) are custom messages: the type is
// "pi-session." and the entry's type, and the data are the entry's fields.
// Fields of an entry that are not in its message are residue of the message as
// "entry.KEY". Keys that begin with ~ are hints on how the file spelled
// something.
//
// The facts are those of pi's documentation of its session format and of its
// public sources.
package pisession

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/session"
)

const family = "pi-session"

// Formats is the session file.
func Formats() []format.Format {
	return []format.Format{{
		Name:         "pi-session",
		Family:       family,
		About:        "session file of the coding agent pi",
		Unit:         format.SessionUnit,
		Capabilities: holds(),
		Detect:       detect,
		Rules:        format.Rules{OpenLast: true},
		Lint:         lintRules,
		Decode:       decode,
		Branches:     branches,
		Complete:     stamp,
		BranchSizes:  weigh,
		Reduce:       reduce,
		Agent:        theAgent,
		Write:        write,
	}}
}

// holds is what pi loads: the messages of a model, four types of block, media
// as data, summaries, and pi's own entries. pi ignores all other fields.
func holds() format.Capabilities {
	return format.Capabilities{
		User:       format.TextBlock | format.ImageBlock,
		Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
		ToolResult: format.TextBlock | format.ImageBlock,
		Image:      format.DataSource | format.MediaName | format.MediaDetail,
		Features:   format.DialectFeatures | format.CustomMessages | format.Summaries | format.BranchSummaries | format.Trees | format.Sessions,
		Params:     format.AllParams,
		Required:   format.Usages | format.Costs | format.StopReasons | format.ToolNames | format.MessageID,
	}
}

// detect recognizes a session by its header, whose time is a string.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.Form != format.FormEvents && p.Shows("type = session & cwd & timestamp is string", "type = session & version & timestamp is string"))
}

// dialect is the spelling of messages. Some writers leave out fields that pi
// always writes.
func dialect(filled bool) conv.Dialect {
	return conv.Dialect{Family: family, API: true, Filled: filled, ByTime: true}
}

// madeID prefixes the ids that we make up for entries without one.
const madeID = "convo-"

// layout names the fields of the header and of every entry.
var layout = &session.Layout{
	Family:  family,
	Header:  "session",
	Slot:    "title",
	Version: "3",
	NoID:    "00000000-0000-0000-0000-000000000000",
	HeaderFields: []session.HeaderField{
		{Key: "timestamp", Unknown: `"1970-01-01T00:00:00.000Z"`, Read: readStarted, Said: started},
		{Key: "cwd", Unknown: `""`, Read: readCwd, Said: cwd},
		{Key: "parentSession"},
		{Key: "title"},
		{Key: "titleSource"},
	},
	OtherHeaderField: func(r *conv.Reader, c *conv.Conversation, key string) { conv.Native.ReadHeadMember(r, c, key) },
	ID:               "id",
	Parent:           "parentId",
	Time:             "timestamp",
	TimeHint:         "~timestamp",
	Refs:             []string{"firstKeptEntryId", "fromId", "targetId"},
	Title:            "session_info",
	TitleIn:          "name",
	MadeID:           madeID,
	Silent:           []string{"model_change", "thinking_level_change", "label"},
	Milliseconds:     session.ISOMilliseconds,
	Literal:          session.ISOLiteral,
	Outline:          outline,
	Inside:           inside,
	Last:             "message",
	Entry:            func(s *session.Chain, m conv.Message) { writer{s}.message(m) },
}

// The hints.
const (
	hintUntimed = "~untimed" // the message has no time of its own
	hintCommand = "~bash"    // the command that the text shows
	hintOther   = "~message" // the message of another role that pi sends as the user's
)

// entryPrefix is the prefix of the keys of an entry's own fields.
const entryPrefix = "entry."
