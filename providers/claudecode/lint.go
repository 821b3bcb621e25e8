package claudecode

import (
	"path"
	"slices"
	"strings"

	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/session"
)

// rules are what the servers demand of the history that the program sends. The
// calls at the end are its own to answer.
func rules(host format.Rules) format.Rules {
	return format.Rules{CallIDs: host.CallIDs, AnswerCalls: true, OpenLast: true}
}

// lintRules are what claude --resume demands of a session.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "", callRules(), lineRules(), resumeRules())
}

// callRules are about calls and results: the program sends them as they stand.
func callRules() []lint.Rule {
	const source = "Messages API, to which the program sends the session"
	return []lint.Rule{
		lint.Because("The servers refuse a call whose result is missing or comes later. Only the calls of the last answer may be open.",
			lint.UnansweredCalls(source)),
		lint.OrphanResults(source),
		lint.InvalidCallIDs("Letters, digits, _ and -, at most 64.", source),
	}
}

// lineRules are about the lines of a file and their chain.
func lineRules() []lint.Rule {
	const counted = "session files of Claude Code: uuid and parentUuid of their lines"
	return []lint.Rule{
		{
			ID: "missing-parent", Severity: note.Warning, Note: lint.Noted(note.CodeBranch, note.Recovered),
			Title:   "every line follows a line of the file",
			Explain: "The program goes back from the last line by parentUuid, and sends nothing from before a line that is missing.",
			Source:  counted,
			Fix:     "let parentUuid name the line before it",
		},
		{
			ID: "circular-parent", Severity: note.Error, Note: lint.Noted(note.CodeBranch, note.Dropped),
			Title:   "no line follows itself",
			Explain: "The program goes back from the last line by parentUuid, and never comes to the first.",
			Source:  counted,
			Fix:     "correct parentUuid of the line",
		},
		{
			ID: "duplicate-id", Severity: note.Warning, Note: lint.Noted(note.CodeID, note.Kept),
			Title:   "all lines have different ids",
			Explain: "Of two lines with one uuid, only one is part of the chain. Copies of a session have such lines.",
			Source:  counted,
			Fix:     "remove the copy",
		},
		{
			ID: "broken-line", Severity: note.Error, Note: lint.Noted(note.CodeHistory, note.Dropped),
			Title:   "every line is JSON",
			Explain: "The content of a broken line is lost, and lines after it may have no parent. The last line is cut off if the program was killed while it wrote.",
			Source:  counted,
			Fix:     "remove the line, and let the next one follow the line before it",
		},
	}
}

// resumeRules are about what the program looks for before it goes on.
func resumeRules() []lint.Rule {
	const source = "reference of the command line of Claude Code: --resume, --session-id"
	return []lint.Rule{
		{
			ID: "invalid-session-id", Severity: note.Error, Check: sessionID,
			Title:   "the session has a UUID",
			Explain: "The id of a session is a UUID, and the name of its file is the id and .jsonl.",
			Source:  source,
			Fix:     "convo transform --drop meta, then convo transform -t claude-code, gives it one",
		},
		{
			ID: "no-prompt", Severity: note.Error, Check: noPrompt,
			Title:   "there is a prompt of the user",
			Explain: "The program does not list or find a session that has only its own notes.",
			Source:  "issues of anthropics/claude-code: No conversation found",
			Fix:     "convo prompt adds one",
		},
		{
			ID: "no-directory", Severity: note.Warning, Check: noDirectory,
			Title:   "the lines name the working directory, from the root",
			Explain: "The program looks for a session in the folder of the directory in which it runs.",
			Source:  source,
			Fix:     "add cwd to the lines",
		},
	}
}

func sessionID(s *lint.Subject) {
	id := s.ID
	if s.Session != nil && s.Session.Parent != nil {
		id = s.Session.Parent.Session
	}
	switch {
	case session.IsUUID(id):
	case id == "":
		s.Reportf(&s.Node, "the session has no id")
	default:
		s.Reportf(&s.Node, "the id of the session is not a UUID in lower case")
	}
}

func noPrompt(s *lint.Subject) {
	if !slices.ContainsFunc(s.Messages, isUser) {
		s.Reportf(&s.Node, "the session has no message from the user")
	}
}

func noDirectory(s *lint.Subject) {
	switch x := s.Session; {
	case x == nil || x.Cwd == "":
		s.Reportf(&s.Node, "no line names the working directory")
	case !path.IsAbs(x.Cwd) && !strings.Contains(x.Cwd, `:\`):
		s.Reportf(&x.Node, "the working directory does not begin at the root")
	}
}
