// Package claudecode reads and writes the session files of Claude Code: JSON
// Lines, of which those with a uuid name the line before them.
//
// The rule of the room: a line is a message, and an answer of the API is one
// message although each of its blocks has a line. All else (progress, state of
// the program, injected context) is a custom message: the type is "claude-code."
// and the line's type, and the data are the line's own fields. A message keeps
// the rest of its lines as residue "line" or "lines": the fields in their order,
// with 0 in place of what the message says itself.
//
// The facts were counted in real files and checked with the program itself.
package claudecode

import (
	"convo/conv/format"
	"convo/conv/session"
	"convo/providers/anthropic"
)

const (
	family = "claude-code"
	prefix = family + "."
)

// Formats are the session file, and what the program shows of a session elsewhere.
func Formats() []format.Format {
	host := anthropic.Formats()[0]
	return append([]format.Format{{
		Name:         family,
		Family:       host.Family,
		About:        "session file of Claude Code",
		Unit:         format.SessionUnit,
		Capabilities: holds(host.Capabilities),
		Detect:       detect,
		Complete:     session.Complete,
		Decode:       decode,
		Branches:     format.EachBranch(decode),
		Helpers:      helpers,
		Sidecar:      beside, ReadSidecar: takeBeside,
		SkipFile:  isAside,
		Rules:     rules(host.Rules),
		Lint:      lintRules,
		Reduce:    reduce,
		Agent:     agent,
		Separator: "\n",
		Write:     write,
	}}, shownFormats()...)
}

// holds is what a request of the API holds, and what answers and sessions have.
func holds(h format.Capabilities) format.Capabilities {
	answers := anthropic.Formats()[1].Capabilities
	h.GuestFamily = family
	h.Params = 0
	h.System = 0
	h.Protocol = anthropic.Wire
	h.StopWords = answers.StopWords
	h.Features &^= format.SystemPrompt | format.Tools | format.StrictTools | format.Groups | format.ArgumentSpaces
	h.Features |= format.MessageID | format.Timestamps | format.Milliseconds | format.Models | format.ResponseIDs | format.Usages |
		format.StopReasons | format.ErrorMessages | format.PrivateDetails | format.Summaries | format.DocumentTitle |
		format.DocumentID | format.Trees | format.Sessions
	h.Required = format.MessageID
	return h
}

// detect recognizes lines of a session by the session's id next to a message, or
// next to what only this program records. People also pass on the messages alone.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"sessionId & message.content & type = user|assistant",
		"sessionId & uuid & type = system|progress|attachment & isSidechain & userType",
		"sessionId & leafUuid",
		"sessionId & type = queue-operation|permission-mode|mode|worktree-state|agent-name|custom-title|ai-title|pr-link",
		"type = user|assistant & message.role & message.content & no session_id",
		"type = file-history-snapshot & snapshot",
		"type = summary & leafUuid",
	))
}
