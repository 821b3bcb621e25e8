// Package codex reads and writes the rollouts of the coding agent Codex: JSON
// Lines, each with a time, a type and a payload. The history of the model is the
// lines of the type response_item, which carry items of the Responses API.
//
// The rule of the room: it reads what stands around items, and
// [openairesponses.Thread] reads the items. Lines that repeat an item for the
// screen, settings and counts are hints: they stay with the message before
// them, and no model sees them. Lines of unknown types are custom messages: the
// type is "codex." and the type of the line, the data are the line. Keys that
// begin with ~ are hints on how the file spelled something.
//
// The facts are those of the public sources of Codex (codex-rs/protocol,
// codex-rs/rollout) and of files that its versions 0.2 to 0.169 wrote.
package codex

import (
	"convo/conv/format"
	"convo/conv/session"
	"convo/providers/openairesponses"
)

const family = "codex"

// Formats is the rollout, and the output of a run.
func Formats() []format.Format {
	host := openairesponses.Formats()[0]
	return []format.Format{{
		Name:         family,
		Family:       host.Family,
		About:        "session file (rollout) of the coding agent Codex",
		Unit:         format.SessionUnit,
		Capabilities: holds(host.Capabilities),
		Detect:       detect,
		Complete:     session.Complete,
		Decode:       decode,
		Branches:     format.EachBranch(decode),
		Rules:        format.Rules{CallIDs: host.Rules.CallIDs},
		Lint:         lintRules,
		Reduce:       reduce,
		Agent:        agent,
		Write:        write,
	}, execFormat()}
}

// holds is what Codex loads: the items of a request without its parameters and
// tools, and what the lines around the items say.
func holds(h format.Capabilities) format.Capabilities {
	h.GuestFamily = family
	h.Params = 0
	h.RefusedField = ""
	h.Features = h.Features&^(format.Tools|format.StrictTools) | format.MessageID | format.Timestamps | format.Milliseconds | format.DocumentID | format.DocumentTitle |
		format.Origin | format.Models | format.Usages | format.ErrorFlags | format.Summaries | format.Trees | format.Sessions
	return h
}

// detect recognizes the lines of every age, and the document that the first
// versions wrote.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"payload & timestamp & type = session_meta|turn_context|response_item|event_msg|compacted|world_state|inter_agent_communication",
		"record_type = state",
		"id & timestamp & instructions & no messages & no input",
		"session.id & session.timestamp & items is array",
	))
}

// The hints.
const (
	hintMeta   = "~meta"   // on the conversation: the first line of type session_meta, or an older head
	hintForm   = "~form"   // on the conversation: document, headless
	hintFirst  = "~first"  // on the conversation: lines before the first item
	hintPrompt = "~prompt" // on the conversation: the prompt is an item among the first lines
	hintLines  = "~lines"  // on a message: its lines without their payload
	hintAfter  = "~after"  // on a message: the lines after each of its items
	hintEvent  = "~event"  // on a user message: the event that says it, where no item does
	hintUnsaid = "~unsaid" // on a compaction: only its history has the summary
	hintOutput = "~output" // on a result: its output, which is an object
)

// keyEvents, on a message or the conversation, is the types of the lines after it
// that say what no message does. The lines themselves are in hints.
const keyEvents = "events"

// madeThread prefixes the ids that we make up for a conversation without one.
const madeThread = "c0de0000-0000-4000-8000-"

// madeTurn prefixes the ids of turns that we write.
const madeTurn = "c0de0000-0000-4000-8001-"

// originator says in the head that we wrote the file.
const originator = "convo"

// noVersion stands for the unknown version of the program.
const noVersion = "0.0.0"
