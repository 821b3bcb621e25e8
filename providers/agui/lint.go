package agui

import (
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
)

// lintRules is the rules that agents and clients enforce.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "U", ownRules(), shapeRules())
}

// shapeRules is the rules of the shape. Unknown fields are warnings: the
// protocol allows them.
func shapeRules() []lint.Rule {
	all := lint.ShapeRules(shape.WrongKind, shape.Missing, shape.WrongWord, shape.Unknown, shape.Strange)
	for i := range all {
		if r := &all[i]; r.Flaw == shape.Unknown {
			r.Severity, r.Title = note.Warning, "the protocol knows every field"
			r.Explain = "Agents and clients may ignore a field that the protocol does not have."
		}
	}
	return all
}

func ownRules() []lint.Rule {
	const core = "@ag-ui/core: results name their calls by id"
	return []lint.Rule{
		lint.Because("Agents send the history to a model, whose servers refuse a call without its result. The user interface may still answer the last calls.",
			lint.UnansweredCalls("the rules named unanswered-call of the models' formats")),
		lint.Because("Agents send the history to a model, whose servers refuse a result of an earlier turn, or of no call.",
			lint.OrphanResults("the rules named orphan-result of the models' formats")),
		lint.Because("Clients and agents find a call by its id in the whole history.", lint.ReusedCallIDs(core)),
		{
			ID: "event-order", Was: "036", Severity: note.Error, Note: disorder,
			Title:   "events are in the order of the protocol",
			Explain: "A run starts and ends. Events continue only what has started, and everything ends before its run. Clients refuse any other order.",
			Source:  "the protocol, events; verifyEvents of @ag-ui/client",
			Fix:     "convo transform -t ag-ui-events writes them in order",
		},
		{
			ID: "activity-to-agent", Was: "041", Severity: note.Info, Check: shownMessages,
			Title:   "an agent gets no messages that are only shown",
			Explain: "Activities are for people. Clients leave them out of the input of a run, and agents ignore them.",
			Source:  "the protocol, activity messages: frontend only",
			Fix:     "remove the message",
		},
	}
}

// disorder is the finding for an event that decoding noted as out of order.
func disorder(n *note.Note) string {
	switch {
	case n.Code != note.CodeOrder:
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
