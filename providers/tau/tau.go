// Package tau reads and writes the messages of Tau's Python layer: as a list,
// as an object that has one, and as its session files, JSON Lines of entries
// that name the one before them.
//
// The rule of the room: a list of images in one block becomes one block for
// each image, and is written as a list again. A message of several tool results
// becomes several messages of one group. Metadata, terminate, kind and custom
// entries, which no model gets, have places of their own in the neutral model.
//
// Tau writes some fields even if they are empty. Hints, keys that begin with ~,
// keep how a file spelled them: ~-error is an error field that was absent. A
// field of an entry is residue of its message as "entry.KEY", and a field of a
// message that begins with a tool result as "message.KEY".
//
// The facts are those of the specification of the message layer and of Tau's
// public sources.
package tau

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/session"
)

const family = "tau"

// Formats is the format of Tau, which has three kinds of file, and messages one
// a line.
func Formats() []format.Format {
	return []format.Format{{
		Name:         "tau",
		Family:       family,
		About:        "Tau messages and session file",
		Unit:         format.SessionUnit,
		Capabilities: holds,
		Detect:       detect,
		Decode:       decode,
		Branches:     branches,
		Complete:     stampSession,
		BranchSizes:  weigh,
		Write:        write,
	}, linesFormat()}
}

const hasType format.OwnJSON = "type"

var holds = format.Capabilities{
	Reads:      format.Reads{Block: hasType, Answer: hasType, Result: hasType, Media: isReadable},
	User:       format.TextBlock | mediaBlocks | format.DocumentBlock,
	Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock | mediaBlocks,
	System:     format.TextBlock,
	Image:      format.DataSource | format.URLSource,
	Audio:      format.DataSource,
	Video:      format.DataSource,
	Document:   format.DataSource,
	Features: format.SystemPrompt | format.MessageID | format.Timestamps | format.Milliseconds | format.Groups |
		format.Usages | format.Costs | format.StopReasons | format.ErrorMessages | format.ErrorFlags | format.ToolNames |
		format.PrivateDetails | format.Terminates | format.CallKinds | format.BlockOrder | format.CustomMessages |
		format.Summaries | format.BranchSummaries | format.DocumentID | format.DocumentTitle | format.LocalFiles | format.Trees,
	Required:  format.MessageID,
	StopWords: stops,
}

const mediaBlocks = format.ImageBlock | format.AudioBlock | format.VideoBlock

// detect recognizes messages by the field contents, and a session by its
// header, whose time is a number.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.Form != format.FormEvents && p.Shows(
		"[].contents & [].role", "messages[].contents & messages[].role",
		"type = session & message.contents", "type = session & parent_id", "type = session & parent_session",
		"type = session & timestamp is number & cwd",
	))
}

// The hints, and the keys of convo that Tau ignores.
const (
	hintForm      = "~form"      // array or object, if the file is not a session
	hintSystem    = "~system"    // the message or the entry of the system prompt
	hintTime      = "~timestamp" // the time as it was written
	hintEntryTime = "~entry.timestamp"
	hintID        = "~id"        // the message's own id, if its entry has another
	hintUntimed   = "~untimed"   // the message has no time of its own
	hintList      = "~list"      // media of the same list as the block before
	hintData      = "~data"      // media as they were written
	hintKey       = "~key"       // the name of the list
	hintCommand   = "~execution" // the command that the text shows
	hintWire      = "~wire"      // the role, if the contents suggest another
	hintForeign   = "~foreign"   // custom content in the spelling of convo

	keyParts    = "convo_parts"    // ids and times of what became one message
	keyContents = "convo_contents" // the contents of a result, if they are more than one text
	keyType     = "mime_type"      // if the bytes do not show it
)

const (
	entryPrefix   = "entry."
	messagePrefix = "message."
)

// madeID prefixes the ids that we make up for entries without one.
const madeID = "convo-"

// layout names the fields of a session's header and of every entry.
var layout = &session.Layout{
	Family:  family,
	Header:  "session",
	Version: "3",
	NoID:    "convo",
	HeaderFields: []session.HeaderField{
		{Key: "timestamp", Unknown: "0.0"},
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

// isReadable reports whether Tau finds media in what is written of them.
func isReadable(m *conv.Media) bool {
	if m.Data == "" {
		return media.IsLocal(m.URL) || strings.HasPrefix(m.URL, "http")
	}
	return meant(m.Data) == m.Data
}
