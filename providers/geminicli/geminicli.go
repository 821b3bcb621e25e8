// Package geminicli reads and writes the sessions of the coding agent Gemini
// CLI: JSON Lines, or one document as versions up to 0.39 wrote it.
//
// The rule of the room: it reads what stands around contents, and
// [gemini.Thread] reads their parts. A file is a log. A message whose id was
// there replaces the earlier one, {"$set":{"messages":[…]}} replaces all of
// them, and {"$rewindTo":ID} removes one and those after it. The conversation is
// what the log amounts to; what was removed is excluded. A result that stands
// both with its call and in a message of its own is read once. The log itself is
// a hint, with references to what the messages say, and is written back as long
// as it says the same.
//
// The facts are those of the program's public sources (chatRecordingService.ts,
// sessionUtils.ts) and of files that its versions up to 0.61 wrote.
package geminicli

import (
	"convo/conv/format"
	"convo/conv/session"
	"convo/providers/gemini"
)

const family = "gemini-cli"

// Formats is the session.
func Formats() []format.Format {
	host := gemini.Formats()[0]
	return []format.Format{{
		Name:         family,
		Family:       host.Family,
		About:        "session of the coding agent Gemini CLI",
		Unit:         format.SessionUnit,
		Capabilities: holds(host.Capabilities),
		History:      format.SentHistory, // the program sends all that a session has
		Rules:        format.Rules{CallIDs: host.Rules.CallIDs},
		Lint:         lintRules,
		Detect:       detect,
		Complete:     session.Complete,
		Decode:       decode,
		Branches:     format.EachBranch(decode),
		Reduce:       reduce,
		Agent:        agent,
		Write:        write,
	}}
}

// holds is what the program loads: the contents of a request without its
// parameters, tools and prompt, and what the messages say around them.
func holds(h format.Capabilities) format.Capabilities {
	h.GuestFamily = family
	h.Params = 0
	h.Features = h.Features&^(format.Tools|format.StrictTools|format.SystemPrompt|format.Groups) |
		format.MessageID | format.Timestamps | format.Milliseconds | format.DocumentID | format.DocumentTitle | format.Models |
		format.Usages | format.UsageTotals | format.Trees | format.Sessions
	h.Required |= format.MessageID
	return h
}

// detect recognizes the head of a session, its updates, and its messages alone.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"sessionId is string & projectHash is string", "$rewindTo is string", "$set is object", "messages[].type = gemini",
		"id & timestamp & type = gemini & content",
	))
}

// hintInput is the hint, on a usage, with a count of the input that cannot be.
const hintInput = "~input"

// hintLog is the hint, on the conversation, with the records of the file.
const hintLog = "~log"

// The ids that we make up begin with these.
const (
	madeMessage = "convo-"
	madeSession = "c0de0000-0000-4000-8000-"
)
