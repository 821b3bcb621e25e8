package codex

import (
	"path"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/session"
)

// lintRules are what codex resume demands of a session.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "", lineRules(), resumeRules())
}

// lineRules are about the lines of a file.
func lineRules() []lint.Rule {
	const source = "codex-rs, rollout: what a line must have"
	return []lint.Rule{
		{
			ID: "broken-line", Severity: note.Error, Note: lint.Noted(note.CodeHistory, note.Dropped),
			Title:   "the program can read every line",
			Explain: "The program silently skips a line that it cannot read, so the model does not see its content.",
			Source:  source,
			Fix:     "convo transform -t codex writes what can be read",
		},
		{
			ID: "numeric-time", Severity: note.Error, Check: numericTimes,
			Title:   "the time of each line is a string",
			Explain: "The program skips a line whose timestamp is a number.",
			Source:  "issue casr 16",
			Fix:     "write the time in RFC 3339, as a string",
		},
	}
}

// resumeRules are about what the program looks for before it goes on.
func resumeRules() []lint.Rule {
	const source = "codex resume, tried with the program"
	return []lint.Rule{
		{
			ID: "missing-head", Severity: note.Error, Check: missingHead,
			Title:   "the first line is session_meta",
			Explain: "The program takes the id and the directory from the first line, and does not resume a file without it.",
			Source:  source,
			Fix:     "convo transform --drop meta, then convo transform -t codex, writes one",
		},
		{
			ID: "invalid-session-id", Severity: note.Error, Check: sessionID,
			Title:   "the session has a UUID",
			Explain: "codex resume takes no other id, and the name of the file ends in it.",
			Source:  source,
			Fix:     "convo transform --drop meta, then convo transform -t codex, gives it one",
		},
		{
			ID: "no-prompt", Severity: note.Warning, Check: noPrompt,
			Title:   "an event has what a user typed",
			Explain: "The program lists a session only if a line user_message is near its beginning.",
			Source:  "issues openai/codex 20165 and 21619",
			Fix:     "convo transform -t codex writes the events of a session that convo wrote",
		},
		{
			ID: "no-directory", Severity: note.Warning, Check: noDirectory,
			Title:   "the session names its directory, from the root",
			Explain: "The program lists the sessions of the directory in which it runs.",
			Source:  source,
			Fix:     "set cwd in the first line",
		},
	}
}

// numericTimes reports lines whose time is a number.
func numericTimes(s *lint.Subject) {
	for _, m := range s.Messages {
		meta := conv.MetaOf(m)
		for pair := range meta.Extensions.Get(family, hintLines).Elements {
			if at := pair.Lookup("0.timestamp"); at != "" && at[0] != '"' {
				s.Reportf(&meta.Node, "the time of the line is not a string")
				break
			}
		}
	}
}

func missingHead(s *lint.Subject) {
	if s.Extensions.Get(family, hintForm) != "" {
		s.Reportf(&s.Node, "the first line is not session_meta")
	}
}

func sessionID(s *lint.Subject) {
	switch {
	case s.ID == "" && s.Extensions.Get(family, hintForm) != "", session.IsUUID(s.ID):
	case s.ID == "":
		s.Reportf(&s.Node, "the session has no id")
	default:
		s.Reportf(&s.Node, "the id of the session is not a UUID in lower case")
	}
}

// noPrompt looks for what a user typed. A conversation that is written gets the
// event.
func noPrompt(s *lint.Subject) {
	if !slices.ContainsFunc(s.Messages, isTyped) {
		s.Reportf(&s.Node, "no person typed a message")
	}
}

func noDirectory(s *lint.Subject) {
	switch x := s.Session; {
	case x == nil || x.Cwd == "":
		s.Reportf(&s.Node, "the session names no directory")
	case !path.IsAbs(x.Cwd) && !strings.Contains(x.Cwd, `:\`):
		s.Reportf(&s.Node, "the directory does not begin at the root")
	}
}
