package geminicli

import (
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
)

// lintRules are what gemini --resume demands of a session.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "", lineRules(), resumeRules())
}

// lineRules are about the lines of a file.
func lineRules() []lint.Rule {
	const source = "gemini-cli, chatRecordingService.ts: how the lines are read"
	return []lint.Rule{
		{
			ID: "broken-line", Severity: note.Error, Note: lint.Noted(note.CodeHistory, note.Dropped),
			Title:   "every line is JSON",
			Explain: "The content of a broken line is lost. The last line is cut off if the program was killed while it wrote.",
			Source:  source,
			Fix:     "remove the line",
		},
		{
			ID: "unknown-rewind", Severity: note.Warning, Note: lint.Noted(note.CodeBranch, note.Dropped),
			Title:   "$rewindTo names a message of the session",
			Explain: "If the message is not there, the program removes all messages before the line.",
			Source:  source,
			Fix:     "correct the id, or remove the line",
		},
	}
}

// resumeRules are about what the program looks for before it goes on.
func resumeRules() []lint.Rule {
	const source = "gemini-cli, sessionUtils.ts: which sessions are listed"
	return []lint.Rule{
		{
			ID: "missing-head", Severity: note.Error, Check: missingHead,
			Title:   "a line has sessionId and projectHash",
			Explain: "The program does not read a file without its head as a session.",
			Source:  source,
			Fix:     "convo transform -t convo, then convo transform -t gemini-cli, writes one",
		},
		{
			ID: "no-prompt", Severity: note.Error, Check: noPrompt,
			Title:   "a user typed a prompt",
			Explain: "The program does not list a session that has only commands and notices.",
			Source:  source,
			Fix:     "convo prompt adds one",
		},
	}
}

func missingHead(s *lint.Subject) {
	if s.Session == nil || s.Session.Agent != family {
		return // a conversation that is written gets one
	}
	if s.Session.Extensions.Get(family, "projectHash") == "" && s.Session.Cwd == "" {
		s.Reportf(&s.Node, "no line has sessionId and projectHash")
	}
}

func noPrompt(s *lint.Subject) {
	for _, m := range s.Messages {
		if u, ok := m.(*conv.UserMessage); ok && !u.Injected {
			return
		}
	}
	s.Reportf(&s.Node, "no user typed a prompt")
}
