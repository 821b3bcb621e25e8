// Package tau reads and writes the messages of Tau's Python layer: as a list,
// as an object that has one, and as its session files, JSON Lines of entries
// that name the one before them.
//
// The rule of the room: a list of images in one block becomes a block for
// each, and a list again; a message of several tool results becomes as many
// messages of one group. What never goes to a model (metadata, terminate,
// kind, custom entries) has its own place in the neutral message. Members
// that a message has for want of anything to say are hints, keys that begin
// with ~: ~signature, where it was said to be empty; ~-error, where it was
// not said at all. A member of an entry beside its message is residue as
// "entry.KEY", and of a message that begins with a tool result as
// "message.KEY".
//
// The facts are those of the specification of the message layer and of Tau's
// public sources.
package tau

import (
	"convo/conv"
	"convo/conv/session"
)

const family = "tau"

// Formats is the messages of Tau, in any of their three files.
func Formats() []conv.Format {
	return []conv.Format{{
		Name:     "tau",
		Family:   family,
		About:    "Tau messages and session file",
		Unit:     conv.SessionUnit,
		Holds:    holds,
		Detect:   detect,
		Decode:   decode,
		Branches: branches,
		Write:    write,
	}}
}

var holds = conv.Holds{
	User:       conv.TextBlock | mediaBlocks | conv.DocumentBlock,
	Assistant:  conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock,
	ToolResult: conv.TextBlock | mediaBlocks,
	System:     conv.TextBlock,
	Image:      conv.DataSource | conv.URLSource,
	Audio:      conv.DataSource,
	Video:      conv.DataSource,
	Document:   conv.DataSource,
	Features: conv.SystemPrompt | conv.MessageID | conv.Timestamps | conv.Milliseconds | conv.Groups |
		conv.Usages | conv.Costs | conv.StopReasons | conv.ErrorMessages | conv.ErrorFlags | conv.ToolNames |
		conv.PrivateDetails | conv.CallKinds | conv.BlockOrder | conv.CustomMessages |
		conv.Summaries | conv.DocumentID | conv.DocumentTitle | conv.LocalFiles,
	Demands:   conv.MessageID,
	StopWords: stops,
}

const mediaBlocks = conv.ImageBlock | conv.AudioBlock | conv.VideoBlock

// detect knows messages by their contents, in the plural, and a session by
// its header, whose time is a number.
func detect(p *conv.Probe) conv.Grade {
	return conv.OwnIf(p.Form != conv.FormEvents && p.Shows(
		"[].contents & [].role", "messages[].contents & messages[].role",
		"type = session & message.contents", "type = session & parent_id", "type = session & parent_session",
		"type = session & timestamp is number & cwd",
	))
}

// The hints, and the keys of what Tau passes over.
const (
	hintForm      = "~form"      // array or object: the file is no session
	hintSystem    = "~system"    // the message that the system prompt was, or its entry
	hintTime      = "~timestamp" // the time as it was written
	hintEntryTime = "~entry.timestamp"
	hintID        = "~id"        // the message's own id, beside its entry's
	hintUntimed   = "~untimed"   // the message has no time of its own
	hintList      = "~list"      // media of the same list as the block before
	hintData      = "~data"      // media as they were written
	hintKey       = "~key"       // the name of the list
	hintCommand   = "~execution" // the command that the text tells of
	hintWire      = "~wire"      // the role of a message that does not look it
	hintForeign   = "~foreign"   // custom content in a spelling of ours

	keyParts    = "convo_parts"    // ids and times of what became one message
	keyContents = "convo_contents" // the contents of a result that is more than a text
	keyType     = "mime_type"      // that the bytes do not tell
)

const (
	entryPrefix   = "entry."
	messagePrefix = "message."
)

// madeID begins the ids that are made up for entries that have none.
const madeID = "convo-"

// layout is the fields of a session's header and of every entry.
var layout = &session.Layout{
	Family:  family,
	Header:  "session",
	Version: "3",
	NoID:    "convo",
	HeaderFields: []session.HeaderField{
		{Key: "timestamp", Unknown: seconds(0)},
		{Key: "cwd", Unknown: `""`},
		{Key: "parent_session"},
	},
	OtherHeaderField: func(r *conv.Reader, c *conv.Conversation, key string) { r.Keep(&c.Node, key) },
	ID:               "id",
	Parent:           "parent_id",
	Time:             "timestamp",
	TimeHint:         hintEntryTime,
	Refs:             []string{"first_kept_entry_id", "from_id", "target_id"},
	Leaf:             "leaf",
	Target:           "target_id",
	Title:            "session_info",
	TitleIn:          "name",
	MadeID:           madeID,
	Silent:           []string{"model_change", "thinking_level_change", "label"},
	Milliseconds:     timeOf,
	Literal:          seconds,
}
