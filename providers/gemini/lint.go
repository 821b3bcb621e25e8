package gemini

import (
	"slices"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
	"convo/providers/internal/protocol"
)

// lintRules are the rules that the API's servers enforce on a request.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "G", callRules(), contentRules(), lint.ShapeRules(
		shape.WrongKind, shape.Missing, shape.WrongWord, shape.Unknown, shape.OutOfBounds))
}

const (
	sdk = "the types of google.golang.org/genai"
)

// callRules are about tool calls, their results and the tools.
func callRules() []lint.Rule {
	return []lint.Rule{
		lint.UnansweredCalls("issues langchain 27799, gemini-cli 4217"),
		lint.OrphanResults("issue langchain 27799"),
		lint.InvalidToolNames("Letters, digits, _, -, . and :, at most 128. The first is a letter or _.", sdk),
		{
			ID: "unordered-results", Was: "016", Severity: note.Warning, Check: shuffledResults,
			Title:   "results are in the order of their calls",
			Explain: "Calls need no ids. Without ids, only the order matches results to calls.",
			Source:  "issues gemini-cli 4217, vscode 299295",
			Fix:     lint.Adapts,
		},
		{
			ID: "call-first", Was: "017", Severity: note.Error, Check: callsFirst,
			Title:   "an answer with calls comes after a user message or results",
			Explain: "A function call turn must come right after a user turn or a function response turn.",
			Source:  "issues gemini-cli 11814 and 26486",
			Fix:     lint.Adapts,
		},
		{
			ID: "unsigned-call", Was: "019", Severity: note.Error, Check: unsignedCalls,
			Title:   "the first call of an answer has a thought signature",
			Explain: "Gemini 3 refuses a function call of the current turn without its thought signature.",
			Source:  "issues dify-plugins 2088, ironclaw 1510; Gemini API, thought signatures",
			Fix:     lint.Adapts,
		},
		lint.MisnamedResults(sdk + "; issues gemini-cli 4217, vscode 299295"),
	}
}

// contentRules are about messages, media and the request.
func contentRules() []lint.Rule {
	return []lint.Rule{
		lint.EmptyMessages("Gemini API: contents.parts must not be empty"),
		lint.AnswerLast("The model cannot continue an answer that it did not begin.", "issue crewAI 6973"),
		lint.NoMessages("The servers refuse a request that has nothing but a system prompt.", sdk),
		{
			ID: "too-many-stops", Was: "018", Severity: note.Error, Check: manyStops,
			Title:   "there are at most five stop sequences",
			Explain: "The servers refuse a sixth.",
			Source:  sdk,
			Fix:     lint.Adapts,
		},
		{
			ID: "broken-signature", Was: "023", Severity: note.Error, Check: brokenSignatures,
			Title:   "a thought signature is base64",
			Explain: "The field holds bytes. The servers refuse what they cannot decode.",
			Source:  sdk,
			Fix:     lint.Adapts,
		},
		{
			ID: "untyped-media", Was: "024", Severity: note.Error, Check: untypedMedia,
			Title:   "media have a MIME type",
			Explain: "The servers do not read the type from the data.",
			Source:  sdk,
			Fix:     "add the type",
		},
	}
}

// shuffledResults finds results that are not in the order of their calls.
func shuffledResults(s *lint.Subject) {
	if !s.Rules.OrderResults {
		return
	}
	for i, m := range s.History {
		if a, ok := m.(*conv.AssistantMessage); ok {
			shuffledTurn(s, a, lint.Results(s.History[i+1:]))
		}
	}
}

// shuffledTurn reports the first result of a turn that is out of order.
func shuffledTurn(s *lint.Subject, a *conv.AssistantMessage, results []*conv.ToolResultMessage) {
	asked, there := lint.CallIDs(a), map[string]bool{}
	for _, r := range results {
		there[r.ToolCallID] = true
	}
	k := 0
	for _, b := range a.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok || !there[t.ID] || k >= len(results) {
			continue
		}
		if r := results[k]; r.ToolCallID != t.ID && asked[r.ToolCallID] {
			s.Reportf(&r.Node, "the result of call %s is in the place of the result of call %s", lint.Quoted(r.ToolCallID), lint.Quoted(t.ID))
			return
		}
		k++
	}
}

// callsFirst finds an answer with calls at the beginning.
func callsFirst(s *lint.Subject) {
	if !s.Rules.CallsBehindUser || len(s.History) == 0 {
		return
	}
	if a, ok := s.History[0].(*conv.AssistantMessage); ok && slices.ContainsFunc(a.Content, lint.IsCall) {
		s.Reportf(&a.Node, "the history begins with an answer that calls a tool")
	}
}

// unsignedCalls finds the first calls of the current turn's answers that have
// no signature.
func unsignedCalls(s *lint.Subject) {
	if s.Rules.UnsignedCall == "" || s.Target == nil || s.Target.Model == "" {
		return
	}
	for _, m := range slices.Backward(s.History) {
		switch m := m.(type) {
		case *conv.UserMessage:
			return
		case *conv.AssistantMessage:
			if i := slices.IndexFunc(m.Content, lint.IsCall); i >= 0 {
				if t := m.Content[i].(*conv.ToolCall); t.ThoughtSignature == "" {
					s.Reportf(&t.Node, "the call of %s has no thought signature", lint.Quoted(t.Name))
				}
			}
		}
	}
}

// manyStops finds more stop sequences than the servers take.
func manyStops(s *lint.Subject) {
	if q := s.Request; s.Rules.MaxStops > 0 && q != nil && len(q.Stop) > s.Rules.MaxStops {
		s.Reportf(&q.Node, "%d stop sequences, more than %d", len(q.Stop), s.Rules.MaxStops)
	}
}

// brokenSignatures finds signatures that do not decode.
func brokenSignatures(s *lint.Subject) {
	lint.EachBlock(s.Conversation, func(_ conv.Message, b conv.Block) {
		if signature := lint.SignatureOf(b); signature != "" && !protocol.IsBase64(signature) {
			s.Reportf(conv.NodeOf(b), "the signature of this %s is not base64", b.BlockType())
		}
	})
}

// untypedMedia finds data without a MIME type.
func untypedMedia(s *lint.Subject) {
	lint.EachBlock(s.Conversation, func(_ conv.Message, b conv.Block) {
		if m := conv.MediaOf(b); m != nil && m.Data != "" && m.MIMEType == "" {
			s.Reportf(&m.Node, "this %s has no MIME type", b.BlockType())
		}
	})
}
