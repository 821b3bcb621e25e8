package pisession

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/providers/internal/protocol"
)

// lintRules are what pi demands of a session that it goes on with.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "", chainRules(), answerRules())
}

// chainRules are about entries and the entries before them.
func chainRules() []lint.Rule {
	const source = "pi, session-manager: buildSessionContext follows parentId from the last entry"
	return []lint.Rule{
		{
			ID: "missing-parent", Severity: note.Warning, Note: lint.Noted(note.CodeBranch, note.Recovered),
			Title:   "every entry follows an entry of the file",
			Explain: "pi goes back from the last entry, and sends nothing from before an entry that is missing.",
			Source:  source,
			Fix:     "convo transform -t pi-session links the entries in their order",
		},
		{
			ID: "circular-parent", Severity: note.Error, Note: lint.Noted(note.CodeBranch, note.Dropped),
			Title:   "no entry follows itself",
			Explain: "pi goes back from the last entry, and never comes to the first.",
			Source:  source,
			Fix:     "convo transform -t pi-session links the entries in their order",
		},
		{
			ID: "duplicate-id", Severity: note.Warning, Note: lint.Noted(note.CodeID, note.Dropped),
			Title:   "all entries have different ids",
			Explain: "Of two entries with one id, pi finds only the last.",
			Source:  source,
			Fix:     "convo transform -t pi-session gives each entry an id of its own",
		},
		{
			ID: "no-directory", Severity: note.Warning, Check: noDirectory,
			Title:   "the header names the working directory, from the root",
			Explain: "pi goes on in this directory, and lists a session under it.",
			Source:  "pi, session-manager: the header's cwd",
			Fix:     "add cwd to the header",
		},
	}
}

// answerRules are about what pi sends of an answer.
func answerRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "missing-field", Severity: note.Warning, Check: missingFields,
			Title:   "answers and results have the fields that pi always writes",
			Explain: "An answer has api, provider, model, usage, stopReason and timestamp, a result toolName and isError. Without them pi takes an answer for that of another model, and drops its signatures.",
			Source:  "pi-ai, types: AssistantMessage, ToolResultMessage; transformMessages",
			Fix:     "add the fields",
		},
		{
			ID: "foreign-signature", Severity: note.Error, Check: foreignSignatures, Covers: "convo/foreign-signature",
			Title:   "the API of an answer issued its signatures",
			Explain: "pi gives a signature back to the same API as it stands. A Responses API gets it as JSON, and pi ends with an error if it is not.",
			Source:  "pi-ai, openai-responses-shared: JSON.parse(block.thinkingSignature)",
			Fix:     "convo transform -t pi-session spells it for the API, or drops it",
		},
	}
}

func noDirectory(s *lint.Subject) {
	if s.Session == nil || !strings.HasPrefix(s.Session.Cwd, "/") && !strings.Contains(s.Session.Cwd, `:\`) {
		s.Reportf(&s.Node, "the header does not name a working directory from the root")
	}
}

func missingFields(s *lint.Subject) {
	for _, m := range s.Messages {
		if n := &conv.MetaOf(m).Node; n.Extensions.Get(family, extension.Partial) != "" {
			s.Reportf(n, "this message lacks a field that pi always writes")
		}
	}
}

func foreignSignatures(s *lint.Subject) {
	for _, m := range s.Messages {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		api := string(a.Protocol)
		vendor := vendorOf(api)
		for _, b := range a.Content {
			signature := lint.SignatureOf(b)
			switch by := protocol.Signer(signature); {
			case vendor == "" || signature == "":
			case by != "" && by != vendor:
				s.Reportf(conv.NodeOf(b), "%s signed this %s, but the API of the answer is %s", by, b.BlockType(), api)
			case b.BlockType() == "thinking" && strings.Contains(api, "responses") && !strings.HasPrefix(signature, "{"):
				s.Reportf(conv.NodeOf(b), "this signature is not the JSON that %s wants", api)
			}
		}
	}
}
