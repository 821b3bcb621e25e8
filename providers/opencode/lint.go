package opencode

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
)

// lintRules are what opencode import and opencode run demand of a session.
func lintRules() []lint.Rule {
	return lint.FormatRules(family, "", idRules(), messageRules())
}

const schema = "opencode, the schemas of session and message, by which import reads"

// idRules are about ids and the order that they give.
func idRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "invalid-id", Severity: note.Error, Check: invalidIDs,
			Title:   "ids begin with ses_, msg_ and prt_",
			Explain: "opencode import refuses other ids of a session, a message or a part.",
			Source:  schema,
			Fix:     "convo transform --drop meta, then convo transform -t opencode, gives new ids",
		},
		{
			ID: "out-of-order", Severity: note.Warning, Check: outOfOrder,
			Title:   "messages stand in the order of their times and ids",
			Explain: "opencode sorts messages by the time of their creation, then by id, and sends them in that order.",
			Source:  "opencode, message-v2: stream",
			Fix:     "correct time.created",
		},
		{
			ID: "missing-question", Severity: note.Warning, Check: missingQuestions,
			Title:   "parentID of an answer names the message that it answers",
			Explain: "opencode looks for the message of the user by parentID, to know whether it was answered.",
			Source:  "opencode, session prompt: the last user message and its answer",
			Fix:     "correct parentID",
		},
	}
}

// messageRules are about the fields of messages.
func messageRules() []lint.Rule {
	return []lint.Rule{
		{
			ID: "missing-field", Severity: note.Error, Check: missingFields,
			Title:   "messages have the fields that opencode demands",
			Explain: "opencode import refuses a message of the user without agent or model, and an answer without mode, path, modelID or providerID.",
			Source:  schema,
			Fix:     "add the field",
		},
		{
			ID: "no-model", Severity: note.Warning, Check: noModel,
			Title:   "the session names a model",
			Explain: "opencode asks the model of the last message. If it names none, opencode run needs -m PROVIDER/MODEL.",
			Source:  "opencode, session prompt: the model of the last user message",
			Fix:     "opencode run -s SESSION -m PROVIDER/MODEL",
		},
	}
}

func invalidIDs(s *lint.Subject) {
	if !strings.HasPrefix(s.ID, sessionMark) {
		s.Reportf(&s.Node, "the id of the session does not begin with %s", sessionMark)
	}
	for _, m := range s.Messages {
		meta := conv.MetaOf(m)
		if hasOwnID(m) && !strings.HasPrefix(meta.ID, messageMark) {
			s.Reportf(&meta.Node, "the id of this message does not begin with %s", messageMark)
		}
	}
	lint.EachBlock(s.Conversation, func(_ conv.Message, b conv.Block) {
		n := conv.NodeOf(b)
		if id := own.Text(n, hintID); id != "" && !strings.HasPrefix(id, partMark) {
			s.Reportf(n, "the id of this part does not begin with %s", partMark)
		}
	})
}

func outOfOrder(s *lint.Subject) {
	var last *conv.Meta
	for _, m := range s.Messages {
		meta := conv.MetaOf(m)
		if !hasOwnID(m) {
			continue
		}
		if last != nil && cmp.Or(cmp.Compare(meta.Timestamp, last.Timestamp), cmp.Compare(meta.ID, last.ID)) < 0 {
			s.Reportf(&meta.Node, "opencode puts this message before the one before it")
		}
		last = meta
	}
}

func missingQuestions(s *lint.Subject) {
	asked := map[string]bool{}
	for _, m := range s.Messages {
		switch m := m.(type) {
		case *conv.UserMessage, *conv.CompactionSummary:
			asked[conv.MetaOf(m).ID] = true
		case *conv.CustomMessage:
			asked[m.Data.Lookup("info.id").Text()] = true
		case *conv.AssistantMessage:
			if id := own.Get(&m.Node, "parentID"); id != "" && !asked[id.Text()] {
				s.Reportf(&m.Node, "no message of the user before this answer has the id in its parentID")
			}
		}
	}
}

func missingFields(s *lint.Subject) {
	for _, m := range s.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			if !isStep(m) {
				wants(s, &m.Node, "agent", "model")
			}
		case *conv.AssistantMessage:
			if isStep(m) {
				continue
			}
			wants(s, &m.Node, "mode", "path")
			if m.Model == "" || m.Provider == "" {
				s.Reportf(&m.Node, "this answer does not name its model: modelID, providerID")
			}
		}
	}
}

// wants reports the fields that a message of a file of opencode lacks.
func wants(s *lint.Subject, n *conv.Node, fields ...string) {
	for _, key := range fields {
		if own.Get(n, hintOwn) != "" && own.Get(n, key) == "" {
			s.Reportf(n, "this message has no field %s", key)
		}
	}
}

func noModel(s *lint.Subject) {
	var last *conv.UserMessage
	for _, m := range s.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			last = m
		case *conv.AssistantMessage:
			if m.Model != "" && m.Provider != "" {
				return
			}
		}
	}
	if last == nil || own.Get(&last.Node, "model").Lookup("modelID").Text() == "" {
		s.Reportf(&s.Node, "the session does not name a model to go on with")
	}
}
