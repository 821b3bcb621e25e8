package agui

import (
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/shape"
)

// lintRules is the rules that agents and clients enforce.
func lintRules() []lint.Rule {
	return append(ownRules(), shapeRules()...)
}

// shapeRules is the rules of the shape. Unknown fields are warnings: the
// protocol allows them.
func shapeRules() []lint.Rule {
	all := lint.ShapeRules(family, "U", shape.WrongKind, shape.Missing, shape.WrongWord, shape.Unknown)
	for i := range all {
		if r := &all[i]; r.Flaw == shape.Unknown {
			r.Severity, r.Title = conv.Warning, "the protocol knows every field"
			r.Explain = "Agents and clients may ignore a field that the protocol does not have."
		}
	}
	return all
}

func ownRules() []lint.Rule {
	const core = "@ag-ui/core: results name their calls by id"
	return []lint.Rule{
		{
			ID: "ag-ui/unanswered-call", Was: "U001", Severity: conv.Error, Check: lint.UnansweredCalls, Covers: "convo/unanswered-call",
			Title:   "every tool call has its result right after its answer",
			Explain: "Agents send the history to a model, whose servers refuse a call without its result. The user interface may still answer the last calls.",
			Source:  "the rules named unanswered-call of the models' formats",
			Fix:     "convo transform --repair stub adds error results and moves late ones to their calls",
		},
		{
			ID: "ag-ui/orphan-result", Was: "U002", Severity: conv.Error, Check: lint.OrphanResults, Covers: "convo/orphan-result",
			Title:   "every tool result answers a call of the answer before it",
			Explain: "Agents send the history to a model, whose servers refuse a result of an earlier turn, or of no call.",
			Source:  "the rules named orphan-result of the models' formats",
			Fix:     "convo transform --repair drop removes such results",
		},
		{
			ID: "ag-ui/reused-call-id", Was: "U003", Severity: conv.Error, Check: lint.ReusedCallIDs, Covers: "convo/reused-call-id",
			Title:   "all tool calls of a history have different ids",
			Explain: "Clients and agents find a call by its id in the whole history.",
			Source:  core,
			Fix:     "convo transform --for MODEL does it",
		},
		{
			ID: "ag-ui/event-order", Was: "U036", Severity: conv.Error, Note: disorder,
			Title:   "events are in the order of the protocol",
			Explain: "A run starts and ends. What its events continue has started before, and everything ends before the run does. Clients refuse any other order.",
			Source:  "the protocol, events; verifyEvents of @ag-ui/client",
			Fix:     "convo transform -t ag-ui-events writes them in order",
		},
		{
			ID: "ag-ui/activity-to-agent", Was: "U041", Severity: conv.Info, Check: shownMessages,
			Title:   "an agent gets no messages that are only shown",
			Explain: "Activities are for people. Clients leave them out of the input of a run, and agents ignore them.",
			Source:  "the protocol, activity messages: frontend only",
			Fix:     "remove the message",
		},
	}
}

// disorder is the finding for an event that decoding noted as out of order.
func disorder(n *conv.Note) string {
	switch {
	case n.Code != conv.CodeOrder:
		return ""
	case n.Name == "":
		return n.What
	}
	return n.What + " " + lint.Quoted(n.Name)
}

// shownMessages are messages for people in the input of a run.
func shownMessages(s *lint.Subject) {
	if s.Extensions.Get(family, "runId") == "" {
		return
	}
	for _, m := range s.Messages {
		if c, ok := m.(*conv.CustomMessage); ok {
			s.Reportf(&c.Node, "no agent reads this message of type %s", lint.Quoted(c.CustomType))
		}
	}
}
